"""Tests of the start of a server: a database that cannot be used, its file mode, and the browser."""

from __future__ import annotations

import asyncio
import gzip
import os
import socket
import sqlite3
import stat
import subprocess
import sys
import threading
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import asyncpg
import pytest
from sqlalchemy import make_url

from tablee.cli import BAD_COMMAND, PIPE_CLOSED, main
from tablee.core.errors import Unreadable
from tablee.server import serve
from tablee.server.serve import server_for
from tablee.server.settings import parse_origin
from tablee.server.storage.backup import back_up
from tablee.server.storage.database import check_store, connect, unusable
from tests.server.site import SETTINGS, free_port

FIXTURES = Path(__file__).parent / "fixtures"


# Addresses of databases with a password that is not percent-encoded, or a port that is none.
UNREADABLE_URLS = (
    "postgresql://ann:sec@ret@localhost/tablee",
    "postgresql://ann:sec/ret@localhost/tablee",
    "postgresql://ann:sec:ret@localhost/tablee",
    "postgresql://ann:sec?ret@localhost/tablee",
    "postgres://ann:sec#ret@localhost/tablee",
    "postgresql://ann:secret@localhost:port/tablee",
)


@pytest.mark.parametrize("url", UNREADABLE_URLS)
def test_a_password_with_other_characters_is_not_taken_for_a_host(url: str) -> None:
    with pytest.raises(Unreadable, match="bad-store-url") as refused:
        connect(url)
    assert "ret" not in str(refused.value.values)


@pytest.mark.parametrize(
    "url",
    [
        "postgresql://ann:s%40e%2Fc%3Aret@localhost:5432/tablee",
        "postgresql://ann@/tablee?host=/run/postgresql",
        "postgresql:///tablee?host=/run/postgresql",
    ],
)
def test_an_encoded_password_and_a_socket_are_read(url: str) -> None:
    assert "tablee" == connect(url).url.database


def text_file(folder: Path) -> str:
    (folder / "notes.txt").write_text("This is a shopping list and no database. " * 100)
    return f"sqlite:///{folder / 'notes.txt'}"


def folder_itself(folder: Path) -> str:
    return f"sqlite:///{folder}"


def missing_folder(folder: Path) -> str:
    return f"sqlite:///{folder / 'nowhere' / 'tablee.db'}"


def read_only(folder: Path) -> str:
    check_store(f"sqlite:///{folder / 'tablee.db'}")
    return f"sqlite:///file:{folder / 'tablee.db'}?mode=ro&uri=true"


def newer(folder: Path) -> str:
    url = f"sqlite:///{folder / 'tablee.db'}"
    check_store(url)
    with sqlite3.connect(folder / "tablee.db") as connection:
        connection.execute("update alembic_version set version_num = '9999'")
    connection.close()
    return url


def nobody_listens(_folder: Path) -> str:
    return f"postgresql://ann:secret@127.0.0.1:{free_port()}/tablee"


BAD = {
    text_file: "store-not-a-database",
    folder_itself: "store-no-access",
    missing_folder: "store-no-access",
    read_only: "store-no-access",
    newer: "store-newer",
    nobody_listens: "store-unreachable",
    lambda _: "mysql://localhost/tablee": "no-such-store",
    lambda _: "tablee.db": "no-such-store",
    lambda _: "sqlite://": "no-such-store",
    lambda _: "sqlite:///:memory:": "no-such-store",
}


@pytest.mark.parametrize("make, code", BAD.items())
def test_a_database_that_cannot_be_used_is_refused(
    tmp_path: Path, make: Callable[[Path], str], code: str, capsys: pytest.CaptureFixture[str]
) -> None:
    url = make(tmp_path)
    with pytest.raises(Unreadable) as refused:
        check_store(url)
    assert code == refused.value.code
    with pytest.raises(SystemExit) as ended:
        main(["serve", "--store", url, "--port", "1"])
    assert BAD_COMMAND == ended.value.code
    lines = capsys.readouterr().err.splitlines()
    assert (1, True) == (len(lines), lines[0].startswith("tablee: "))
    assert "secret" not in lines[0]


@pytest.mark.parametrize(
    "state, code",
    [
        ("28P01", "store-refuses-login"),
        ("3D000", "store-not-created"),
        ("53100", "store-full"),
        ("XX000", "store-unusable"),
    ],
)
def test_what_postgresql_refuses_is_told_apart(state: str, code: str) -> None:
    error = asyncpg.PostgresError.new({"C": state, "M": "no"})
    assert code == unusable(make_url("postgresql://ann:secret@localhost/tablee"), error).code


# What the host has written wrongly is said in one sentence, in the language of the system.
MISTAKES = {
    ("--port", "70000"): "65535",
    ("--max-sockets", "0"): "max-sockets",
    ("--host", "192.0.2.1"): "192.0.2.1",
    ("--redis", "localhost:6379"): "Redis",
    ("--redis", "redis://localhost:port"): "Redis",
    ("--origin", "www.example.org"): "--origin",
    ("--origin", "https://www.example.org/games"): "--origin",
    ("--public-url", "play.example.org"): "--public-url",
    ("--public-url", "https://play.example.org:port"): "--public-url",
    ("--smtp", "mail.example.org"): "TABLEE_SMTP",
}


def refused(*words: str) -> None:
    """Run a command that must be refused as one that could not be carried out."""
    with pytest.raises(SystemExit) as ended:
        main(list(words))
    assert BAD_COMMAND == ended.value.code


@pytest.mark.parametrize("option, text", MISTAKES.items())
def test_a_wrong_option_is_said_in_one_sentence(
    tmp_path: Path, option: tuple[str, str], text: str, capsys: pytest.CaptureFixture[str]
) -> None:
    refused("serve", "--store", f"sqlite:///{tmp_path / 'tablee.db'}", *option)
    (line,) = capsys.readouterr().err.splitlines()
    assert line.startswith("tablee: ")
    assert text in line


WRONG_VARIABLES = {
    "TABLEE_VAPID_KEY": "nonsense",
    "TABLEE_CONTACT": "games@example.org",
    "TABLEE_PIECES": "/nowhere",
    "TABLEE_WEBHOOKS": "perhaps",
}


@pytest.mark.parametrize("name, value", WRONG_VARIABLES.items())
def test_a_wrong_variable_is_said_in_one_sentence(tmp_path: Path, name: str, value: str) -> None:
    # A new process: the games of this one have their pieces. It could not listen, so that it always ends.
    store = f"sqlite:///{tmp_path / 'tablee.db'}"
    command = [sys.executable, "-m", "tablee.cli", "serve", "--host", "192.0.2.1", "--store", store]
    environment = os.environ | {name: value}
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
    (line,) = done.stderr.splitlines()
    assert (BAD_COMMAND, True) == (done.returncode, line.startswith("tablee: "))
    assert name in line


def test_a_command_that_cannot_write_says_one_sentence(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path / 'tablee.db'}"
    check_store(url)
    with sqlite3.connect(tmp_path / "tablee.db") as connection:
        refuse = "create trigger full before insert on host_action begin select raise(abort, 'full'); end"
        connection.execute(refuse)
    connection.close()
    words = ["host", "ban", "--address", "192.0.2.1", "--store", url]
    command = [sys.executable, "-m", "tablee.cli", *words]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert (BAD_COMMAND, 1) == (done.returncode, len(done.stderr.splitlines())), done.stderr


def test_a_port_that_is_taken_is_said_in_one_sentence(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with socket.create_server(("127.0.0.1", 0)) as other:
        port = str(other.getsockname()[1])
        refused("serve", "--store", f"sqlite:///{tmp_path / 'tablee.db'}", "--port", port)
    (line,) = capsys.readouterr().err.splitlines()
    assert port in line


@pytest.mark.parametrize("written", ["https://Play.example.org/", "https://play.example.org:443"])
def test_an_origin_is_that_which_browsers_send(written: str) -> None:
    assert "https://play.example.org" == parse_origin(written, "--origin")
    assert "http://localhost:8001" == parse_origin("http://localhost:8001", "--origin")


@pytest.mark.parametrize(
    "command",
    ["backup kept.gz", "replay --all", "set-aside", "host reports", "host close TABLE"],
)
def test_a_command_in_the_wrong_folder_creates_no_database(
    tmp_path: Path, command: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """An empty database would make an empty backup, every night."""
    monkeypatch.chdir(tmp_path)
    refused(*command.split())
    (line,) = capsys.readouterr().err.splitlines()
    assert "sqlite:///tablee.db" in line
    assert [] == list(tmp_path.iterdir())


def test_a_backup_that_cannot_be_written_leaves_nothing_behind(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    url = f"sqlite:///{tmp_path / 'tablee.db'}"
    check_store(url)
    (tmp_path / "folder").mkdir()
    for file in (tmp_path / "nowhere" / "kept.gz", tmp_path / "folder"):
        refused("backup", str(file), "--store", url)
        (line,) = capsys.readouterr().err.splitlines()
        assert str(file) in line
    assert ["folder", "tablee.db"] == sorted(each.name for each in tmp_path.iterdir())


def test_a_server_with_a_bad_database_ends_with_one_sentence(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "tablee.cli", "serve", "--store", text_file(tmp_path)]
    done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=120)
    assert (BAD_COMMAND, "") == (done.returncode, done.stdout)
    assert 1 == len(done.stderr.splitlines())


def test_the_database_belongs_to_its_owner_alone(tmp_path: Path) -> None:
    file = tmp_path / "tablee.db"
    before = os.umask(0)
    try:
        check_store(f"sqlite:///{file}")
        asyncio.run(back_up(f"sqlite:///{file}", tmp_path / "kept.gz"))
    finally:
        os.umask(before)
    assert 0o600 == stat.S_IMODE(file.stat().st_mode)
    assert 0o600 == stat.S_IMODE((tmp_path / "kept.gz").stat().st_mode)


def test_an_older_database_is_closed_to_others_but_not_to_its_group(tmp_path: Path) -> None:
    file = tmp_path / "old.db"
    file.write_bytes(gzip.decompress((FIXTURES / "v0_1_0.sqlite.gz").read_bytes()))
    file.chmod(0o664)
    check_store(f"sqlite:///{file}")
    assert 0o660 == stat.S_IMODE(file.stat().st_mode)


# The browser


def test_the_browser_is_opened_once_the_server_listens(tmp_path: Path) -> None:
    """A thread that connects at that moment is answered: nothing waits for a fixed time."""
    server = server_for(
        replace(SETTINGS, store=f"sqlite:///{tmp_path / 'tablee.db'}"), "127.0.0.1", free_port()
    )
    listening: list[bool] = []

    def on_listening() -> None:
        listening.append(all(each.is_serving() for each in server.servers) and bool(server.servers))
        server.should_exit = True

    server.on_listening = on_listening
    thread = threading.Thread(target=server.run)
    thread.start()
    thread.join()
    assert [True] == listening


def test_no_browser_is_opened_if_the_server_cannot_listen(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path / 'tablee.db'}"
    port = free_port()
    opened: list[int] = []
    first, second = (server_for(replace(SETTINGS, store=url), "127.0.0.1", port) for _ in range(2))

    def try_second() -> None:
        first.should_exit = True

    async def run_both() -> None:
        running = asyncio.create_task(first.serve())
        while not first.started:
            await asyncio.sleep(0.01)
        second.on_listening = lambda: opened.append(1)
        with pytest.raises(SystemExit):
            await second.serve()
        try_second()
        await running

    asyncio.run(run_both())
    assert [] == opened


def test_serve_opens_the_address_when_it_listens(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    opened: list[str] = []
    monkeypatch.setattr(serve, "open_browser", opened.append)
    monkeypatch.setattr(serve, "tune_gc", lambda: None)
    monkeypatch.setattr(serve, "set_up_logs", lambda _level: None)

    def run(server: Any) -> None:
        assert [] == opened
        server.on_listening()

    monkeypatch.setattr(serve.Server, "run", run)
    serve.run(replace(SETTINGS, store=f"sqlite:///{tmp_path / 'tablee.db'}"), port=8123, show=True)
    assert ["http://localhost:8123"] == opened


# A reader that has seen enough


def test_a_closed_pipe_ends_a_command_without_a_traceback() -> None:
    read, write = os.pipe()
    os.close(read)
    command = [sys.executable, "-m", "tablee.cli", "about"]
    done = subprocess.run(command, stdout=write, stderr=subprocess.PIPE, text=True, check=False, timeout=120)
    os.close(write)
    assert (PIPE_CLOSED, "") == (done.returncode, done.stderr)
