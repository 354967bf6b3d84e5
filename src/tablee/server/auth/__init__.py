"""Accounts, passwords, passkeys, and their routes."""
