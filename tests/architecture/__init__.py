"""The shape of the code, held by tests: arrows, names, luck, style, and what may be committed."""
