"""Addresses of the API, and the data that they take and give."""
