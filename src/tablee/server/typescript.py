"""Generate TypeScript types from the message structs: `python -m tablee.server.typescript`."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import msgspec

from tablee.server import messages
from tablee.server.auth.accounts import DeviceInfo, SignInMethods
from tablee.server.auth.mail import MailInfo
from tablee.server.auth.mail_routes import (
    ConfirmedAddress,
    MailConfirmation,
    MailRequest,
    PasswordReset,
    ResetRequest,
)
from tablee.server.auth.notification_routes import (
    NewSubscription,
    NotificationInfo,
    PushEndpoint,
    WebhookChoice,
    WebhookInfo,
)
from tablee.server.auth.passkey_routes import NewPasskey, PasskeyBegin, PasskeyChoice, UsedPasskey
from tablee.server.auth.profile_routes import HistoryPage, Leaderboard, Profile, ProfileSettings
from tablee.server.auth.recovery import RecoveryInfo
from tablee.server.auth.recovery_routes import CodesRequest, RecoveryCodes, RecoveryRequest
from tablee.server.auth.routes import AccountInfo, Confirmation, Credentials, DeviceChoice, NewPassword
from tablee.server.domain.commands import AnyCommand, Pong
from tablee.server.http.routes_device import PlayedOnDevice, SiteInfo
from tablee.server.http.routes_exercises import ExerciseMoves, ExercisePage, ExercisePosition, ExerciseResult
from tablee.server.http.routes_games import GameInfo, LessonScript, PadSheet, PiecesInfo
from tablee.server.http.routes_groups import GroupCard, GroupInfo, GroupsInfo, JoinGroup, NewGroup
from tablee.server.http.routes_hints import Hint
from tablee.server.http.routes_host import HostInfo
from tablee.server.http.routes_people import (
    FriendCard,
    FriendsInfo,
    NewFriend,
    NewReport,
    Restraint,
    TablePeople,
)
from tablee.server.http.routes_reviews import ReviewState
from tablee.server.http.schemas import (
    Listed,
    NewTable,
    PlayLesson,
    PlayNow,
    PlayOn,
    SeatLink,
    TableLink,
    Visitor,
)
from tablee.server.http.schemas_daily import CalendarDay, Daily, NewTry, Standings
from tablee.server.local.speed import BotSpeed
from tablee.server.runtime.turns import MyTurn

HEAD = "// Made by `make types` from the structs of the server. Do not edit.\n"
SENT = (messages.Update, messages.Answer, messages.Refused, messages.Presence, messages.Ping)
OTHER = (
    Pong,
    messages.TableInfo,
    AccountInfo,
    CalendarDay,
    CodesRequest,
    Confirmation,
    ConfirmedAddress,
    Credentials,
    Daily,
    DeviceChoice,
    DeviceInfo,
    FriendCard,
    FriendsInfo,
    GameInfo,
    GroupCard,
    GroupInfo,
    GroupsInfo,
    Hint,
    HistoryPage,
    Leaderboard,
    HostInfo,
    JoinGroup,
    ExerciseMoves,
    ExercisePage,
    ExercisePosition,
    ExerciseResult,
    LessonScript,
    Listed,
    NewFriend,
    NewGroup,
    MailConfirmation,
    MailInfo,
    MailRequest,
    MyTurn,
    NewPasskey,
    NewPassword,
    NewReport,
    NewTable,
    NewTry,
    NotificationInfo,
    PadSheet,
    PasskeyBegin,
    PasskeyChoice,
    PasswordReset,
    PiecesInfo,
    PlayNow,
    PlayLesson,
    PlayOn,
    Profile,
    ProfileSettings,
    Restraint,
    PushEndpoint,
    NewSubscription,
    ResetRequest,
    ReviewState,
    PlayedOnDevice,
    SiteInfo,
    BotSpeed,
    RecoveryCodes,
    RecoveryInfo,
    RecoveryRequest,
    SeatLink,
    Standings,
    TableLink,
    TablePeople,
    UsedPasskey,
    Visitor,
    SignInMethods,
    WebhookChoice,
    WebhookInfo,
)
PLAIN = {"string": "string", "integer": "number", "number": "number", "boolean": "boolean", "null": "null"}
# Types of fields that hold raw JSON or a view.
RAW = {
    ("ExercisePosition", "view"): "View",
    ("ExerciseTask", "view"): "View",
    ("LessonNode", "view"): "View",
    ("LessonScene", "view"): "View",
    ("Update", "table"): "TableInfo",
    ("Update", "view"): "View | null",
}
VIEW = """
/** What one seat may know, with its legal moves; each game adds fields of its own. */
export interface View {
  seats: number;
  seat: number | null;
  ply: number;
  actors: number[];
  moves: string[];
  foreseen: Record<string, Record<string, unknown>>;
  timer: { since: number; wait: number } | null;
  outcome: Outcome | null;
  [field: string]: unknown;
}

/** How a match ended: one entry per seat in each list; rank 1 is first. */
export interface Outcome {
  items: Record<string, number>[];
  scores: number[];
  ranks: number[];
  winners: number[];
}
"""


def write() -> str:
    """Return the content of wire.d.ts."""
    kinds = [AnyCommand, *SENT, *OTHER]
    schemas, components = msgspec.json.schema_components(kinds, ref_template="{name}")
    parts = [HEAD, VIEW]
    parts += [declared(name, schema) for name, schema in sorted(components.items())]
    parts.append(union("Command", [*schemas[0]["anyOf"], {"$ref": Pong.__name__}]))
    parts.append(union("Message", [{"$ref": kind.__name__} for kind in SENT]))
    return "".join(parts)


def union(name: str, members: list[dict[str, Any]]) -> str:
    """Return a discriminated union; the field `t` is the discriminator."""
    return f"\nexport type {name} = {' | '.join(member['$ref'] for member in members)};\n"


def declared(name: str, schema: dict[str, Any]) -> str:
    """Return the declaration of an interface, with the docstring of its struct as a comment."""
    comment = f"/** {' '.join(schema['description'].split())} */\n" if "description" in schema else ""
    return f"\n{comment}export interface {name} {{\n{''.join(fields(name, schema))}}}\n"


def fields(name: str, schema: dict[str, Any]) -> Iterator[str]:
    """Yield the lines of an interface; fields with a default are optional."""
    needed = set(schema.get("required", ()))
    for field, kind in schema.get("properties", {}).items():
        mark = "" if field in needed else "?"
        yield f"  {field}{mark}: {RAW.get((name, field)) or typed(kind)};\n"


def typed(schema: dict[str, Any]) -> str:
    """Return the type expression of a JSON schema."""
    if "$ref" in schema:
        return str(schema["$ref"])
    if "enum" in schema:
        return " | ".join(json.dumps(value) for value in schema["enum"])
    if "const" in schema:
        return json.dumps(schema["const"])
    if "anyOf" in schema:
        return " | ".join(typed(each) for each in schema["anyOf"])
    match schema.get("type"):
        case "array" if "prefixItems" in schema:
            return f"[{', '.join(typed(each) for each in schema['prefixItems'])}]"
        case "array":
            inner = typed(schema.get("items", {}))
            return f"({inner})[]" if " " in inner else f"{inner}[]"
        case "object":
            return f"Record<string, {typed(schema.get('additionalProperties', {}))}>"
        case list() as several:
            return " | ".join(PLAIN[each] for each in several)
        case str() as one:
            return PLAIN[one]
    return "unknown"


if __name__ == "__main__":
    print(write(), end="")
