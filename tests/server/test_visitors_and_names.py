"""Who may act, and under which name: no seat without visitor or name, no account that looks like another."""

from __future__ import annotations

import pytest
from sqlalchemy import insert, text

from tablee.core.errors import Illegal
from tablee.server.auth.accounts import Accounts
from tablee.server.domain import commands
from tablee.server.domain.names import LOOKALIKES, mixes_scripts, name_key, required_name
from tablee.server.runtime.registry import TableRegistry
from tablee.server.storage.account_links import link_accounts
from tablee.server.storage.event_store import EventStore
from tablee.server.storage.schema import ACCOUNT
from tests.server.site import Visitor
from tests.server.table_harness import TableHarness

anyio = pytest.mark.anyio
GAME = "islands"
PASSWORD = "correct horse"


def test_a_socket_without_a_cookie_may_only_watch(ann: Visitor, address: str) -> None:
    table = ann.post("/api/tables", {"game": GAME, "seats": 2})["id"]
    nobody = Visitor(address)
    with nobody.connect(table) as socket:
        assert socket.wait_for("update")["you"] is None
        for kind, values in (
            ("sit", {"name": "Nobody"}),
            ("say", {"text": "hello", "name": "Nobody"}),
            ("ready", {}),
        ):
            assert "no-visitor" == socket.request(kind, **values)["code"]
    nobody.close()
    assert ["empty", "empty"] == [seat["kind"] for seat in ann.get(f"/api/tables/{table}")["table"]["seats"]]


@anyio
@pytest.mark.parametrize(
    "kind, values",
    [(commands.Sit, {"name": "x"}), (commands.Ready, {}), (commands.Say, {"text": "x", "name": "y"})],
)
async def test_nothing_is_done_for_an_empty_visitor_id(
    sqlite_store: EventStore, kind: type[commands.AnyCommand], values: dict[str, str]
) -> None:
    harness = TableHarness(sqlite_store, GAME, 3)
    await harness.open(people=2)
    with pytest.raises(Illegal, match="no-visitor"):
        await harness.handle("", kind, **values)


@pytest.mark.parametrize("against", ["bots", "people"])
def test_a_seat_needs_a_name_also_when_playing_at_once(ann: Visitor, against: str) -> None:
    body = {"game": GAME, "name": " \t ", "against": against, "bot": "random", "seats": 2}
    answer = ann.http.post("/api/play", json=body)
    assert (409, "no-name") == (answer.status_code, answer.json()["code"])


@pytest.mark.parametrize("name", ["Pаul", "Αnn", "Вob", "ꓮnn", "Ꭺnn", "Jօhn"])
def test_alphabets_are_not_mixed(name: str) -> None:
    assert mixes_scripts(name)


@pytest.mark.parametrize("name", ["Paul", "Анна 2", "Αλέξης", "佐藤 はなこ", "Zoë-Ève", "李 Wei", "🙂"])
def test_names_of_one_alphabet_are_fine(name: str) -> None:
    assert not mixes_scripts(name)


@pytest.mark.parametrize("name", ["\u3164", "\u115f \u2800", "\u034f", "\ufe0f", "\u0301", "\U000e0100"])
def test_a_name_shows_something(name: str) -> None:
    with pytest.raises(Illegal, match="no-name"):
        required_name(name)


@pytest.mark.parametrize("name", ["🦊", "Zoë", "佐藤", "O’Neill", "7", "é"])
def test_a_name_of_any_alphabet_stays_as_it_is(name: str) -> None:
    assert name == required_name(name)


def test_what_shows_nothing_is_left_out_of_a_name() -> None:
    assert "Alice" == required_name("\u3164Al\u034fice\ufe0f")


LOOK_LIKE_ALICE = ["Alice\u034f", "Al\ufe0fice", "\uffa0ALICE", "ɑlice", "аӏісе", "ᴀʟɪᴄᴇ", "ꓮꓡꓲꓚꓰ", "ᎪᏞᎥᏟᎬ"]


@pytest.mark.parametrize("name", LOOK_LIKE_ALICE)
def test_names_that_look_alike_have_one_key(name: str) -> None:
    assert name_key("Alice") == name_key(name)


def test_every_lookalike_stands_for_one_letter_after_folding() -> None:
    for letter, latin in LOOKALIKES.items():
        assert name_key(chr(letter)) == latin == name_key(latin)


@anyio
async def test_people_at_one_table_have_different_names(sqlite_store: EventStore) -> None:
    harness = TableHarness(sqlite_store, GAME, 3)
    await harness.open()
    for visitor_id, seat, name in (
        ("A", 0, "Alice"),
        ("B", 1, "ɑlice"),
        ("C", 2, "ALICE"),
        ("B", 1, "ɑlice"),
    ):
        await harness.handle(visitor_id, commands.Sit, name=name, seat=seat)
    assert ["Alice", "ɑlice 2", "ALICE 3"] == [chair.name for chair in harness.table.chairs]


@anyio
async def test_a_name_that_looks_like_another_is_taken(store: EventStore) -> None:
    accounts = Accounts(TableRegistry(store))
    await accounts.register("one", "Éva Cox", PASSWORD)
    for name in ("éva cox", "E\u0301va Cox", "Ｅ\u0301va Cox"):
        with pytest.raises(Illegal, match="name-taken"):
            await accounts.register("other", name, PASSWORD)
        assert "Éva Cox" == await accounts.log_in("phone", name, PASSWORD)
    await accounts.register("other", "ace", PASSWORD)
    for name, code in (("асе", "name-taken"), ("аce", "mixed-scripts")):
        with pytest.raises(Illegal, match=code):
            await accounts.register("third", name, PASSWORD)


@anyio
async def test_accounts_from_before_that_look_alike_can_both_log_in(store: EventStore) -> None:
    accounts = Accounts(TableRegistry(store))
    await accounts.register("one", "ace", PASSWORD)
    (hashed,) = (await store.rows(text("select password from account")))[0]
    old = {"name": "асе", "display_name": "асе", "password": hashed, "created_at": 1}
    await store.in_transaction(lambda connection: connection.execute(insert(ACCOUNT), old))
    await store.in_transaction(
        lambda connection: connection.execute(text("update account set name_key = null"))
    )
    await store.in_transaction(link_accounts)
    keys = await store.rows(text("select name_key from account order by name_key"))
    assert {"ace", None} == {row[0] for row in keys}
    for name in ("ace", "асе"):
        assert name == await accounts.log_in(f"device of {name}", name, PASSWORD)
