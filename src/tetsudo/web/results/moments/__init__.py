"""Moments of a finished table: a search that anybody who looks at it drives on, and its results, kept by table."""
