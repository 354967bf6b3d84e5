"""Tests of the texts and quiet hours of notifications, and of a server without the packages for them."""

from __future__ import annotations

import re
from datetime import datetime
from pathlib import Path

import pytest

from tablee.core.i18n import read_translations
from tablee.server.runtime import mail, push, webhooks
from tablee.server.runtime.notification_text import quiet_until
from tablee.server.runtime.notifier import make_notifier
from tablee.server.runtime.registry import TableRegistry
from tablee.server.settings import MailServer, NotifySettings, Settings
from tablee.server.storage.event_store import EventStore

pytestmark = pytest.mark.anyio


def test_every_text_exists_in_both_languages_with_the_same_values() -> None:
    root = Path(__file__).parents[2] / "src/tablee/server/runtime"
    french, english = (read_translations(root, language).entries for language in ("fr", "en"))
    assert french.keys() == english.keys()
    values = [
        {key: set(re.findall(r"\{\w+\}", str(each[key]))) for key in each} for each in (french, english)
    ]
    assert values[0] == values[1]


@pytest.mark.parametrize(
    "time, zone, quiet, until",
    [
        ("2026-01-10T21:00:00+00:00", "Europe/Paris", (22 * 60, 8 * 60), "2026-01-11T08:00:00+01:00"),
        ("2026-01-11T06:59:59+00:00", "Europe/Paris", (22 * 60, 8 * 60), "2026-01-11T08:00:00+01:00"),
        ("2026-01-11T07:00:00+00:00", "Europe/Paris", (22 * 60, 8 * 60), None),
        # The clocks go forward in this night.
        ("2026-03-28T22:30:00+00:00", "Europe/Paris", (22 * 60, 8 * 60), "2026-03-29T08:00:00+02:00"),
        ("2026-01-10T12:30:00+00:00", "UTC", (12 * 60, 13 * 60), "2026-01-10T13:00:00+00:00"),
        ("2026-01-10T12:30:00+00:00", "UTC", (12 * 60, 12 * 60), None),
        ("2026-01-10T12:30:00+00:00", "Nowhere/Here", (12 * 60, 13 * 60), "2026-01-10T13:00:00+00:00"),
    ],
)
def test_quiet_hours_end_by_the_clock_on_the_wall(
    time: str, zone: str, quiet: tuple[int, int], until: str | None
) -> None:
    now, end = (datetime.fromisoformat(each).timestamp() * 1_000 if each else None for each in (time, until))
    assert now is not None
    assert end == quiet_until(round(now), *quiet, zone)


async def test_a_server_without_the_packages_says_what_is_missing(
    sqlite_store: EventStore, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    for module in (mail, push, webhooks):
        monkeypatch.setattr(module, "is_installed", lambda: False)
    server = MailServer("localhost", 25, "games@tablee.example")
    wanted = Settings(public_url="https://tablee.example", notify=NotifySettings(server, webhooks=True))
    notifier = await make_notifier(TableRegistry(sqlite_store), wanted)
    assert (None, None, False) == (notifier.channels.push, notifier.channels.mail, notifier.channels.webhooks)
    [record] = [each for each in caplog.records if each.message == "no-extra-notify"]
    assert ["push", "mail", "webhooks", 'pip install "tablee[notify]"'] == vars(record)["values"]
