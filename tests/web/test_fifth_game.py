"""A folder is a game: one that nobody has heard of is built, served and played; no other file is touched."""

import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from tests.web.browser import serving
from tests.web.people import Sitting, newcomer, play_to_the_end, set_up
from tests.web.sheets import end_sheet
from web.build import ROOT

EXAMPLE = Path(__file__).parent / "example"
KEY = "matches"
MADE = shutil.ignore_patterns("node_modules", "__pycache__", "static")


@pytest.fixture(scope="module")
def project(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The project with one folder more, built."""
    root = tmp_path_factory.mktemp("project")
    shutil.copytree(ROOT / "src", root / "src", ignore=MADE)
    shutil.copytree(ROOT / "web", root / "web", ignore=MADE)
    (root / "web/node_modules").symlink_to(ROOT / "web/node_modules")
    shutil.copytree(EXAMPLE / KEY, root / "src/tablee/games" / KEY, ignore=MADE)
    environment = {**os.environ, "PYTHONPATH": str(root / "src")}
    subprocess.run([sys.executable, "-m", "web.build"], cwd=root, env=environment, check=True)
    return root


@pytest.fixture(scope="module")
def project_address(project: Path) -> Iterator[str]:
    """A server for it."""
    with serving(pace=0.02, root=project) as address:
        yield address


def test_a_fifth_game_needs_only_its_folder(browser: Browser, project_address: str) -> None:
    person = newcomer(browser, project_address, "Hugo")
    person.page.goto("/")
    person.page.get_by_role("link", name="Dix allumettes").first.click()
    expect(person.page.get_by_role("heading", level=1)).to_contain_text("Dix allumettes")
    person.page.goto(f"/games/{KEY}/rules")
    expect(person.page.get_by_text("La dernière rapporte cinq points.")).to_be_visible()

    person.open(set_up(Sitting(KEY, 1, ["casual", "random"]), [person]))
    expect(person.page.get_by_text("10 allumettes")).to_be_visible()
    assert [None, None] == person.view["cards"][1:]
    play_to_the_end([person])
    assert person.view["outcome"]["scores"] == end_sheet(person).totals
    assert [] == person.faults
    person.context.close()
