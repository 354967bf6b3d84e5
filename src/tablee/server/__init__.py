"""Tables that lose nothing: people, bots and spectators around live matches. The only place with I/O."""
