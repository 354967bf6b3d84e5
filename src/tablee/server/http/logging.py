"""Logs as JSON lines: one per request, one per unexpected exception."""

from __future__ import annotations

import json
import logging
import secrets

from starlette.responses import Response
from starlette.types import Scope

from tablee.server.http.endpoint import json_response
from tablee.server.messages import Refused

LOG = logging.getLogger(__name__)


class JsonFormatter(logging.Formatter):
    """Formats a record as one line of JSON; `extra={"values": [...]}` adds values."""

    def format(self, record: logging.LogRecord) -> str:
        """Return time, level, message, values and traceback as JSON."""
        line = {"at": round(record.created, 3), "level": record.levelname, "what": record.getMessage()}
        values = getattr(record, "values", None)
        if values is not None:
            line["values"] = values
        if record.exc_info:
            line["trace"] = self.formatException(record.exc_info)
        return json.dumps(line, ensure_ascii=False)


def log_request(scope: Scope, status: int, seconds: float) -> None:
    """Log method, route, status and milliseconds. The path itself is left out: it may be an invitation."""
    LOG.info(
        "request", extra={"values": [scope["method"], route_of(scope), status, round(seconds * 1_000, 1)]}
    )


def route_of(scope: Scope) -> str:
    """Return the route of a request, such as /t/{table}; "-" if there is none."""
    return str(getattr(scope.get("route"), "path", "-"))


def internal_error(wrong: Exception) -> Response:
    """Log an exception under a random incident id and return a response that names only this id."""
    incident = secrets.token_hex(4)
    LOG.error("incident", extra={"values": [incident]}, exc_info=wrong)
    return json_response(Refused("", "incident", "incident", None, {"incident": incident}, True), 500)
