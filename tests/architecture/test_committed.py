"""Tests that no committed file names a machine or a package registry."""

import pytest

from tests.architecture.sources import ROOT, committed_files

# Each is cut in two, so that this file does not contain them.
FORBIDDEN = [
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


def find_forbidden(content: bytes) -> list[str]:
    """Return the forbidden strings in a file; binary files are searched too."""
    text = content.decode("utf-8", errors="ignore")
    return [each for each in FORBIDDEN if each in text]


def test_no_committed_file_names_a_registry_or_a_machine() -> None:
    found = {
        path.relative_to(ROOT).as_posix(): find_forbidden(path.read_bytes()) for path in committed_files()
    }
    assert {} == {name: strings for name, strings in found.items() if strings}


def test_the_files_of_the_project_are_searched() -> None:
    assert {ROOT / "pyproject.toml", ROOT / "requirements/dev.txt"} <= set(committed_files())


@pytest.mark.parametrize("forbidden", FORBIDDEN)
def test_a_forbidden_string_is_found(forbidden: str) -> None:
    assert [forbidden] == find_forbidden(f"see {forbidden}here".encode())
