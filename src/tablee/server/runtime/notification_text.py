"""The words of notifications, in the language of the person, and when they may be sent."""

from __future__ import annotations

from datetime import datetime, timedelta
from functools import lru_cache
from pathlib import Path
from zoneinfo import ZoneInfo

import msgspec

from tablee.core.i18n import LANGUAGES, Translations, read_translations
from tablee.server.domain.calls import Kind
from tablee.server.domain.table import Table

MINUTES = 24 * 60


class Message(msgspec.Struct, frozen=True):
    """A notification in the language of a person. `path` is that of the table, without the address."""

    title: str
    text: str
    path: str


@lru_cache(len(LANGUAGES))
def texts(language: str) -> Translations:
    """Return the texts of a language; those of LANGUAGES[0] for an unknown one."""
    return read_translations(Path(__file__).parent, language if language in LANGUAGES else LANGUAGES[0])


def compose(
    table: Table, kind: Kind, seat: int | None, language: str, *, of_table: bool = False, by: str = ""
) -> Message:
    """Return what a person is told; with `of_table`, what everybody who reads a webhook is told.

    `by` is the name of the friend who invites a person without a seat. Contains the names of the people at
    the table, and nothing of the match.
    """
    t = texts(language)
    chairs = enumerate(table.chairs)
    others = [chair.name for other, chair in chairs if other != seat and chair.visitor_id]
    name = by if seat is None else table.chairs[seat].name
    title = table.game.titles.get(t.language) or table.game.key
    form = f"notify.table.{kind}" if of_table else f"notify.{kind}"
    with_whom = t("notify.with", names=", ".join(others)) if others else ""
    return Message(t(form, name=name), f"{title}{with_whom}", f"/t/{table.id}")


@lru_cache(100)
def find_zone(name: str) -> ZoneInfo | None:
    """Return a time zone by its name, such as Europe/Paris; None if it is not known here."""
    try:
        return ZoneInfo(name)
    except (KeyError, ValueError, OSError):
        return None


def quiet_until(now: int, quiet_from: int, quiet_to: int, zone: str) -> int | None:
    """Return when the quiet hours end (ms since 1970), None outside of them.

    `quiet_from` and `quiet_to` are minutes after midnight in the zone; equal: there are none.
    """
    if quiet_from == quiet_to:
        return None
    local = datetime.fromtimestamp(now / 1_000, find_zone(zone) or ZoneInfo("UTC"))
    minute = local.hour * 60 + local.minute
    if (minute - quiet_from) % MINUTES >= (quiet_to - quiet_from) % MINUTES:
        return None
    midnight = local.replace(hour=0, minute=0, second=0, microsecond=0)
    # Wall-clock time: a day in which the clocks change has the same hours.
    end = midnight.replace(hour=quiet_to // 60, minute=quiet_to % 60)
    if quiet_to <= minute:
        end += timedelta(days=1)
    return round(end.timestamp() * 1_000)
