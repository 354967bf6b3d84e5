"""Parts of the rules as functions over the state, used by rules.py and by the bots' heuristics."""
