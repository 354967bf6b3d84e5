"""The server: tables of people, bots and spectators, stored as event logs and played over the network."""
