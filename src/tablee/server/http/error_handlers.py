"""Answers to requests whose handler raised: a refusal, or an unexpected exception."""

from __future__ import annotations

from starlette.requests import Request
from starlette.responses import Response

from tablee.core.errors import Refusal
from tablee.server.http.endpoint import error_response
from tablee.server.http.logging import internal_error


async def on_refusal(_request: Request, wrong: Exception) -> Response:
    """Return a refusal as JSON."""
    assert isinstance(wrong, Refusal)
    return error_response(wrong)


async def on_exception(_request: Request, wrong: Exception) -> Response:
    """Log an unexpected exception and return status 500."""
    return internal_error(wrong)
