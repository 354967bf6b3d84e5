"""A new game needs only its folder: it is built, served and played without a change to any other file.

It is built by two processes at once, of which only one builds."""

import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from tests.web.browser import running_server
from tests.web.page_text import read_score_sheet
from tests.web.players import TableSetup, new_person, play_to_the_end, start_match
from tests.web.project_copy import built_files, copy_project
from web.build import STATIC, build

EXAMPLE = Path(__file__).parent / "example"
KEY = "matches"
# Files of a client with Python for browsers.
OFFLINE = ("assets/python/", "assets/runtime.", "offline.json")


@pytest.fixture(scope="module")
def project(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Copy the project, add the folder of the example game and build it, twice at the same time."""
    root = tmp_path_factory.mktemp("project")
    copy_project(root)
    shutil.copytree(EXAMPLE / KEY, root / "src/tablee/games" / KEY)
    environment = {**os.environ, "PYTHONPATH": str(root / "src")}
    command = [sys.executable, "-m", "web.build"]
    builds = [
        subprocess.Popen(command, cwd=root, env=environment, stdout=subprocess.PIPE, text=True) for _ in "ab"
    ]
    said = [process.communicate()[0] for process in builds]
    assert [0, 0] == [process.returncode for process in builds]
    assert ["", "Built the web client.\n"] == sorted(said)
    return root


@pytest.fixture(scope="module")
def project_address(project: Path) -> Iterator[str]:
    """Start a server for the copy."""
    with running_server(pace=0.02, root=project) as address:
        yield address


def test_two_builds_at_once_leave_one_whole_build(project: Path) -> None:
    build()
    files = built_files(project / "src/tablee/static")
    wanted = [file for file in built_files(STATIC) if not file.startswith(OFFLINE)]
    assert len(wanted) > 100
    assert [] == [file for file in wanted if file not in files]


def test_a_new_game_needs_only_its_folder(browser: Browser, project_address: str) -> None:
    person = new_person(browser, project_address, "Hugo")
    person.page.goto("/")
    person.page.get_by_role("link", name="Dix allumettes").first.click()
    expect(person.page.get_by_role("heading", level=1)).to_contain_text("Dix allumettes")
    person.page.goto(f"/games/{KEY}/rules")
    expect(person.page.get_by_text("La dernière rapporte cinq points.")).to_be_visible()

    person.open(start_match(TableSetup(KEY, 1, ["casual", "random"]), [person]))
    expect(person.page.get_by_text("10 allumettes")).to_be_visible()
    assert [None, None] == person.view["cards"][1:]
    play_to_the_end([person])
    assert person.view["outcome"]["scores"] == read_score_sheet(person).totals
    assert [] == person.page_errors
    person.context.close()
