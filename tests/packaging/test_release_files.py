"""Files about a release agree with each other."""

from __future__ import annotations

import json
import re
import runpy
import tomllib

import pytest

from tablee import __version__
from tests.architecture.sources import ROOT

PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
WORKFLOWS = ROOT / ".github/workflows"
fault = runpy.run_path(str(ROOT / ".ci/check_subject.py"))["fault"]


def text(name: str) -> str:
    return (ROOT / name).read_text("utf-8")


def test_the_changelog_starts_with_this_version_or_with_what_is_unreleased() -> None:
    headings = re.findall(r"^## \[(.+?)\]", text("CHANGELOG.md"), re.M)
    assert __version__ == next(heading for heading in headings if heading != "Unreleased")
    assert headings == re.findall(r"^\[(.+?)\]: https://", text("CHANGELOG.md"), re.M)


def test_the_citation_names_this_version() -> None:
    assert f"version: {__version__}" in text("CITATION.cff").splitlines()


def test_the_security_policy_supports_this_version() -> None:
    minor = __version__.rpartition(".")[0]
    assert f"| {minor} | yes |" in text("SECURITY.md")


def test_the_workflow_tests_every_python_that_the_package_claims() -> None:
    prefix = "Programming Language :: Python :: 3."
    claimed = [
        f"3.{c.removeprefix(prefix)}" for c in PROJECT["project"]["classifiers"] if c.startswith(prefix)
    ]
    matrices = re.findall(r"python: (\[.*\])", text(".github/workflows/test.yml"))
    assert 2 == len(matrices)
    assert all(claimed == json.loads(matrix) for matrix in matrices)
    assert [f"cp{c.replace('.', '')}-*" for c in claimed] == PROJECT["tool"]["cibuildwheel"]["build"].split()


def test_every_address_of_the_repository_is_the_same() -> None:
    home = PROJECT["project"]["urls"]["Repository"]
    names = [
        "README.md",
        "CHANGELOG.md",
        "CITATION.cff",
        "Dockerfile",
        "SECURITY.md",
        "mkdocs.yml",
        "docs/hooks/site.py",
    ]
    found = {link for name in names for link in re.findall(r"https://github\.com/[\w-]+/[\w-]+", text(name))}
    assert {home} == found


def test_actions_are_pinned_to_a_major_version() -> None:
    used = [
        line
        for file in WORKFLOWS.glob("*.yml")
        for line in re.findall(r"uses: (\S+)", file.read_text("utf-8"))
    ]
    assert used
    assert [] == [line for line in used if not re.search(r"@(release/)?v\d+$", line)]


def test_the_hooks_check_the_types_of_the_sources_that_make_checks() -> None:
    checked = re.search(r"^SOURCES := \$\(wildcard (.*)\)$", text("Makefile"), re.M)
    hook = re.search(r"mypy --no-error-summary (.*)$", text(".pre-commit-config.yaml"), re.M)
    assert checked
    assert hook
    assert checked[1].split() == hook[1].split()


@pytest.mark.parametrize(
    "subject",
    [
        "server: append events in one transaction",
        "web, server: rename hand to person",
        'Revert "x"',
        "Merge y",
    ],
)
def test_a_good_subject_of_a_commit_passes(subject: str) -> None:
    assert fault(subject) is None


@pytest.mark.parametrize(
    "subject",
    [
        "",
        "Append events",
        "server: Append events",
        "server: append events.",
        "server: " + "x" * 65,
        "server:x",
    ],
)
def test_a_bad_subject_of_a_commit_is_refused(subject: str) -> None:
    assert fault(subject)
