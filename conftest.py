"""Say which form of the rules the tests run."""

from __future__ import annotations

import pytest

import tablee


def form_of_rules() -> str:
    """Return a line about the form that is imported."""
    if tablee.PLAIN is None:
        return "rules: compiled"
    return f"rules: plain Python, many times slower, since {tablee.PLAIN} (python -m compiler compiles them)"


@pytest.hookimpl(trylast=True)
def pytest_sessionstart(session: pytest.Session) -> None:
    """Print the line: `pytest -q` prints no header. Test processes have no terminal."""
    terminal = session.config.pluginmanager.get_plugin("terminalreporter")
    if terminal is not None:
        terminal.write_line(form_of_rules())
