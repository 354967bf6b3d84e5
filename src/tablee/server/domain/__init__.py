"""Pure state and decisions of a table: events, commands, fold, clocks. No I/O, no await, no clock."""
