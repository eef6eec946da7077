"""Accounts: signing in, tokens for scripts, what people prefer on their own pages."""
