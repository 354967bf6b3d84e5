"""Tests that a database, a backup and records written by version 0.1.0 are still read, to the last value.

`fixtures/v0_1_0.sqlite.gz` and `fixtures/v0_1_0.backup.gz` hold the same rows. `fixtures/v0_1_0.json` holds
what version 0.1.0 read from them, and `fixtures/records` the records of the finished matches. Never rewrite
these files: a change that breaks a test here needs a migration or a reader for the old form.
"""

from __future__ import annotations

import gzip
import hashlib
import json
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import httpx
import msgspec
import pytest
from cryptography.hazmat.primitives.asymmetric import ec
from sqlalchemy import select
from starlette.applications import Starlette

from tablee import games
from tablee.cli import main
from tablee.core.errors import Illegal
from tablee.core.match import Match
from tablee.core.record import read_record
from tablee.core.state import CLOCK, UNTIMED
from tablee.core.verification import find_faults
from tablee.core.vocabulary import format_seat
from tablee.server.auth.accounts import Accounts
from tablee.server.auth.attempts import Attempts
from tablee.server.auth.passkeys import Passkeys, RelyingParty, UsedCredential
from tablee.server.auth.routes import AccountRoutes
from tablee.server.domain import commands, events, schedule
from tablee.server.domain.table import GONE, SPECTATOR, Table
from tablee.server.realtime import render
from tablee.server.realtime.render import Renderer, ViewerProgress
from tablee.server.runtime.registry import TableRegistry
from tablee.server.settings import Settings
from tablee.server.storage.backup import restore
from tablee.server.storage.event_store import EventStore
from tablee.server.storage.replay import replay_all
from tablee.server.storage.schema import METADATA, PARTICIPATION, RESULT
from tests.server.authenticator import Authenticator

FIXTURES = Path(__file__).parent / "fixtures"
DATABASE = FIXTURES / "v0_1_0.sqlite.gz"
BACKUP = FIXTURES / "v0_1_0.backup.gz"
RECORDS = sorted((FIXTURES / "records").glob("*.txt"))
EXPECTED: dict[str, Any] = json.loads((FIXTURES / "v0_1_0.json").read_text("utf-8"))
TABLES: dict[str, Any] = EXPECTED["tables"]
VISITORS: dict[str, str] = EXPECTED["visitors"]
NOW: int = EXPECTED["now"]

anyio = pytest.mark.anyio
every_record = pytest.mark.parametrize("file", RECORDS, ids=lambda file: file.stem)


# Reading a database the way the expectations were read


def digest(value: Any) -> str:
    """Return the SHA-256 of the canonical JSON of a value."""
    text = json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    return hashlib.sha256(text.encode()).hexdigest()


def facts_of_table(table: Table) -> dict[str, Any]:
    """Return what can be compared of a folded table; names of fields in messages are not part of it."""
    return {
        "id": table.id,
        "game": table.opened.game,
        "status": table.status,
        "seq": table.seq,
        "changed": table.last_event_at,
        "options": table.options,
        "clock": [getattr(table.clock, name) for name in table.clock.__struct_fields__],
        "listed": table.listed,
        "secret": table.opened.secret,
        "salt": table.opened.salt,
        "promise": table.secret_commitment,
        "before": table.opened.before,
        "rematch": table.rematch,
        "seats": [
            [chair.visitor_id, chair.name, chair.bot, chair.ready, chair.word, chair.stand_in]
            for chair in table.chairs
        ],
        "chat": [[line.at, line.seat, line.name, line.text] for line in table.chat if not line.note],
        "links": sorted([key, *values] for key, values in table.links.items()),
        "requests": digest(sorted([*key, seq] for key, seq in table.answered.items())),
        **(facts_of_match(table) if table.match is not None else {}),
    }


def facts_of_match(table: Table) -> dict[str, Any]:
    """Return what can be compared of the match at a table, with a digest of each viewer's view and log."""
    match, seats = table.playing(), range(len(table.chairs))
    asking, clocks = table.undo_request, table.clocks.seats
    viewers = {"spectator": SPECTATOR, **{format_seat(seat): seat for seat in seats}}
    return {
        "seed": match.seed,
        "commitment": table.commitment,
        "ply": match.ply,
        "acting": match.state.actors(),
        "scores": list(table.ended.scores) if table.ended else None,
        "ranks": list(table.ended.ranks) if table.ended else None,
        "asking": asking and [asking.seat, asking.ply, sorted(asking.agreed)],
        "undone": [list(each) for each in table.undone],
        "times": digest(table.times),
        "elapsed": [each.elapsed for each in match.played if each.elapsed != UNTIMED],
        "moves of CLOCK": sum(each.seat == CLOCK for each in match.played),
        "due": schedule.next_due(table),
        "deadlines": [schedule.deadline(table, seat) for seat in seats],
        "thinking": [[own.since, own.latest, own.bank, own.holidays, own.rest] for own in clocks],
        "views": {name: digest(view_of(table, viewer)) for name, viewer in viewers.items()},
        "logs": {name: digest(log_of(table, viewer)) for name, viewer in viewers.items()},
    }


# Fields of views that version 0.1.0 did not have.
ADDED_FIELDS = {"cause", "counts", "takers", "wish"}


def view_of(table: Table, viewer: int) -> Any:
    """Return the game's view as a viewer is sent it at the time of the last event, without added fields."""
    update = json.loads(Renderer(table).update(viewer, ViewerProgress(), table.last_event_at))
    return without_added_fields(update["view"])


def without_added_fields(value: Any) -> Any:
    """Return JSON data without the fields that version 0.1.0 did not have."""
    if isinstance(value, list):
        return [without_added_fields(each) for each in value]
    if isinstance(value, dict):
        return {name: without_added_fields(each) for name, each in value.items() if name not in ADDED_FIELDS}
    return value


def log_of(table: Table, viewer: int) -> list[Any]:
    """Return the log lines that a viewer may read, with the plies as the viewer counts them."""
    return [[line.ply, line.seat, line.by, line.words] for line in render.lines(table, viewer, 0)]


async def facts_of_account(accounts: Accounts, visitor_id: str) -> dict[str, Any]:
    """Return the account of a visitor: ways to log in, devices, ratings and history."""
    name = await accounts.account_of(visitor_id)
    methods = await accounts.sign_in_methods(name)
    return {
        "name": name,
        "shown": await accounts.display_name(name),
        "password": methods.password,
        "passkeys": [[each.id, each.label, each.made, each.used] for each in methods.passkeys],
        "devices": sorted(await accounts.sessions(name)),
        "ratings": sorted(await accounts.ratings(name)),
        "history": [[each.table_id, each.status, each.changed] for each in await accounts.history(name)],
    }


async def facts_of_lists(store: EventStore) -> dict[str, Any]:
    """Return the lists of tables that are found without folding any."""
    return {
        "listed": [[each.table_id, each.game, each.free] for each in await store.listed()],
        "due": await store.due(10**15),
    }


# The old database, opened


@pytest.fixture
def old_url(tmp_path: Path) -> str:
    """Unpack the old database."""
    file = tmp_path / "old.db"
    file.write_bytes(gzip.decompress(DATABASE.read_bytes()))
    return f"sqlite:///{file}"


@pytest.fixture
async def registry(old_url: str) -> AsyncIterator[TableRegistry]:
    """Open the old database, migrated, at the time when version 0.1.0 closed it; without a scheduler."""
    registry = TableRegistry(await EventStore.open(old_url), clock=lambda: NOW)
    yield registry
    await registry.close()


async def check_facts(store: EventStore) -> None:
    """Compare everything that is read from a store with what version 0.1.0 read."""
    registry = TableRegistry(store, clock=lambda: NOW)
    found = {table: (await registry.get(table)).table for table in await store.every_table()}
    assert {each["id"] for each in TABLES.values()} == set(found)
    for label, expected in TABLES.items():
        assert expected == facts_of_table(found[expected["id"]]), label
    accounts = Accounts(registry)
    for label, facts in EXPECTED["accounts"].items():
        # Without their values: ratings are computed in another way now.
        expected = {**facts, "ratings": sorted(facts["ratings"])}
        assert expected == await facts_of_account(accounts, VISITORS[label]), label
    assert EXPECTED["lists"] == await facts_of_lists(store)


async def rows_of(store: EventStore) -> dict[str, list[Any]]:
    """Return every row of every table of the schema, in the order of the primary keys."""
    return {
        table.name: sorted(
            (tuple(row) for row in await store.rows(select(table))),
            key=lambda row: [str(value) for value in row],
        )
        for table in METADATA.sorted_tables
    }


@anyio
async def test_the_old_database_is_read_as_it_was(registry: TableRegistry) -> None:
    await check_facts(registry.store)


@anyio
async def test_the_old_backup_is_restored_into_an_empty_store(old_url: str, url: str) -> None:
    assert sum(EXPECTED["rows"].values()) == await restore(url, BACKUP)
    old, restored = await EventStore.open(old_url), await EventStore.open(url)
    try:
        await check_facts(restored)
        rows = await rows_of(restored)
        # Later versions derive more: authors of chat who had no seat, ratings, and results of bots.
        seated, bot = PARTICIPATION.c.keys().index("seated"), RESULT.c.keys().index("bot")
        derived = [row for row in rows["participation"] if not row[seated]] + rows["rating"]
        derived += [row for row in rows["result"] if row[bot]]
        assert sum(EXPECTED["rows"].values()) == sum(map(len, rows.values())) - len(derived)
        assert await rows_of(old) == rows
    finally:
        await old.close()
        await restored.close()


@anyio
async def test_every_old_match_is_replayed_to_the_same_result(old_url: str) -> None:
    found = [each async for each in replay_all(old_url)]
    assert {(each["id"], None) for each in TABLES.values()} == set(found)


@anyio
async def test_the_old_database_holds_every_kind_of_event(registry: TableRegistry) -> None:
    rows = [row for each in TABLES.values() for row in await registry.store.read(each["id"])]
    kinds = {type(events.decode(row.payload).event) for row in rows}
    # As many as version 0.1.0 had; kinds that are new since then are not in it.
    assert 20 == len(kinds)


# Going on where version 0.1.0 stopped


def seat_of_person(table: Table) -> int | None:
    """Return a seat where a person may move now, None if there is none."""
    return next((seat for seat in table.acting() if not table.chairs[seat].acting_bot), None)


@anyio
@pytest.mark.parametrize("label", [label for label, each in TABLES.items() if each["status"] == "playing"])
async def test_an_old_match_goes_on(registry: TableRegistry, label: str) -> None:
    # A clock that the rules keep acts first where it is due.
    actor = await registry.get(TABLES[label]["id"])
    await actor.append_event(schedule.clock_move)
    table = actor.table
    seat = seat_of_person(table)
    assert seat is not None
    before = table.seq
    words = view_at(table, seat)["moves"][0]
    await registry.handle(table.id, table.chairs[seat].visitor_id, commands.Play(id="new", words=words))
    assert before < table.seq


def view_at(table: Table, seat: int) -> Any:
    """Return the view of a seat at the fixed time."""
    return json.loads(Renderer(table).update(seat, ViewerProgress(), NOW))["view"]


@anyio
async def test_an_old_request_sent_again_happens_once(registry: TableRegistry) -> None:
    table = (await registry.get(TABLES["islands_two"]["id"])).table
    (visitor_id, request), seq = next(
        (key, seq) for key, seq in table.answered.items() if key[0] == VISITORS["ann"]
    )
    assert seq == await registry.handle(table.id, visitor_id, commands.Say(id=request, text="again"))
    assert TABLES["islands_two"]["seq"] == table.seq


@anyio
async def test_an_old_seat_link_is_used_once(registry: TableRegistry) -> None:
    link = EXPECTED["link"]
    ((_, seat, until),) = TABLES[link["table"]]["links"]
    registry.clock = lambda: until
    table = (await registry.get(TABLES[link["table"]]["id"])).table
    await registry.handle(table.id, "phone", commands.Claim(id="new", secret=link["secret"]))
    assert seat == table.seat_of("phone")
    with pytest.raises(Illegal, match="link-expired"):
        await registry.handle(table.id, "other", commands.Claim(id="new", secret=link["secret"]))


@anyio
async def test_a_rematch_made_by_the_old_version_is_found(registry: TableRegistry) -> None:
    first, again = (TABLES[label]["id"] for label in ("islands_two", "islands_rematch"))
    table = (await registry.get(first)).table
    assert again == (await registry.rematch(table, VISITORS["ann"])).table.id


# Accounts


@anyio
@pytest.mark.parametrize("label", sorted(EXPECTED["accounts"]))
async def test_an_old_cookie_is_still_known(registry: TableRegistry, label: str) -> None:
    endpoints = AccountRoutes(Attempts(Accounts(registry), Settings().trying)).endpoints()
    app = Starlette(routes=[each.route() for each in endpoints])
    # Browsers keep the name of the cookie and the token in it.
    cookies, expected = {"tablee": EXPECTED["tokens"][label]}, EXPECTED["accounts"][label]
    transport = httpx.ASGITransport(app)
    async with httpx.AsyncClient(transport=transport, base_url="http://test", cookies=cookies) as client:
        me = (await client.get("/api/me")).json()
    assert expected["shown"] == me["name"]
    assert sorted(expected["ratings"]) == [each["game"] for each in me["ratings"]]
    assert [table for table, _, _ in expected["history"]] == [each["id"] for each in me["tables"]]


@anyio
@pytest.mark.parametrize("label", sorted(EXPECTED["passwords"]))
async def test_an_old_password_logs_in(registry: TableRegistry, label: str) -> None:
    accounts, account = Accounts(registry), EXPECTED["accounts"][label]
    with pytest.raises(Illegal, match="wrong-password"):
        await accounts.log_in("new device", account["shown"], "another password")
    await accounts.log_in("new device", account["shown"], EXPECTED["passwords"][label])
    assert account["name"] == await accounts.account_of("new device")


def old_passkey(label: str) -> Authenticator:
    """Return the device that holds a passkey registered with version 0.1.0."""
    kept, key = EXPECTED["passkeys"][label], Authenticator(EXPECTED["origin"])
    key.id, key.count, key.handle = bytes.fromhex(kept["id"]), kept["count"], kept["handle"]
    key.key = ec.derive_private_key(kept["private"], ec.SECP256R1())
    return key


def signed(label: str, options: dict[str, Any]) -> UsedCredential:
    """Return the answer of an old passkey to a challenge."""
    return msgspec.convert(old_passkey(label).sign(options), UsedCredential)


@anyio
@pytest.mark.parametrize("label", sorted(EXPECTED["passkeys"]))
async def test_an_old_passkey_logs_in(registry: TableRegistry, label: str) -> None:
    passkeys, party = Passkeys(Accounts(registry)), RelyingParty("new device", EXPECTED["origin"])
    options = await passkeys.begin(party, "enter")
    assert EXPECTED["accounts"][label]["shown"] == await passkeys.log_in(party, signed(label, options))


@anyio
async def test_a_challenge_of_the_old_version_is_answered_once(registry: TableRegistry) -> None:
    begun = EXPECTED["begun"]
    passkeys, party = (
        Passkeys(Accounts(registry)),
        RelyingParty(VISITORS[begun["visitor"]], EXPECTED["origin"]),
    )
    answer = signed("eve", begun["options"])
    assert EXPECTED["accounts"]["eve"]["shown"] == await passkeys.log_in(party, answer)
    with pytest.raises(Illegal, match="passkey-expired"):
        await passkeys.log_in(party, answer)


@anyio
async def test_a_person_who_was_forgotten_stays_forgotten(registry: TableRegistry) -> None:
    visitor_id = VISITORS["cat"]
    with pytest.raises(Illegal, match="no-account"):
        await Accounts(registry).account_of(visitor_id)
    assert [] == await registry.store.tables_of(visitor_id)
    for label in ("clouds_two", "bonbons_two"):
        table = (await registry.get(TABLES[label]["id"])).table
        assert [GONE] == [chair.name for chair in table.chairs if chair.visitor_id == visitor_id]
        assert [(GONE, GONE)] == [(line.name, line.text) for line in table.chat]


# Records


def test_there_is_a_record_of_every_finished_match() -> None:
    assert sorted(label for label, each in TABLES.items() if each["status"] == "over") == [
        file.stem for file in RECORDS
    ]
    assert set(games.keys()) == {TABLES[file.stem]["game"] for file in RECORDS}


@every_record
def test_an_old_record_is_replayed_and_written_as_it_was(file: Path) -> None:
    text, expected = file.read_text("utf-8"), TABLES[file.stem]
    match, record = games.replay(text), read_record(text)
    assert match.outcome is not None
    assert (expected["scores"], expected["ranks"]) == (list(match.outcome.scores), list(match.outcome.ranks))
    assert expected["ply"] == match.ply
    assert match.state == Match.from_record(record, games.load).state
    assert text == match.record(record.header["salt"], record.notes).text()


@every_record
def test_an_old_record_is_verified(file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as done:
        main(["verify", str(file)])
    assert not done.value.code
    assert "✓" in capsys.readouterr().out
    assert [] == find_faults(file.read_text("utf-8"), games.load)


@anyio
async def test_old_tables_give_the_same_records(registry: TableRegistry) -> None:
    for file in RECORDS:
        table = (await registry.get(TABLES[file.stem]["id"])).table
        assert file.read_text("utf-8") == render.record(table, 0), file.stem
