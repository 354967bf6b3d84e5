"""Tests of a table and its actor: seats, fair deals, moves, undo, leaving, links, rematch, history."""

from __future__ import annotations

import asyncio
import hashlib

import pytest

from tablee import games
from tablee.core.deal import commitment_holds
from tablee.core.errors import Illegal, Stale, Unreadable
from tablee.core.record import read_record
from tablee.core.rng import Rng
from tablee.server.catalog import CATALOG
from tablee.server.domain import commands, create
from tablee.server.domain.events import Moved
from tablee.server.domain.race_clock import COUNTDOWN
from tablee.server.domain.table import SPECTATOR
from tablee.server.realtime import render
from tablee.server.realtime.render import ViewerProgress
from tablee.server.runtime.registry import draw_secret
from tablee.server.runtime.table_actor import TableActor
from tablee.server.storage.event_store import EventStore
from tests.server.table_harness import GAME, TableHarness, new_request_id, refusal

pytestmark = pytest.mark.anyio
every_game = pytest.mark.parametrize("key", games.keys())


@pytest.fixture
async def harness(sqlite_store: EventStore) -> TableHarness:
    """Return a table with three seats that is not open yet."""
    return TableHarness(sqlite_store, GAME, 3)


# Before the match


async def test_the_match_starts_when_every_seat_is_ready(harness: TableHarness) -> None:
    await harness.open()
    await harness.handle("ann", commands.Sit, name="Ann")
    await harness.handle("ben", commands.Sit, name="  Ben   the\tSecond ", seat=2)
    await harness.handle("ann", commands.Hire, seat=1, bot="greedy")
    await harness.handle("ann", commands.Ready)
    assert "open" == harness.update_for()["table"]["status"]
    await harness.handle("ben", commands.Ready, word="abracadabra")
    assert "playing" == harness.update_for()["table"]["status"]
    assert ["Ann", "greedy", "Ben the Second"] == [chair.name for chair in harness.table.chairs]


async def test_name_and_face_may_be_changed_on_the_own_seat_before_the_start(harness: TableHarness) -> None:
    await harness.open()
    await harness.handle("ann", commands.Sit, name="Ann", seat=1, face="owl")
    await harness.handle("ann", commands.Ready, word="abracadabra")
    await harness.handle("ann", commands.Sit, name="Anne", seat=1, face="fox")
    seat = harness.update_for()["table"]["seats"][1]
    assert ("Anne", "fox", True, "abracadabra") == (seat["name"], seat["face"], seat["ready"], seat["word"])
    assert "already-seated" == await refusal(harness, "ann", commands.Sit, name="Ann", seat=0)


async def test_a_rematch_keeps_the_faces(harness: TableHarness) -> None:
    await harness.open()
    await harness.handle("ann", commands.Sit, name="Ann", face="owl")
    rematch = create.open_rematch(harness.table, create.SeedSecret("secret", "salt"), "ann")
    assert [guest.face for guest in rematch.guests if guest.visitor_id] == ["owl"]


async def test_commands_that_are_refused_before_the_start(harness: TableHarness) -> None:
    await harness.open()
    await harness.handle("ann", commands.Sit, name="Ann", seat=0)
    assert "already-seated" == await refusal(harness, "ann", commands.Sit, name="Ann")
    assert "seat-taken" == await refusal(harness, "ben", commands.Sit, name="Ben", seat=0)
    assert "seat-taken" == await refusal(harness, "ben", commands.Sit, name="Ben", seat=5)
    assert "no-name" == await refusal(harness, "ben", commands.Sit, name="   ")
    assert "not-one-line" == await refusal(harness, "ben", commands.Sit, name="B\u202een")
    assert "not-seated" == await refusal(harness, "ben", commands.Ready)
    assert "not-your-table" == await refusal(harness, "ben", commands.Hire, seat=1, bot="random")
    assert "no-such-bot" == await refusal(harness, "ann", commands.Hire, seat=1, bot="/tmp/evil.py:bot")
    assert "seat-taken" == await refusal(harness, "ann", commands.Hire, seat=0, bot="random")
    assert "no-bot-there" == await refusal(harness, "ann", commands.Free, seat=0)
    assert "not-started" == await refusal(harness, "ann", commands.Play, words="draw top")
    assert "not-over" == await refusal(harness, "ann", commands.Rematch)
    assert "no-such-option" == await refusal(harness, "ann", commands.Arrange, options={"x": "y"})
    assert "bad-clock" == await refusal(harness, "ann", commands.Arrange, clock={"kind": "live"})


async def test_a_full_or_started_table_cannot_be_joined(harness: TableHarness) -> None:
    await harness.open(people=2)
    await harness.handle("C", commands.Sit, name="C")
    assert "table-full" == await refusal(harness, "dan", commands.Sit, name="Dan")
    await harness.handle("C", commands.Ready)
    assert "already-started" == await refusal(harness, "dan", commands.Sit, name="Dan")
    assert "already-started" == await refusal(harness, "A", commands.Arrange)


async def test_after_another_arrangement_everybody_must_be_ready_again(harness: TableHarness) -> None:
    await harness.open(people=2)
    await harness.handle("A", commands.Arrange, clock={"kind": "days", "days": 2})
    assert [False, False, False] == [chair.ready for chair in harness.table.chairs]
    assert "days" == harness.table.clock.kind


async def test_a_bot_may_be_sent_away_and_a_person_may_leave(harness: TableHarness) -> None:
    await harness.open(people=1)
    await harness.handle("A", commands.Hire, seat=1, bot="random")
    await harness.handle("A", commands.Free, seat=1)
    await harness.handle("A", commands.Leave)
    assert all(chair.free for chair in harness.table.chairs)


async def test_a_table_that_does_not_exist_is_refused(sqlite_store: EventStore) -> None:
    missing = TableHarness(sqlite_store, GAME, 3)
    with pytest.raises(Unreadable, match="no-such-table"):
        await missing.handle("A", commands.Sit, name="A")


def test_a_table_must_fit_the_game() -> None:
    with pytest.raises(Illegal, match="wrong-number-of-seats"):
        create.open_table(CATALOG, draw_secret(), GAME, 9, "A")
    with pytest.raises(Unreadable, match="no-such-game"):
        create.open_table(CATALOG, draw_secret(), "nothing", 2, "A")


# Fair deals


async def test_a_deal_is_committed_to_before_people_add_words_and_shown_at_the_end(
    harness: TableHarness,
) -> None:
    await harness.open(people=2)
    published = harness.update_for()["table"]["promise"]
    await harness.handle("C", commands.Sit, name="C")
    await harness.handle("A", commands.Ready, word="one")
    await harness.handle("C", commands.Ready, word="three words here")
    shown = harness.update_for()["table"]
    assert (published, "", "", "") == (shown["promise"], shown["secret"], shown["salt"], shown["seed"])
    await harness.play_some(10_000, Rng("deal"))
    over = harness.update_for()["table"]
    assert commitment_holds(published, over["secret"], over["salt"])
    assert over["secret"] + " one three words here" == over["seed"]
    assert commitment_holds(shown["commitment"], over["seed"], over["salt"])


async def test_the_record_is_for_after_the_match(harness: TableHarness) -> None:
    await harness.open(people=3)
    with pytest.raises(Illegal, match="not-over"):
        render.record(harness.table, harness.now)
    await harness.play_some(10_000, Rng("record"))
    text = render.record(harness.table, harness.now)
    assert read_record(text).commitment_holds()
    assert games.replay(text).state == harness.table.playing().state
    assert "note seat A: person name A" in text


# During the match


async def test_a_command_sent_twice_is_carried_out_once(harness: TableHarness) -> None:
    await harness.open(people=3)
    seat = harness.table.acting()[0]
    visitor_id = harness.table.chairs[seat].visitor_id
    words = harness.table.playing().state.view(seat)["moves"][0]
    play = commands.Play(id="again", words=words, seen=0)
    answers = [await harness.actor.handle(visitor_id, play) for _ in range(3)]
    answers += await asyncio.gather(*(harness.actor.handle(visitor_id, play) for _ in range(3)))
    assert 1 == len(set(answers))
    assert 1 == harness.table.playing().ply


async def test_the_same_id_of_another_person_is_another_command(harness: TableHarness) -> None:
    await harness.open(people=2)
    await harness.actor.handle("A", commands.Say(id="same", text="hello"))
    await harness.actor.handle("B", commands.Say(id="same", text="hello"))
    assert 2 == harness.table.chat_count


async def test_refusals_carry_reason_values_and_rule(harness: TableHarness) -> None:
    await harness.open(people=3)
    seat = harness.table.acting()[0]
    visitor_id, waiting = (
        harness.table.chairs[seat].visitor_id,
        harness.table.chairs[(seat + 1) % 3].visitor_id,
    )
    assert "unknown-verb" == await refusal(harness, visitor_id, commands.Play, words="fly away")
    assert "not-your-turn" == await refusal(harness, waiting, commands.Play, words="draw top")
    assert "not-seated" == await refusal(harness, "nobody", commands.Play, words="draw top")
    await harness.play_any(seat, Rng("refusal"))
    with pytest.raises(Illegal) as refused:
        await harness.handle(visitor_id, commands.Play, words="draw top")
    assert refused.value.rule


async def test_a_move_that_answers_an_old_view_is_stale(harness: TableHarness) -> None:
    await harness.open(people=3)
    seat = harness.table.acting()[0]
    await harness.play_any(seat, Rng("stale"))
    again = harness.table.acting()[0]
    words = harness.table.playing().state.view(again)["moves"][0]
    with pytest.raises(Stale) as refused:
        await harness.handle(harness.table.chairs[again].visitor_id, commands.Play, words=words, seen=0)
    assert {"seen": 0, "now": 1} == refused.value.values


async def test_two_processes_at_one_table_never_collide(store: EventStore) -> None:
    """Play all seats through two actors that do not know of each other; the log decides."""
    one = TableHarness(store, GAME, 3)
    await one.open(people=3)
    other = TableActor(one.table.id, store, one.on_table_changed, lambda: one.now)
    await other.refresh()
    rng = Rng("two")
    for turn in range(40):
        seat = one.table.acting()[0]
        legal = one.table.playing().state.view(seat)["moves"]
        play = commands.Play(id=new_request_id(), words=legal[rng.below(len(legal))])
        visitor_id = one.table.chairs[seat].visitor_id
        both = await asyncio.gather(one.actor.handle(visitor_id, play), other.handle(visitor_id, play))
        assert both[0] == both[1], f"turn {turn}"
        await one.actor.refresh()
    assert 40 == one.table.playing().ply == other.table.playing().ply
    assert one.table.playing().state == other.table.playing().state


async def test_what_another_process_wrote_is_read_before_a_command_is_refused(store: EventStore) -> None:
    """Sit down at one process and send the next command to another, which the bus has not told yet."""
    one = TableHarness(store, GAME, 2)
    await one.open()
    other = TableActor(one.table.id, store, one.on_table_changed, lambda: one.now)
    await other.refresh()
    for visitor_id in "AB":
        await one.handle(visitor_id, commands.Sit, name=f"name {visitor_id}")
        await other.handle(visitor_id, commands.Ready(id=new_request_id()))
    assert "playing" == other.table.status
    with pytest.raises(Illegal):
        await one.handle("C", commands.Ready)
    assert one.table.seq == other.table.seq


@every_game
async def test_a_table_is_what_its_log_says(sqlite_store: EventStore, key: str) -> None:
    """Compare the updates of two actors, one of which reads only the log."""
    harness = TableHarness(sqlite_store, key, games.load(key).seats[0])
    await harness.open(people=harness.seats)
    await harness.play_some(60, Rng(key))
    again = TableActor(harness.table.id, sqlite_store, harness.on_table_changed, lambda: harness.now)
    await again.refresh()
    for viewer in range(SPECTATOR, harness.seats):
        assert render.Renderer(again.table).update(viewer, ViewerProgress(), 0) == render.Renderer(
            harness.table
        ).update(viewer, ViewerProgress(), 0)
    assert harness.table.answered == again.table.answered
    assert harness.table.times == again.table.times


async def test_listeners_are_notified_of_every_event_in_the_log(harness: TableHarness) -> None:
    await harness.open(people=3)
    await harness.play_some(5, Rng("notified"))
    assert list(range(1, harness.table.seq + 1)) == harness.notified
    assert harness.table.seq == len(await harness.store.read(harness.table.id))


async def test_an_update_holds_what_is_new(harness: TableHarness) -> None:
    await harness.open(people=3)
    progress = ViewerProgress()
    rng = Rng("update")
    first = harness.update_for(progress=progress)
    assert (0, []) == (first["since"], first["log"])
    assert b"" == render.Renderer(harness.table).update(SPECTATOR, progress, harness.now)
    await harness.play_some(3, rng)
    assert [1, 2, 3] == [line["ply"] for line in harness.update_for(progress=progress)["log"]]
    await harness.play_some(1, rng)
    await harness.handle("A", commands.Say, text="well played")
    update = harness.update_for(progress=progress)
    assert ([4], ["well played"]) == (
        [line["ply"] for line in update["log"]],
        [line["text"] for line in update["chat"]],
    )


# Undo


async def play_against_bots(harness: TableHarness) -> int:
    """Play twelve moves at a table of person A and two bots, and return the seat of A."""
    await harness.open(people=1, bots=2)
    rng = Rng("alone")
    for _ in range(12):
        seat = harness.table.acting()[0]
        if seat == 0:
            await harness.play_any(0, rng)
        else:
            words = harness.table.playing().state.view(seat)["moves"][0]
            moved = Moved(seat, words, "bot")
            await harness.actor.append_event(lambda *_, moved=moved: moved)
    return 0


async def test_against_bots_a_move_may_always_be_undone(harness: TableHarness) -> None:
    await play_against_bots(harness)
    last = max(ply for ply, line in enumerate(harness.table.log) if line.seat == 0)
    progress = ViewerProgress()
    harness.update_for(0, progress)
    await harness.handle("A", commands.Undo)
    assert last == harness.table.playing().ply == len(harness.table.log) == len(harness.table.times) - 1
    assert (last, []) == (harness.update_for(0, progress)["since"], [])
    assert [0] == harness.table.acting()


async def test_among_people_the_others_are_asked_once_something_was_revealed(harness: TableHarness) -> None:
    await harness.open(people=3)
    seat = harness.table.acting()[0]
    requester, *others = [harness.table.chairs[(seat + turn) % 3].visitor_id for turn in range(3)]
    assert "nothing-to-undo" == await refusal(harness, requester, commands.Undo)
    assert "nothing-asked" == await refusal(harness, requester, commands.Agree, agreed=True)
    await harness.play_any(seat, Rng("revealed"))
    await harness.handle(requester, commands.Undo)
    assert {"seat": seat, "ply": 0, "agreed": []} == harness.update_for()["table"]["asking"]
    assert "your-own-question" == await refusal(harness, requester, commands.Agree, agreed=True)
    assert "undo-already-asked" == await refusal(harness, requester, commands.Undo)
    await harness.handle(others[0], commands.Agree, agreed=True)
    assert 1 == harness.table.playing().ply
    await harness.handle(others[1], commands.Agree, agreed=True)
    assert (0, None) == (harness.table.playing().ply, harness.table.undo_request)


async def test_one_disagreement_ends_an_undo_request(harness: TableHarness) -> None:
    await harness.open(people=3)
    seat = harness.table.acting()[0]
    await harness.play_any(seat, Rng("no"))
    await harness.handle(harness.table.chairs[seat].visitor_id, commands.Undo)
    await harness.handle(harness.table.chairs[(seat + 1) % 3].visitor_id, commands.Agree, agreed=False)
    assert (1, None) == (harness.table.playing().ply, harness.table.undo_request)


async def test_a_move_that_revealed_nothing_is_undone_at_once(harness: TableHarness) -> None:
    """Undo the placing of an open tile; the draw before it did reveal something."""
    await harness.open(people=3)
    rng = Rng("free")
    seat = harness.table.acting()[0]
    await harness.play_any(seat, rng)
    taker = harness.table.acting()[0]
    await harness.play_any(taker, rng)
    await harness.handle(harness.table.chairs[taker].visitor_id, commands.Undo)
    assert 1 == harness.table.playing().ply


# Chat, leaving, links, rematch


async def test_chat_has_limits(harness: TableHarness) -> None:
    await harness.open(people=1)
    for number in range(5):
        await harness.handle("A", commands.Say, text=f"line {number}")
    assert "too-many-lines" == await refusal(harness, "A", commands.Say, text="one more")
    await harness.handle("watcher", commands.Say, text="hello", name="Wim")
    assert "nothing-said" == await refusal(harness, "watcher", commands.Say, text="  ", name="Wim")
    assert "nothing-said" == await refusal(harness, "watcher", commands.Say, text="I have no name")
    harness.now += 10_001
    await harness.handle("A", commands.Say, text="one more")
    assert (-1, "Wim") == (harness.update_for()["chat"][5]["seat"], harness.update_for()["chat"][5]["name"])


async def test_a_bot_plays_for_a_person_who_leaves_until_the_return(harness: TableHarness) -> None:
    await harness.open(people=3)
    assert "you-play-already" == await refusal(harness, "A", commands.Return)
    await harness.handle("A", commands.Leave)
    assert harness.update_for()["table"]["seats"][0]["away"]
    assert "bot-plays-for-you" == await refusal(harness, "A", commands.Play, words="draw top")
    assert "bot-plays-for-you" == await refusal(harness, "A", commands.Leave)
    await harness.handle("A", commands.Return)
    assert [0, 1, 2] == harness.table.people()


async def test_a_link_moves_a_seat_once_and_not_for_long(harness: TableHarness) -> None:
    await harness.open(people=3)
    secret = "a secret that is long enough"
    key = hashlib.sha256(secret.encode()).hexdigest()
    await harness.handle("A", commands.Lend, key=key)
    assert "already-seated" == await refusal(harness, "B", commands.Claim, secret=secret)
    assert "link-expired" == await refusal(harness, "phone", commands.Claim, secret=secret + "?")
    await harness.handle("phone", commands.Claim, secret=secret)
    assert (0, None) == (harness.table.seat_of("phone"), harness.table.seat_of("A"))
    assert "link-expired" == await refusal(harness, "A", commands.Claim, secret=secret)
    await harness.handle("phone", commands.Lend, key=key)
    harness.now += 3_600_001
    assert "link-expired" == await refusal(harness, "A", commands.Claim, secret=secret)


async def test_links_have_a_limit(harness: TableHarness) -> None:
    await harness.open(people=3)
    for number in range(8):
        await harness.handle("A", commands.Lend, key=f"{number:064x}")
    assert "too-many-links" == await refusal(harness, "A", commands.Lend, key="f" * 64)


async def test_a_rematch_has_the_same_people_one_seat_on(harness: TableHarness) -> None:
    await harness.open(people=3)
    await harness.play_some(10_000, Rng("rematch"))
    assert "match-over" == await refusal(harness, "A", commands.Undo)
    await harness.handle("B", commands.Rematch)
    assert "rematch-exists" == await refusal(harness, "C", commands.Rematch)
    again = TableActor(harness.table.rematch, harness.store, harness.on_table_changed, lambda: harness.now)
    await again.open(create.open_rematch(harness.table, draw_secret(), "B"))
    await again.open(create.open_rematch(harness.table, draw_secret(), "C"))
    assert ["B", "C", "A"] == [chair.visitor_id for chair in again.table.chairs]
    assert (1, "B") == (again.table.seq, again.table.opened.host)


# History


@every_game
async def test_history_is_shown_at_any_ply_except_in_memory_games(sqlite_store: EventStore, key: str) -> None:
    harness = TableHarness(sqlite_store, key, games.load(key).seats[0])
    await harness.open(people=harness.seats)
    views = [harness.table.playing().state.view(0)]
    for _ in range(12):
        await harness.play_some(1, Rng(f"{len(views)}"))
        views.append(harness.table.playing().state.view(0))
    memory = any(line.live != line.logged for line in harness.table.log)
    for ply, view in enumerate(views[:-1]):
        if memory:
            with pytest.raises(Illegal, match="memory-game"):
                render.history(harness.table, 0, ply, harness.now + COUNTDOWN)
        else:
            assert view == render.history(harness.table, 0, ply, harness.now + COUNTDOWN)
    assert views[-1] == render.history(harness.table, 0, 12, harness.now + COUNTDOWN)
    with pytest.raises(Illegal, match="no-such-ply"):
        render.history(harness.table, 0, 13, harness.now + COUNTDOWN)


@every_game
async def test_the_log_since_a_ply_is_what_a_log_may_keep(sqlite_store: EventStore, key: str) -> None:
    harness = TableHarness(sqlite_store, key, games.load(key).seats[0])
    await harness.open(people=harness.seats)
    await harness.play_some(9, Rng("left"))
    slice_ = render.lines(harness.table, 0, 5)
    assert [6, 7, 8, 9] == [line.ply for line in slice_]
    assert [line.logged[0] for line in harness.table.log[5:]] == [line.words for line in slice_]
