"""What the wheel and the sdist contain, asked of the build backend without building them."""

from __future__ import annotations

import json
import zipfile
from pathlib import Path

import pytest
from hatchling.builders.sdist import SdistBuilder
from hatchling.builders.wheel import WheelBuilder

from compiler.build import FOLDERS, is_test
from tablee import __version__
from tests.architecture.sources import ROOT, committed_files, game_keys
from tests.packaging import wheel


@pytest.fixture(scope="module")
def wheel_names() -> set[str]:
    """Return the files of the wheel without the built web client, which this checkout may have or not."""
    builder = WheelBuilder(str(ROOT))
    names = {Path(file.distribution_path).as_posix() for file in builder.recurse_included_files()}
    return {name for name in names if not name.startswith("tablee/static/")}


@pytest.fixture(scope="module")
def sdist_names() -> set[str]:
    """Return the files of the sdist, as paths from the root of the project."""
    builder = SdistBuilder(str(ROOT))
    return {Path(file.relative_path).as_posix() for file in builder.recurse_included_files()}


def test_the_wheel_has_neither_tests_nor_sources_of_the_client(wheel_names: set[str]) -> None:
    assert [] == wheel.unwanted(wheel_names)


def test_the_wheel_has_what_is_read_at_run_time(wheel_names: set[str]) -> None:
    assert [] == wheel.lacking(wheel_names, game_keys())


def test_whatever_the_digest_of_the_compiled_rules_covers_is_in_the_wheel(wheel_names: set[str]) -> None:
    package = ROOT / "src/tablee"
    hashed = [
        path.relative_to(package)
        for folder in FOLDERS
        for path in (package / folder).rglob("*")
        if path.suffix in {".py", ".toml"}
    ]
    assert [] == [
        path for path in hashed if not is_test(path) and f"tablee/{path.as_posix()}" not in wheel_names
    ]


def test_the_sdist_has_every_committed_file(sdist_names: set[str]) -> None:
    committed = {path.relative_to(ROOT).as_posix() for path in committed_files()}
    assert set() == committed - sdist_names


def test_the_version_is_that_of_the_package() -> None:
    assert __version__ == WheelBuilder(str(ROOT)).metadata.version


def write_wheel(folder: Path, name: str, names: list[str], manifest: dict[str, list[str]] | None) -> Path:
    """Write an archive of empty files."""
    file = folder / name
    with zipfile.ZipFile(file, "w") as archive:
        for entry in names:
            archive.writestr(entry, "")
        if manifest is not None:
            archive.writestr(wheel.MANIFEST, json.dumps(manifest))
    return file


def test_a_good_wheel_has_no_faults(tmp_path: Path, wheel_names: set[str]) -> None:
    names = [*wheel_names, "tablee/static/index.html", "tablee/static/icon.svg"]
    assert [] == wheel.faults(write_wheel(tmp_path, "tablee-1-py3-none-any.whl", names, None))
    manifest = {"sources": ["core/state.py"], "modules": ["core/state.py"]}
    good = write_wheel(tmp_path, "tablee-1-cp311-cp311-linux_x86_64.whl", names, manifest)
    assert [] == wheel.faults(good)
    assert 0 == wheel.main([str(good)])


def test_the_faults_of_a_wheel_are_seen(tmp_path: Path, wheel_names: set[str]) -> None:
    spoilt = [*wheel_names - {"tablee/py.typed"}, "tablee/games/chess/board/Board.svelte", "tablee/a/b.ts"]
    manifest = {"sources": ["core/gone.py"], "modules": []}
    bad = write_wheel(tmp_path, "tablee-1-cp311-cp311-linux_x86_64.whl", spoilt, manifest)
    found = wheel.faults(bad)
    assert "unwanted: tablee/games/chess/board/Board.svelte" in found
    assert "unwanted: tablee/a/b.ts" in found
    assert "missing: tablee/py.typed" in found
    assert "missing: core/gone.py" in found
    assert "missing: the web client" in found
    assert "nothing compiled in a wheel for one machine" in found
    assert 1 == wheel.main([str(bad)])


@pytest.mark.parametrize(
    "name",
    [
        "tablee/games/chess/test_rules.py",
        "tablee/games/chess/tests/notation.py",
        "tablee/games/chess/tests/golden/two.txt",
        "tablee/games/chess/golden/two.txt",
        "tablee/games/chess/weights.svg",
        "tablee/static/.stamp",
    ],
)
def test_an_unwanted_file_is_seen(name: str) -> None:
    assert [name] == wheel.unwanted([name])
