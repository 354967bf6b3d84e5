"""Marks of tests that run in the compiled form only."""

from __future__ import annotations

import pytest

from tablee import PLAIN

ONLY_COMPILED = pytest.mark.skipif(PLAIN is not None, reason=f"plain Python runs: {PLAIN}")
# For tests of what does not depend on the form: moves of bots are the same in both.
SLOW_IF_PLAIN = pytest.mark.skipif(PLAIN is not None, reason="takes long with the plain rules")
