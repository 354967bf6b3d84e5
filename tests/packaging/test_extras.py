"""Extras: what each part of the package may import, and what is said when a part is not installed."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

from tablee.extras import MODULES, extra_for
from tests.architecture.sources import ROOT, sources

PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
# Distributions whose import name is another one.
IMPORT_NAMES = {"argon2-cffi": "argon2", "pillow": "PIL", "prometheus-client": "prometheus_client"}
# The folders that an installation without extras must be able to import as a whole.
BASE_FOLDERS = ("core", "games", "bots", "lab")
# Folders that need an extra. OpenSpiel is no extra, because it is not built for every system.
OPTIONAL_FOLDERS = {
    "server": ["server", "notify"],
    "terminal": ["terminal"],
    "lab/envs": ["lab"],
    "lab/learners": ["lab"],
    "lab/clusters": ["dask", "ray"],
}
NO_EXTRA = {"pyspiel"}
# Installed by pywebpush, whose keys and connections they are.
BY_PYWEBPUSH = {"aiohttp", "cryptography", "py_vapid"}


def import_names(requirements: list[str]) -> set[str]:
    """Return the import names of a list of requirements: "sqlalchemy[asyncio]>=2.1" is sqlalchemy."""
    names = [re.match(r"[a-z0-9-]+", requirement) for requirement in requirements]
    return {IMPORT_NAMES.get(name[0], name[0]).replace("-", "_") for name in names if name}


def third_party(folder: str) -> set[str]:
    """Return the third-party modules imported anywhere in a folder of the package, its tests excepted."""
    found = sources(f"src/tablee/{folder}")
    inner = [other for other in OPTIONAL_FOLDERS if other.startswith(f"{folder}/")]
    here = [
        source
        for source in found
        if not source.is_test
        and "/tests/" not in source.path
        and not any(f"tablee/{other}/" in source.path for other in inner)
    ]
    tops = {name.partition(".")[0] for source in here for name in source.imports()}
    return {top for top in tops if top not in sys.stdlib_module_names and top != "tablee"}


def run_without(missing: list[str], code: str, **environment: str) -> subprocess.CompletedProcess[str]:
    """Run code in a process in which some modules cannot be imported, as if they were not installed."""
    block = f"import sys; sys.modules.update(dict.fromkeys({missing!r}))\n"
    return subprocess.run(
        [sys.executable, "-c", block + code],
        capture_output=True,
        text=True,
        encoding="utf-8",
        stdin=subprocess.DEVNULL,
        env={**os.environ, "LANG": "en_GB.UTF-8", "PYTHONIOENCODING": "utf-8", **environment},
        check=False,
    )


def run_command(missing: list[str], *arguments: str, **environment: str) -> subprocess.CompletedProcess[str]:
    """Run the command line without some modules."""
    return run_without(missing, f"from tablee import cli; cli.main({list(arguments)!r})", **environment)


def test_each_extra_lists_the_same_modules_in_the_code_and_in_the_project_file() -> None:
    declared = PROJECT["optional-dependencies"]
    # Nothing of ours imports uvloop: uvicorn uses it where it is installed.
    assert set(MODULES) | {"all", "uvloop"} == set(declared)
    assert {extra: set(modules) for extra, modules in MODULES.items()} == {
        extra: import_names(declared[extra]) for extra in MODULES
    }


def test_the_extra_all_is_every_extra_but_those_of_research() -> None:
    assert [f"tablee[{','.join(sorted(MODULES.keys() - {'dask', 'lab', 'ray'}))}]"] == PROJECT[
        "optional-dependencies"
    ]["all"]


@pytest.mark.parametrize("folder", BASE_FOLDERS)
def test_a_base_folder_imports_no_optional_module(folder: str) -> None:
    assert set() == third_party(folder) - import_names(PROJECT["dependencies"])


@pytest.mark.parametrize("folder", OPTIONAL_FOLDERS)
def test_an_optional_folder_imports_what_its_extra_installs(folder: str) -> None:
    extras = {module for extra in OPTIONAL_FOLDERS[folder] for module in MODULES[extra]}
    installed = import_names(PROJECT["dependencies"]) | extras | NO_EXTRA | BY_PYWEBPUSH
    assert set() == third_party(folder) - installed


def test_a_submodule_belongs_to_the_extra_of_its_package() -> None:
    assert "server" == extra_for("sqlalchemy.ext.asyncio")
    assert "terminal" == extra_for("textual.app")
    assert extra_for("tablee.server") is extra_for(None) is None


@pytest.mark.parametrize(
    "arguments, extra",
    [
        (["serve"], "server"),
        (["backup", "kept.gz"], "server"),
        (["restore", "kept.gz"], "server"),
        (["replay", "--all"], "server"),
        (["play"], "terminal"),
        (["play", "islands"], "terminal"),
        (["dataset", "islands", "--out", "data.parquet"], "lab"),
    ],
)
def test_a_command_without_its_extra_names_the_pip_command(
    arguments: list[str], extra: str, tmp_path: Path
) -> None:
    done = run_command([*MODULES[extra]], *arguments, XDG_DATA_HOME=str(tmp_path))
    assert (2, "") == (done.returncode, done.stdout)
    assert f'pip install "tablee[{extra}]"' in done.stderr
    assert any(f"“{module}" in done.stderr for module in MODULES[extra])
    assert 1 == done.stderr.count("\n")


def test_the_message_is_in_the_language_asked_for() -> None:
    done = run_command(["textual"], "play", "islands", "--language", "fr")
    assert "Cette commande a besoin de « textual », qui n'est pas installé." in done.stderr


def test_an_error_that_no_extra_explains_is_raised_as_it_is() -> None:
    done = run_command(["tablee.server"], "serve")
    assert 1 == done.returncode
    assert "ModuleNotFoundError" in done.stderr


@pytest.mark.parametrize("arguments", [["about"], ["rules", "islands"], ["pieces", "islands"], ["--help"]])
def test_the_rest_of_the_command_line_needs_no_extra(arguments: list[str]) -> None:
    missing = [module for modules in MODULES.values() for module in modules]
    assert 0 == run_command(missing, *arguments).returncode


def test_a_match_of_bots_needs_no_extra() -> None:
    missing = [module for modules in MODULES.values() for module in modules]
    arena = ["arena", "islands", "--bots", "greedy,random", "--seats", "2", "--matches", "2", "--seed", "few"]
    done = run_command(missing, *arena, "--processes", "1")
    assert 0 == done.returncode, done.stderr
