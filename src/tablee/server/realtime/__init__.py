"""WebSockets: connections, rooms, and the messages rendered for each viewer."""
