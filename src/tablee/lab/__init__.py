"""Tools for developers of bots: matches between bots by the thousand, ratings, training, charts."""
