"""Tests of tables on a device: the routes of a server over a database of the browser, here in memory."""

import asyncio
from functools import partial

import pytest

from tablee import games
from tablee.core.exercise import exercises_of
from tablee.core.timed import Timed
from tablee.core.verification import find_faults
from tablee.server.local.bots import JobResult, WorkerBots, run_job, served_levels, to_text
from tablee.server.runtime.bot_runner import run_bot
from tests.server.local_device import Device, InlineWorker, MemoryDatabase, run, start
from tests.server.site import TIMEOUT

# Games without timers are played here as fast as the messages go; the others in a browser.
UNTIMED = [game.key for game in games.all() if type(game.deal(2, "any")).timer is Timed.timer]


@pytest.mark.parametrize("game", UNTIMED)
def test_a_match_is_played_to_its_end_and_its_record_verifies(game: str) -> None:
    async def test() -> None:
        device = Device()
        table = await start(device, game)
        await device.play("any")
        status, record = await device.request("GET", f"/api/tables/{table}/record")
        assert 200 == status
        assert [] == find_faults(record, games.load)
        status, view = await device.request("GET", f"/api/tables/{table}/history/3")
        assert (200, 3) == (status, view["ply"])
        await device.app.close()

    run(test)


@pytest.mark.parametrize("game", UNTIMED)
def test_a_page_that_is_closed_without_notice_loses_no_event(game: str) -> None:
    async def test() -> None:
        before = Device()
        table = await start(before, game)
        last = await before.play("any", plies=7)
        # Nothing is closed: this is a page that the system has ended.
        after = Device(before.database)
        after.connect(table)
        await after.next()
        assert after.update is not None
        assert last["view"] == after.update["view"]
        over = await after.play("other")
        assert "over" == over["table"]["status"]

    run(test)


def test_an_event_that_is_not_stored_is_not_shown_and_can_be_sent_again() -> None:
    async def test() -> None:
        device = Device()
        await start(device, UNTIMED[0])
        await device.play("any", plies=2)
        seen, device.database.broken = len(device.messages), True
        assert device.update is not None
        request_id = device.send(t="play", words=device.update["view"]["moves"][0])
        await device.next()
        refused = [each for each in device.messages[seen:] if each.get("id") == request_id]
        assert ("not-stored", True) == (refused[0]["code"], refused[0]["retry"])
        assert not [each for each in device.messages[seen:] if each["t"] == "update"]
        device.database.broken = False
        await device.play("any", plies=4)

    run(test)


def test_two_pages_of_one_device_play_the_same_match() -> None:
    async def test() -> None:
        one = Device()
        table = await start(one, UNTIMED[0])
        other = Device(one.database)
        other.connect(table)
        await one.play("any", plies=4)
        await asyncio.gather(one.play("one"), other.play("other"))
        assert one.update
        assert other.update
        assert one.update["view"]["outcome"] == other.update["view"]["outcome"]

    run(test)


def test_people_who_share_the_device_have_seats_of_their_own() -> None:
    async def test() -> None:
        device = Device()
        game = UNTIMED[0]
        _, link = await device.request("POST", "/api/tables", {"game": game, "seats": 2})
        for person in ("", "?person=1"):
            for command in ({"t": "sit", "name": f"P{person[-1:]}"}, {"t": "ready"}):
                path = f"/api/tables/{link['id']}/ask{person}"
                body = {"id": f"{command['t']}{person[-1:]}", **command}
                status, answer = await device.request("POST", path, body)
                assert 200 == status, answer
        seats = set()
        for person in ("", "1"):
            device.connect(link["id"], person)
            await device.next()
            assert device.update is not None
            seats.add(device.update["you"])
        assert {0, 1} == seats

    run(test)


def test_a_hint_and_an_undo_work_against_bots() -> None:
    async def test() -> None:
        device = Device()
        table = await start(device, UNTIMED[0])
        await device.play("any", plies=4)
        status, hint = await device.request("GET", f"/api/tables/{table}/hint")
        assert 200 == status, hint
        assert device.update is not None
        assert hint["moves"][0]["move"] in device.update["view"]["moves"]
        device.send(t="undo")
        await device.next()
        assert device.update["view"]["ply"] < 4

    run(test)


def test_a_table_that_does_not_exist_is_refused() -> None:
    async def test() -> None:
        device = Device()
        device.connect("no-such-table-id")
        await device.next()
        assert [(1008, "no-such-table")] == device.closed
        assert (404, "no-such-table") == await code_of(device, "/api/tables/no-such-table-id")
        assert (404, "no-such-game") == await code_of(device, "/api/games/none/pieces")

    run(test)


async def code_of(device: Device, path: str) -> tuple[int, str]:
    """Return status and refusal code of a request."""
    status, refused = await device.request("GET", path)
    return status, refused["code"]


def test_a_bot_that_does_not_answer_is_replaced_and_the_match_goes_on(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    class HangingWorker(InlineWorker):
        """Answers nothing before the first restart."""

        restarts = 0

        async def run(self, job: str) -> str:
            if not self.restarts:
                await asyncio.Event().wait()
            return await super().run(job)

        def restart(self) -> None:
            self.restarts += 1
            # From now on bots answer, on a busy machine late.
            monkeypatch.setattr("tablee.server.local.bots.TIMEOUT", TIMEOUT)

    async def test() -> None:
        monkeypatch.setattr("tablee.server.local.bots.TIMEOUT", 0.2)
        worker = HangingWorker()
        device = Device(worker=worker)
        await start(device, UNTIMED[0])
        await device.play("any", plies=6)
        assert 1 == worker.restarts

    run(test)


def test_lessons_pieces_and_score_pads_are_served() -> None:
    async def test() -> None:
        device = Device()
        _, found = await device.request("GET", "/api/games")
        assert games.keys() == [each["key"] for each in found]
        for game in found:
            assert 200 == (await device.request("GET", f"/api/games/{game['key']}/pieces"))[0]
            for lesson in game["lessons"]:
                path = f"/api/games/{game['key']}/lessons/{lesson['name']}"
                assert 200 == (await device.request("GET", path))[0]

    run(test)


def test_a_match_is_reviewed_and_the_review_is_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    async def test() -> None:
        key = UNTIMED[0]
        monkeypatch.setattr(type(games.load(key)), "review_simulations", 60)
        device = Device()
        table = await start(device, key)
        path = f"/api/tables/{table}/review"
        assert "not-over" == (await device.request("POST", path))[1]["code"]
        await device.play("any")
        assert "none" == (await device.request("GET", path))[1]["status"]
        _, state = await device.request("POST", path)
        while state["status"] in ("waiting", "running"):
            await asyncio.sleep(0.05)
            _, state = await device.request("GET", path)
        assert "done" == state["status"]
        assert len(state["points"]) == len(state["review"]["curve"])
        # Another page of the device, later.
        assert state == (await Device(device.database).request("GET", path))[1]

    run(test)


def test_exercises_are_judged_and_the_rating_is_kept() -> None:
    async def test() -> None:
        key = UNTIMED[0]
        device = Device()
        _, page = await device.request("GET", f"/api/exercises/{key}")
        answer = exercises_of(games.load(key))[page["task"]["id"]].answer
        path = f"/api/exercises/{key}/{page['task']['id']}/answer"
        status, _ = await device.request("POST", path, {"moves": ["no such move"]})
        assert (400, {}) == (status, device.database.values)
        _, first = await device.request("POST", path, {"moves": [answer]})
        assert first["right"]
        assert first["rated"]
        assert first["after"]["value"] > first["before"]["value"]
        # A second answer changes nothing, and another one is asked next.
        _, second = await device.request("POST", path, {"moves": []})
        assert (False, False, first["after"]) == (second["right"], second["rated"], second["after"])
        _, after = await Device(device.database).request("GET", f"/api/exercises/{key}")
        assert (1, 1, first["after"]) == (after["answered"], after["right"], after["rating"])
        assert page["task"]["id"] != after["task"]["id"]

    run(test)


def test_plain_rules_serve_all_levels_but_the_expert() -> None:
    assert ["beginner", "casual", "regular", "strong"] == served_levels(compiled=False)
    assert "expert" == served_levels(compiled=True)[-1]


def test_the_tables_of_a_device_are_limited_and_listed() -> None:
    async def test() -> None:
        device = Device(MemoryDatabase())
        for _ in range(30):
            status, _ = await device.request("POST", "/api/tables", {"game": UNTIMED[0], "seats": 2})
            assert 201 == status
        status, refused = await device.request("POST", "/api/tables", {"game": UNTIMED[0], "seats": 2})
        assert (429, "too-many-tables") == (status, refused["code"])

    run(test)


class BusyWorker(InlineWorker):
    """Counts jobs and never answers, once `busy`."""

    def __init__(self) -> None:
        self.busy = False
        self.asked = asyncio.Event()
        self.cancelled = asyncio.Event()

    async def run(self, job: str) -> str:
        if not self.busy:
            return await super().run(job)
        self.asked.set()
        await asyncio.Event().wait()
        raise AssertionError

    def cancel(self) -> None:
        self.busy = False
        self.cancelled.set()


def test_an_undo_ends_the_search_of_a_bot_and_the_match_goes_on() -> None:
    async def test() -> None:
        worker = BusyWorker()
        device = Device(worker=worker)
        await start(device, UNTIMED[0])
        update = await device.play("any", plies=2)
        worker.busy = True
        device.send(t="play", words=update["view"]["moves"][0], seen=update["view"]["ply"])
        await asyncio.wait_for(worker.asked.wait(), TIMEOUT)
        device.send(t="undo")
        await asyncio.wait_for(worker.cancelled.wait(), TIMEOUT)
        await device.play("any", plies=6)

    run(test)


def test_a_cancelled_search_ends_between_two_slices() -> None:
    state = games.load("islands").deal(2, "any")
    job = partial(run_bot, f"search:{10**9}", "islands", state, state.actors()[0])

    async def is_cancelled() -> bool:
        return True

    text = to_text(partial(job, memory_key="", seed="any", seconds=600.0))
    assert "" == asyncio.run(run_job(text, is_cancelled))


class TimedWorker(InlineWorker):
    """Answers with a move and the seconds it claims to have taken."""

    def __init__(self, *seconds: float) -> None:
        self.seconds = list(seconds)
        self.slow = 0

    async def run(self, job: str) -> str:
        return to_text(JobResult("any", self.seconds.pop(0)))

    def on_slow(self) -> None:
        self.slow += 1


@pytest.mark.parametrize(
    "seconds, is_slow",
    [
        ((4.0, 4.0, 4.0, 4.0), True),
        ((4.1, 0.1, 4.0, 0.0, 4.2), True),
        ((4.0, 4.0, 1.0, 4.0, 4.0), False),
        ((3.9, 3.9, 3.9), False),
    ],
)
def test_a_device_is_too_slow_if_three_searches_in_a_row_run_out_of_time(
    seconds: tuple[float, ...], is_slow: bool
) -> None:
    worker, state = TimedWorker(*seconds), games.load("islands").deal(2, "any")

    async def test() -> None:
        bot_runner = WorkerBots(worker)
        for _ in seconds:
            await bot_runner.choose_move("expert", "islands", state, 0)

    run(test)
    assert worker.slow == int(is_slow)
