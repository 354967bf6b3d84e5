"""Compiles the plain rules to C where a compiler is. Only needed to build, never to play."""
