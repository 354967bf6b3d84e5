"""What the wheel and the sdist contain, asked of the build backend without building them."""

from __future__ import annotations

import io
import json
import tarfile
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


def packed_rules(name: str) -> bytes:
    """Return an archive for browsers with one empty file."""
    content = io.BytesIO()
    with tarfile.open(fileobj=content, mode="w") as archive:
        archive.addfile(tarfile.TarInfo(name))
    return content.getvalue()


@pytest.mark.parametrize(
    "required, files, expected",
    [
        ("", {}, []),
        ("1", {}, ["missing: the files for offline play"]),
        ("1", {"/assets/python/tablee.tar": packed_rules("tablee/core/state.py")}, []),
        ("compiled", {"/assets/python/tablee.tar": packed_rules("tablee/core/state.so")}, []),
        (
            "compiled",
            {"/assets/python/tablee.tar": packed_rules("msgspec/_core.so")},
            ["missing: rules compiled for browsers"],
        ),
        ("", {"/assets/python/tablee.tar": None}, ["missing: tablee/static/assets/python/tablee.tar"]),
    ],
)
def test_the_files_for_offline_play_are_in_the_wheel(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    required: str,
    files: dict[str, bytes | None],
    expected: list[str],
) -> None:
    monkeypatch.setenv(wheel.REQUIRE_VARIABLE, required)
    with zipfile.ZipFile(tmp_path / "any.whl", "w") as archive:
        if files:
            archive.writestr(wheel.OFFLINE_LIST, json.dumps({"files": [[path, 1] for path in files]}))
        for path, content in files.items():
            if content is not None:
                archive.writestr(f"tablee/static{path}", content)
        assert expected == wheel.offline_faults(archive, set(archive.namelist()))


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
