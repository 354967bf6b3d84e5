"""Refusals of the server itself, beside those of the rules (`tablee.core.errors`)."""

from __future__ import annotations

from tablee.core.errors import Refusal


class NotStored(Refusal):
    """The database did not confirm a write or answer a query.

    Whether the write happened is unknown. The client may send the same request again: its id makes it happen
    at most once.
    """


class LimitExceeded(Refusal):
    """A rate, size or count limit was reached; the request may be sent again later."""
