"""The site for programs: an API under `/api/`, keys that speak for an account, and accounts of programs."""
