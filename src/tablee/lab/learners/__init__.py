"""Tools for learners beside the environments: bots from evaluators, a search for them, datasets.

All modules here need the extra `lab`.
"""
