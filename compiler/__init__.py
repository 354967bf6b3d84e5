"""Compile modules of the package to C extensions with Cython. Needed only to build, never to run."""
