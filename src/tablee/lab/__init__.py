"""Measuring: matches of bots by the thousand, and what they show."""
