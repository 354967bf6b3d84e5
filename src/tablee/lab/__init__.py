"""Tools for developers of bots: tournaments, ratings, training, environments, exercises, charts."""
