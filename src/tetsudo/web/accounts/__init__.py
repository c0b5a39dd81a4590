"""Accounts: sign-up and sign-in, profiles, recovery, export and deletion. Guests by link need none of it."""
