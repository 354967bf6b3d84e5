"""Nothing that is committed depends on one machine or on one registry."""

import pytest

from tests.architecture.sources import ROOT, committed_files

# Each is cut in two, or this file would be the first to be found.
TRACES = [
    "".join(halves)
    for halves in [
        ("files.python", "hosted"),
        ("registry.", "npmjs"),
        ("pypi.org", "/simple"),
        ("file:", "///"),
        ("/ro", "ot/"),
        ("/op", "t/"),
        ("/wo", "rk/"),
        ("/ho", "me/"),
        ("/Us", "ers/"),
        ('"resol', 'ved":'),
        ("--find", "-links"),
        ("--index", "-url"),
        ("--extra", "-index-url"),
    ]
]


def traces(content: bytes) -> list[str]:
    """What a file says about the machine it was made on; pictures and the like are looked at too."""
    text = content.decode("utf-8", errors="ignore")
    return [trace for trace in TRACES if trace in text]


def test_no_committed_file_names_a_registry_or_a_machine() -> None:
    found = {path.relative_to(ROOT).as_posix(): traces(path.read_bytes()) for path in committed_files()}
    assert {} == {name: marks for name, marks in found.items() if marks}


def test_the_files_of_the_project_are_looked_at() -> None:
    assert {ROOT / "pyproject.toml", ROOT / "requirements/dev.txt"} <= set(committed_files())


@pytest.mark.parametrize("trace", TRACES)
def test_a_trace_is_seen(trace: str) -> None:
    assert [trace] == traces(f"see {trace}here".encode())
