"""The terminal, driven without a terminal: whole matches by keys, typed words, records, the command line."""
