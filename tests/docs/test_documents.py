"""Tests of the documents: their code runs, their links and commands exist, their test vectors hold."""

from __future__ import annotations

import re
import shlex
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path

import pytest
from cyclopts import CycloptsError

from tablee import games
from tablee.cli import app
from tablee.core.deal import Shuffler, commitment
from tests.architecture.sources import sources

ROOT = Path(__file__).parents[2]
DOCUMENTS = sorted([*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md")])


def code_blocks() -> list[tuple[str, str]]:
    """Return the name and text of every Python block in every document."""
    return [
        (f"{document.relative_to(ROOT)}-{number}", block)
        for document in DOCUMENTS
        for number, block in enumerate(
            re.findall(r"```python\n(.*?)```", document.read_text("utf-8"), re.S), 1
        )
    ]


@pytest.mark.parametrize(
    "block", [block for _, block in code_blocks()], ids=[name for name, _ in code_blocks()]
)
def test_code_in_documents_runs(block: str, tmp_path: Path) -> None:
    command = [sys.executable, "-c", block]
    answer = subprocess.run(command, capture_output=True, text=True, check=False, cwd=tmp_path)
    assert 0 == answer.returncode, answer.stderr


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda path: str(path.relative_to(ROOT)))
def test_links_have_targets(document: Path) -> None:
    links = re.findall(r"\]\(([^)#:\s]+)(?:#[^)]*)?\)", document.read_text("utf-8"))
    assert [] == [link for link in links if not (document.parent / link).exists()]


def slug(heading: str) -> str:
    """Return the anchor of a heading, as GitHub and MkDocs make it."""
    return re.sub(r"[^\w -]", "", heading.strip().lower()).replace(" ", "-")


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda path: str(path.relative_to(ROOT)))
def test_anchors_are_headings(document: Path) -> None:
    missing = []
    for link, anchor in re.findall(r"\]\(([^)#:\s]*)#([^)]+)\)", document.read_text("utf-8")):
        target = document.parent / link if link else document
        headings = re.findall(r"^#+ (.+)$", target.read_text("utf-8"), re.M) if target.suffix == ".md" else []
        if headings and anchor not in map(slug, headings):
            missing.append(f"{link}#{anchor}")
    assert [] == missing


def command_lines(document: Path) -> list[str]:
    """Return the arguments of each line that calls `tablee`, in an indented or fenced block."""
    return re.findall(r"^(?: {4})?(?:\$ )?tablee ([a-z][^#|&>\n\\]*)$", document.read_text("utf-8"), re.M)


def test_commands_in_documents_are_accepted() -> None:
    """Parse each command line, without running it; the commands of single games have tests of their own."""
    lines = [line for document in DOCUMENTS for line in command_lines(document)]
    assert len(lines) > 20
    for line in lines:
        command, *arguments = shlex.split(line)
        if command in list(games.keys()):
            continue
        try:
            app.parse_args([command, *arguments], print_error=False, exit_on_error=False)
        except CycloptsError as error:
            pytest.fail(f"tablee {line}: {error}")


def test_modules_and_targets_in_documents_exist() -> None:
    text = "\n".join(document.read_text("utf-8") for document in DOCUMENTS)
    modules = set(re.findall(r"python -m ([a-z_]+(?:\.[a-z_]+)*)", text)) - {"venv", "pip"}
    assert [] == sorted(module for module in modules if find_spec(module) is None)
    makefile = (ROOT / "Makefile").read_text("utf-8")
    assert set() == set(re.findall(r"`make ([a-z]+)", text)) - set(re.findall(r"^([a-z]+):", makefile, re.M))


def test_the_test_vectors_of_the_deal_hold() -> None:
    page = (ROOT / "docs/explanation/deal.md").read_text("utf-8")
    vectors = re.findall(r"^\| (\S+) \| (.+?) \| (\d+) \| ([\d ]+) \|$", page, re.M)
    assert 3 == len(vectors)
    for seed, label, count, order in vectors:
        assert order == " ".join(map(str, Shuffler(seed).shuffle(label, int(count))))
    assert "is 4." in page
    assert 4 == Shuffler("midnight").pick("islands lookout", 5)
    assert commitment("midnight", "salt") in page


def test_a_page_that_the_code_names_exists() -> None:
    named = {
        (source.path, page)
        for source in sources("src", "tests", "bench", "compiler")
        for page in re.findall(r"\bdocs/[\w/-]+\.md", source.text)
    }
    assert [] == sorted((path, page) for path, page in named if not (ROOT / page).exists())
