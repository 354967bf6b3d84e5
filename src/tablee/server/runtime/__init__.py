"""Tables of one process: registry, actor per table, scheduler, bot processes, bus to other processes."""
