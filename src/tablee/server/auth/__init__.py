"""Accounts and what needs one: sessions, passkeys, recovery codes, mail, profiles, export, erasure."""
