"""Tests of the documents: their code runs, their links have targets, their test vectors hold."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

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
