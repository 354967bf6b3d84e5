"""What the host of the site may do about people and tables, as messages. Each has a reason for the log."""

from __future__ import annotations

from typing import Annotated

import msgspec

from tablee.server.domain.commands import Name, Seat

# Characters of a reason.
MAX_WHY = 200
TableId = Annotated[str, msgspec.Meta(min_length=1, max_length=20)]


class Action(
    msgspec.Struct, frozen=True, tag_field="t", tag=str.lower, forbid_unknown_fields=True, kw_only=True
):
    """Base of the actions. `why` is written into the audit log."""

    why: Annotated[str, msgspec.Meta(max_length=MAX_WHY)] = ""

    @property
    def target(self) -> str:
        """The person, table, account or report that it is about, for the audit log."""
        fields = msgspec.structs.asdict(self)
        given = {key: value for key, value in fields.items() if key != "why" and value not in ("", None)}
        return " ".join(f"{key} {value}" for key, value in given.items())


class Close(Action, frozen=True):
    """Close a table: nobody sees it any more, and no bot plays there."""

    table: TableId


class Restore(Action, frozen=True):
    """Open a table again that was closed."""

    table: TableId


class Ban(Action, frozen=True):
    """Keep a person from acting: by id, by account, by table and seat; or everybody at a network address."""

    person: Annotated[str, msgspec.Meta(max_length=20)] = ""
    account: Annotated[str, msgspec.Meta(max_length=24)] = ""
    table: Annotated[str, msgspec.Meta(max_length=20)] = ""
    seat: Seat | None = None
    address: Annotated[str, msgspec.Meta(max_length=50)] = ""


class Unban(Action, frozen=True):
    """Undo a ban, by person, account or address."""

    person: Annotated[str, msgspec.Meta(max_length=20)] = ""
    account: Annotated[str, msgspec.Meta(max_length=24)] = ""
    address: Annotated[str, msgspec.Meta(max_length=50)] = ""


class RenameSeat(Action, frozen=True, tag="rename-seat"):
    """Give the person at a seat another name."""

    table: TableId
    seat: Seat
    name: Name


class RenameAccount(Action, frozen=True, tag="rename-account"):
    """Give an account another name, with which its owner logs in from now on."""

    account: Annotated[str, msgspec.Meta(min_length=1, max_length=24)]
    name: Name


class Settle(Action, frozen=True):
    """Note that a report was dealt with."""

    report: Annotated[str, msgspec.Meta(min_length=1, max_length=20)]


class Appoint(Action, frozen=True):
    """Let an account moderate the site at its page, under whatever name it has later."""

    account: Annotated[str, msgspec.Meta(min_length=1, max_length=24)]


class Dismiss(Action, frozen=True):
    """Undo `Appoint`."""

    account: Annotated[str, msgspec.Meta(min_length=1, max_length=24)]


# At the page and on the command line.
AnyAction = Close | Restore | Ban | Unban | RenameSeat | RenameAccount | Settle
# On the command line alone: who gets hold of a host's account must not appoint others.
CommandAction = AnyAction | Appoint | Dismiss
