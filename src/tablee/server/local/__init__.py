"""Tables that run on the player's device: the server's own tables and routes, inside a browser.

A web worker imports this package in Pyodide. What differs from a server is the store (IndexedDB), the place
where bots search (a second worker), and that messages come from the page of the same browser.
"""
