"""Pages of accounts and profiles. Those to sign up, sign in and manage keys are django-allauth's."""
