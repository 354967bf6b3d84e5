"""HTTP: endpoints, middleware, routes, static files."""
