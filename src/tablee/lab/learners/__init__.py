"""What a learner needs beside the environments: bots from evaluators, a search for them, data. For research.

All modules here need the extra `lab`.
"""
