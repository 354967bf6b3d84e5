"""The server: its log, its tables, its wire, and what it survives."""
