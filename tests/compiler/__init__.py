"""The compiler: what it declares, what it refuses, and that both forms agree."""
