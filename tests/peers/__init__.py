"""Adapters to the software of other projects, which our bots are measured against."""
