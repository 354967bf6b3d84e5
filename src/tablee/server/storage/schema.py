"""Tables of the database: the append-only event log, projections made from it, and accounts.

All times are milliseconds since 1970 (UTC).
"""

from __future__ import annotations

from sqlalchemy import (
    BigInteger,
    Boolean,
    Column,
    Double,
    ForeignKey,
    Index,
    Integer,
    MetaData,
    Table,
    Text,
    false,
    true,
)

# Fixed names, so that a migration can name a constraint on every database.
NAMES = {
    "pk": "pk_%(table_name)s",
    "ix": "ix_%(table_name)s_%(column_0_N_name)s",
    "fk": "fk_%(table_name)s_%(column_0_N_name)s",
}
METADATA = MetaData(naming_convention=NAMES)

EVENT = Table(
    "event",
    METADATA,
    Column("table_id", Text, primary_key=True),
    Column("seq", Integer, primary_key=True, autoincrement=False),
    Column("at", BigInteger, nullable=False),
    Column("payload", Text, nullable=False),
)
"""The log: every event of every table. The primary key rejects a second event with the same number."""

TABLE_INDEX = Table(
    "table_index",
    METADATA,
    Column("table_id", Text, primary_key=True),
    Column("seq", Integer, nullable=False),
    Column("game", Text, nullable=False),
    Column("status", Text, nullable=False),
    Column("listed", Boolean, nullable=False),
    Column("free", Integer, nullable=False),
    Column("due", BigInteger),
    Column("changed", BigInteger, nullable=False),
    Index(None, "status", "listed", "game"),
    Index(None, "due"),
)
"""Projection: one row per table after its event `seq`. `free`: free seats; `due`: next scheduled event."""

SET_ASIDE = Table(
    "set_aside",
    METADATA,
    Column("table_id", Text, primary_key=True),
    Column("reason", Text, nullable=False),
    Column("detail", Text, nullable=False),
    Column("first_at", BigInteger, nullable=False),
    Column("last_at", BigInteger, nullable=False),
)
"""Tables that no process runs, because their events cannot be folded or because running them failed.

`reason` is a code, `detail` is for the host; `first_at` and `last_at` are the first and last failed attempt.
"""

PARTICIPATION = Table(
    "participation",
    METADATA,
    Column("visitor_id", Text, primary_key=True),
    Column("table_id", Text, primary_key=True),
    Column("account_name", Text),
    Column("seated", Boolean, nullable=False, server_default=true()),
    Column("hinted", Boolean, nullable=False, server_default=false()),
    Index(None, "account_name"),
)
"""Projection: which visitor ever held a seat at which table, or (`seated` false) only chatted there.

`account_name`: the account of that time, or of the first login after it. It stays when the visitor logs out.
`hinted`: the visitor asked for a hint there, so the match is not rated; not in the log.
"""

RESULT = Table(
    "result",
    METADATA,
    Column("table_id", Text, primary_key=True),
    Column("seat", Integer, primary_key=True, autoincrement=False),
    Column("visitor_id", Text, nullable=False),
    Column("game", Text, nullable=False),
    Column("rank", Integer, nullable=False),
    Column("score", Integer, nullable=False),
    Column("at", BigInteger, nullable=False),
    Column("finished_by_bot", Boolean, nullable=False, server_default=false()),
    Column("account_name", Text),
    Column("seats", Integer, nullable=False, server_default="0"),
    Column("name", Text, nullable=False, server_default=""),
    Column("folded", Text, nullable=False, server_default=""),
    Column("bot", Text, nullable=False, server_default=""),
    Column("rated", Boolean, nullable=False, server_default=true()),
    Column("rating", Double),
    Column("deviation", Double),
    Column("device", Boolean, nullable=False, server_default=false()),
    Index(None, "game", "at"),
    Index(None, "account_name", "at"),
    Index(None, "visitor_id", "at"),
)
"""Projection: the results of all seats in finished matches with people (`domain.results.Result`).

`account_name`: the account under which the person sat at the end, or of the first login after it, or null.
"""

REVIEW = Table(
    "review",
    METADATA,
    Column("table_id", Text, primary_key=True),
    Column("version", Integer, nullable=False),
    Column("visitor_id", Text, nullable=False),
    Column("asked_at", BigInteger, nullable=False),
    Column("attempts", Integer, nullable=False),
    Column("claimed_until", BigInteger, nullable=False),
    Column("progress", Double, nullable=False),
    Column("done", Boolean, nullable=False),
    Column("content", Text, nullable=False),
    Index(None, "done", "asked_at"),
)
"""Projection: the reviews of finished matches, and the queue of those that were asked for.

`version` is that of the review (`bots.review.VERSION`); a row of an older version counts as none.
`visitor_id`: who asked for it, "" once it is done. `claimed_until`: until when a process computes it.
`content` is JSON, "" until it is done.
"""

ACCOUNT = Table(
    "account",
    METADATA,
    Column("name", Text, primary_key=True),
    Column("display_name", Text, nullable=False),
    Column("password", Text, nullable=False),
    Column("created_at", BigInteger, nullable=False),
    Column("name_key", Text),
    Column("public", Boolean, nullable=False, server_default=false()),
    Index(None, "name_key", unique=True),
)
"""Accounts. `name` is the casefolded display name; `password` is an argon2 hash, or "" for passkeys only.

`name_key` is equal for names that look alike (`domain.names`); null for an account from before there were
such keys whose name looks like that of another. `public`: everybody may read the profile.
"""

SESSION = Table(
    "session",
    METADATA,
    Column("visitor_id", Text, primary_key=True),
    Column("account_name", Text, nullable=False),
    Column("created_at", BigInteger, nullable=False, server_default="0"),
    Column("device", Text, nullable=False, server_default=""),
    Column("secret", Text, nullable=False, server_default=""),
    Index(None, "account_name"),
)
"""Visitors (browsers, programs) that are logged in to an account.

`device` is a short description. `secret` is the hash of a secret in a second cookie, renewed at every login;
"" for programs, and for sessions from before there was one.
"""

PASSKEY = Table(
    "passkey",
    METADATA,
    Column("id", Text, primary_key=True),
    # Deleted with the account: the next person who registers the name must not inherit them.
    Column("account_name", Text, ForeignKey("account.name", ondelete="CASCADE"), nullable=False),
    Column("user_handle", Text, nullable=False),
    Column("public_key", Text, nullable=False),
    Column("sign_count", BigInteger, nullable=False),
    Column("label", Text, nullable=False),
    Column("created_at", BigInteger, nullable=False),
    Column("used_at", BigInteger),
    Index(None, "account_name"),
)
"""WebAuthn credentials. `label` is the name that the owner gave to the passkey."""

RATING = Table(
    "rating",
    METADATA,
    Column("person", Text, primary_key=True),
    Column("game", Text, primary_key=True),
    # Deleted with the account: the next account of this name starts anew.
    Column("account_name", Text, ForeignKey("account.name", ondelete="CASCADE")),
    Column("value", Double, nullable=False),
    Column("deviation", Double, nullable=False),
    Column("matches", Integer, nullable=False),
    Column("low", Double, nullable=False),
    Column("at", BigInteger, nullable=False),
    Column("public", Boolean, nullable=False, server_default=false()),
    Index(None, "account_name"),
    Index(None, "game", "public", "low"),
)
"""Projection: the rating of a person at a game (`domain.ratings`), and the number of matches behind it.

`person` is `domain.person.person_key`; `account_name` is null for a visitor without account. `low`: the lower
end of the interval; `at`: the time of the last rated match. `public` repeats the setting of the account, for
the index of leaderboards.
"""

ACHIEVEMENT = Table(
    "achievement",
    METADATA,
    Column("person", Text, primary_key=True),
    Column("game", Text, primary_key=True),
    Column("name", Text, primary_key=True),
    Column("account_name", Text, ForeignKey("account.name", ondelete="CASCADE")),
    Column("table_id", Text, nullable=False),
    Column("at", BigInteger, nullable=False),
    Index(None, "account_name"),
)
"""Projection: what a person has achieved (`Game.achievements`), and in which match first."""

RECOVERY_CODE = Table(
    "recovery_code",
    METADATA,
    Column("account_name", Text, ForeignKey("account.name", ondelete="CASCADE"), primary_key=True),
    Column("code", Text, primary_key=True),
    Column("created_at", BigInteger, nullable=False),
)
"""Hashes of the unused recovery codes of accounts."""

DAILY_CHAIN = Table(
    "daily_chain",
    METADATA,
    Column("number", Integer, primary_key=True, autoincrement=False),
    Column("first_day", Text, nullable=False),
    Column("length", Integer, nullable=False),
    Column("root", Text, nullable=False),
)
"""Chains of the secrets of days (`core.daily`), one after another. The first process to insert a row wins."""

DAILY_RESULT = Table(
    "daily_result",
    METADATA,
    Column("table_id", Text, primary_key=True),
    Column("day", Text, nullable=False),
    Column("game", Text, nullable=False),
    Column("visitor_id", Text, nullable=False),
    Column("account_name", Text),
    Column("name", Text, nullable=False),
    Column("face", Text, nullable=False),
    Column("ranked", Boolean, nullable=False),
    Column("started_at", BigInteger, nullable=False),
    Column("score", Integer),
    Column("lead", Integer),
    Column("finished_at", BigInteger),
    Index(None, "day", "game", "ranked", "score", "lead"),
    # These contain all that a streak needs, so that none of the rows is read for it.
    Index(None, "visitor_id", "day", "account_name", "ranked", "score"),
    Index(None, "account_name", "day", "ranked", "score"),
)
"""Projection: tries at the deal of the day; score, lead and `finished_at` are null while a match goes on.

`ranked`: the try counts; it does not any more if it ends too late, or if the person turns out to have an
earlier one. `visitor_id` is "" for the expert's match, and for people who deleted their account.
"""

EXERCISE_RATING = Table(
    "exercise_rating",
    METADATA,
    Column("game", Text, primary_key=True),
    Column("exercise", Text, primary_key=True),
    Column("value", Double, nullable=False),
    Column("deviation", Double, nullable=False),
    Column("answers", Integer, nullable=False),
)
"""The Glicko rating of an exercise, from its first rated answer on."""

EXERCISE_PERSON = Table(
    "exercise_person",
    METADATA,
    Column("person", Text, primary_key=True),
    Column("game", Text, primary_key=True),
    Column("value", Double, nullable=False),
    Column("deviation", Double, nullable=False),
    Column("changed_at", BigInteger, nullable=False),
)
"""The Glicko rating of a person at the exercises of a game. `person`: `domain.person.person_key`."""

EXERCISE_ANSWER = Table(
    "exercise_answer",
    METADATA,
    Column("person", Text, primary_key=True),
    Column("game", Text, primary_key=True),
    Column("exercise", Text, primary_key=True),
    Column("right", Boolean, nullable=False),
    Column("at", BigInteger, nullable=False),
)
"""Whether the first answer of a person to an exercise, the only rated one, was right; `at`: the last one."""

CHALLENGE = Table(
    "challenge",
    METADATA,
    Column("visitor_id", Text, primary_key=True),
    Column("challenge", Text, nullable=False),
    Column("purpose", Text, nullable=False),
    Column("account_name", Text, nullable=False),
    Column("user_handle", Text, nullable=False),
    Column("expires_at", BigInteger, nullable=False),
    Index(None, "expires_at"),
)
"""Pending WebAuthn challenges, at most one per visitor."""

NOTIFICATION = Table(
    "notification",
    METADATA,
    Column("table_id", Text, primary_key=True),
    Column("visitor_id", Text, primary_key=True),
    Column("kind", Text, primary_key=True),
    Column("ply", Integer, primary_key=True, autoincrement=False),
    Column("undos", Integer, primary_key=True, autoincrement=False),
    Column("recipient", Text, primary_key=True),
    Column("channel", Text, nullable=False),
    Column("state", Text, nullable=False),
    Column("due", BigInteger, nullable=False),
    Column("attempts", Integer, nullable=False),
    Column("changed_at", BigInteger, nullable=False),
    Index(None, "state", "channel", "due"),
    Index(None, "visitor_id"),
)
"""Notifications: the queue of those that wait, and those of the past, so that none is sent twice.

The key is a call (`domain.calls`) and a recipient: a push subscription, "mail", "webhook" or "table".
`state`: waiting, sending (claimed by a process), sent, failed, or lost (its process was killed).
"""

NOTIFICATION_SETTING = Table(
    "notification_setting",
    METADATA,
    Column("person", Text, primary_key=True),
    Column("turn", Boolean, nullable=False),
    Column("start", Boolean, nullable=False),
    Column("invitation", Boolean, nullable=False),
    Column("reminder", Boolean, nullable=False),
    Column("quiet_from", Integer, nullable=False),
    Column("quiet_to", Integer, nullable=False),
    Column("zone", Text, nullable=False),
    Column("language", Text, nullable=False),
    Column("mail", Boolean, nullable=False),
    Column("webhook", Text, nullable=False),
)
"""What a person is called for, when, and how. `person` is `domain.person.person_key`.

`quiet_from`, `quiet_to`: minutes after midnight in `zone`; equal: no quiet hours. `webhook` is a URL or "".
"""

PUSH_SUBSCRIPTION = Table(
    "push_subscription",
    METADATA,
    Column("id", Text, primary_key=True),
    Column("visitor_id", Text, nullable=False),
    Column("endpoint", Text, nullable=False),
    Column("p256dh", Text, nullable=False),
    Column("auth", Text, nullable=False),
    Column("language", Text, nullable=False),
    Column("created_at", BigInteger, nullable=False),
    Index(None, "visitor_id"),
)
"""Web Push subscriptions of browsers. `id` is the hash of the endpoint; `p256dh` and `auth` are its keys."""

TABLE_WEBHOOK = Table(
    "table_webhook",
    METADATA,
    Column("table_id", Text, primary_key=True),
    Column("visitor_id", Text, nullable=False),
    Column("url", Text, nullable=False),
    Column("language", Text, nullable=False),
)
"""Where the calls of a table are posted for everybody; `visitor_id`: the host of the table, who set it."""

SERVER_SECRET = Table(
    "server_secret",
    METADATA,
    Column("name", Text, primary_key=True),
    Column("value", Text, nullable=False),
)
"""Keys that the server made for itself. The first process to insert a row wins."""

ACCOUNT_MAIL = Table(
    "account_mail",
    METADATA,
    Column("account_name", Text, ForeignKey("account.name", ondelete="CASCADE"), primary_key=True),
    Column("address", Text, nullable=False),
    Column("confirmed_at", BigInteger, nullable=False),
    Index(None, "address"),
)
"""Confirmed mail addresses of accounts, in lower case. They are shown to their owners only."""

MAIL_TOKEN = Table(
    "mail_token",
    METADATA,
    Column("token", Text, primary_key=True),
    Column("account_name", Text, ForeignKey("account.name", ondelete="CASCADE"), nullable=False),
    Column("purpose", Text, nullable=False),
    Column("address", Text, nullable=False),
    Column("expires_at", BigInteger, nullable=False),
    Index(None, "account_name"),
    Index(None, "expires_at"),
)
"""Hashes of the tokens in mails: `purpose` is to "confirm" an address or to "reset" a password."""
