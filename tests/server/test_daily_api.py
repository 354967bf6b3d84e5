"""Tests of the deal of the day over HTTP: equal matches at two processes, the ranking, the proof."""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from tablee.cli import main
from tablee.core.daily import closing_of, previous_secret
from tests.server.site import Visitor, refusal, site
from tests.web.server import stop_days

SOLO = "clouds"
AGAINST_BOTS = "islands"
Visit = Callable[[str, str], Visitor]


@pytest.fixture(autouse=True)
def today(monkeypatch: pytest.MonkeyPatch) -> str:
    """Return the day, which stays the same for the servers of a test that runs over midnight."""
    return stop_days(monkeypatch.setattr)


@pytest.fixture
def visit() -> Iterator[Visit]:
    """Yield a function that makes a visitor of a site, by address and name; all are closed at the end."""
    visitors: list[Visitor] = []

    def make(address: str, name: str) -> Visitor:
        visitors.append(Visitor(address, name))
        return visitors[-1]

    yield make
    for each in visitors:
        each.close()


@pytest.fixture
def ann(visit: Visit, address: str) -> Visitor:
    return visit(address, "Ann")


@pytest.fixture
def ben(visit: Visit, address: str) -> Visitor:
    return visit(address, "Ben")


def begin(visitor: Visitor, day: str, game: str, **more: object) -> str:
    """Begin a try as this visitor, and return the id of its table."""
    table: str = visitor.post(f"/api/daily/{day}/{game}", {"name": visitor.name, **more})["id"]
    return table


def play_out(visitor: Visitor, table: str, stop_after: int = 10_000) -> list[str]:
    """Play by a rule that depends on the view alone, and return the moves that were announced."""
    with visitor.connect(table) as client:
        client.wait_for("update")
        for _ in range(stop_after):
            while not (client.update["view"]["moves"] or client.update["table"]["status"] == "over"):
                client.wait_for("update")
            if client.update["table"]["status"] == "over":
                break
            view = client.update["view"]
            words = view["moves"][7 * view["ply"] % len(view["moves"])]
            assert "answer" == client.request("play", words=words, seen=view["ply"])["t"]
            while client.update["view"]["ply"] == view["ply"]:
                client.wait_for("update")
    return [line["words"] for line in visitor.get(f"/api/tables/{table}/log")]


@pytest.fixture
def two_processes(sqlite_url: str) -> Iterator[tuple[str, str]]:
    """Start two servers on one store, and yield their addresses."""
    with site(sqlite_url) as one, site(sqlite_url) as other:
        yield one, other


def test_two_people_with_equal_moves_play_the_same_match_at_two_processes(
    two_processes: tuple[str, str], today: str, visit: Visit
) -> None:
    people = [visit(address, name) for address, name in zip(two_processes, ("Ann", "Ben"), strict=True)]
    matches = [play_out(each, begin(each, today, AGAINST_BOTS)) for each in people]
    assert len(matches[0]) > 20
    assert matches[0] == matches[1]
    rows = people[1].get(f"/api/daily/{today}/{AGAINST_BOTS}")["top"]
    assert [1, 1] == [row["place"] for row in rows]


def test_a_restart_in_the_middle_changes_nothing(sqlite_url: str, today: str, visit: Visit) -> None:
    with site(sqlite_url) as address:
        ann, ben = visit(address, "Ann"), visit(address, "Ben")
        whole, table = play_out(ann, begin(ann, today, AGAINST_BOTS)), begin(ben, today, AGAINST_BOTS)
        play_out(ben, table, stop_after=6)
        cookies = dict(ben.http.cookies)
    with site(sqlite_url) as address:
        ben = visit(address, "Ben")
        ben.http.cookies.update(cookies)
        assert table == begin(ben, today, AGAINST_BOTS)
        assert whole == play_out(ben, table)


# One site for what follows: the tests use visitors of their own.


def test_before_the_own_try_only_the_number_of_people_is_told(ann: Visitor, ben: Visitor, today: str) -> None:
    table = begin(ann, today, SOLO)
    play_out(ann, table)
    deal = game_of(ben.get("/api/daily"), SOLO)
    assert (False, []) == (deal["open"], deal["tries"])
    assert deal["players"] >= 1
    assert "daily-private" == refusal(ben, f"/api/daily/{today}/{SOLO}")
    for path in ("", "/log", "/history/1", "/record", "/qr.svg"):
        assert "daily-private" == refusal(ben, f"/api/tables/{table}{path}"), path
    with ben.connect(table) as client:
        assert "daily-private" == client.receive()["code"]
    assert "daily-secret" == refusal(ann, f"/api/tables/{table}/record")


def game_of(daily: dict[str, Any], game: str) -> dict[str, Any]:
    found: dict[str, Any] = next(each for each in daily["games"] if each["game"] == game)
    return found


def test_after_the_own_try_the_ranking_shows_everybody_and_the_expert(
    ann: Visitor, ben: Visitor, address: str, today: str, visit: Visit
) -> None:
    tables = [begin(each, today, SOLO) for each in (ann, ben)]
    for each, table in zip((ann, ben), tables, strict=True):
        play_out(each, table)
    found = ben.get(f"/api/daily/{today}/{SOLO}")
    assert {*tables} <= {row["table"] for row in found["top"]}
    assert [tables[1]] == [row["table"] for row in found["top"] if row["you"]]
    assert found["players"] == sum(count for _, count in found["scores"])
    while found["expert"]["score"] is None:
        time.sleep(0.05)
        found = ben.get(f"/api/daily/{today}/{SOLO}")
    update = ben.get(f"/api/tables/{found['expert']['table']}")
    assert [found["expert"]["score"]] == update["view"]["outcome"]["scores"]
    stranger = visit(address, "Cat")
    assert "daily-private" == refusal(stranger, f"/api/tables/{found['expert']['table']}")
    daily = ben.get("/api/daily")
    assert (1, True) == (daily["streak"], daily["week"][-1]["played"])
    played = {"day": today, "scores": {SOLO: found["own"]["score"]}, "ranked": True}
    assert played == ben.get("/api/daily/calendar")[-1]


def test_the_ranked_try_gets_no_hint_and_no_undo(ann: Visitor, today: str) -> None:
    table = begin(ann, today, SOLO)
    play_out(ann, table, stop_after=2)
    assert "daily-no-help" == refusal(ann, f"/api/tables/{table}/hint")
    assert "daily-no-help" == ann.refusal(table, "undo")
    assert "daily-waits" == ann.refusal(table, "leave")
    body = {"name": "Ann", "ranked": False}
    assert "daily-ranked-first" == refusal(ann, f"/api/daily/{today}/{SOLO}", body)


@pytest.mark.parametrize("path", ["2026-02-30/clouds", "1999-01-01/clouds", "2999-01-01/clouds", "x/clouds"])
def test_a_day_without_a_deal_is_not_found(ann: Visitor, path: str) -> None:
    answered = ann.http.get(f"/api/daily/{path}")
    assert (404, "no-such-day") == (answered.status_code, answered.json()["code"])
    assert 404 == ann.http.post(f"/api/daily/{path}", json={"name": "Ann"}).status_code


def test_bad_input_is_refused(ann: Visitor, today: str) -> None:
    assert "no-such-game" == refusal(ann, f"/api/daily/{today}/chess")
    for body in ({}, {"name": ""}, {"name": "Ann", "day": today}, {"name": "Ann", "ranked": 1}):
        assert "not-a-message" == refusal(ann, f"/api/daily/{today}/{SOLO}", body)
    assert "no-such-day" == refusal(ann, "/api/daily/calendar?month=2026-13")
    assert "no-such-day" == refusal(ann, "/api/daily?day=tomorrow")


def test_the_secret_of_today_is_published_when_the_ranking_is_final(
    ann: Visitor, today: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    daily = ann.get("/api/daily")
    assert "" == daily["secret"]
    assert closing_of(today) == daily["closes"]
    proof = ann.get("/api/daily/proof")
    # On its first day a site has published the anchor alone.
    assert proof["anchor"] == proof["secret"]
    assert previous_secret(proof["anchor"]) != proof["anchor"]
    file = tmp_path / "proof.json"
    file.write_text(json.dumps({**proof, "day": today, "secret": "00" * 32}), "utf-8")
    with pytest.raises(SystemExit) as ended:
        main(["verify-daily", str(file)])
    assert 1 == ended.value.code
    assert "✗" in capsys.readouterr().out
