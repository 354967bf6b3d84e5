"""Background tasks that are started again after an exception, and log lines at a bounded rate."""

from __future__ import annotations

import asyncio
import errno
import logging
import time
from collections import Counter
from collections.abc import Awaitable, Callable
from typing import Any

from tablee.core.errors import Refusal

# Seconds between two log lines of the same kind.
LOG_INTERVAL = 60.0
# Seconds before a task that raised is started again; the pause doubles with each further exception.
FIRST_PAUSE, LONGEST_PAUSE = 0.5, 10.0
# Errors of a process that has too many files and connections open.
EXHAUSTED = (errno.EMFILE, errno.ENFILE, errno.ENOBUFS, errno.ENOMEM)
LOG = logging.getLogger(__name__)


class BoundedLog:
    """A logger that writes each kind of line at most once in LOG_INTERVAL seconds.

    The last value of a line is the number of lines of this kind that were left out before it.
    """

    def __init__(self, log: logging.Logger, clock: Callable[[], float] = time.monotonic) -> None:
        self.log = log
        self.clock = clock
        self.written: dict[str, float] = {}
        self.left_out: Counter[str] = Counter()

    def write(self, level: int, kind: str, *values: object, error: BaseException | None = None) -> None:
        """Log `kind` with its values, and the traceback of `error`, unless a line was written recently."""
        left_out = self.take(kind)
        if left_out is not None:
            self.log.log(level, kind, extra={"values": [*values, left_out]}, exc_info=error)

    def take(self, kind: str) -> int | None:
        """Return how many lines of this kind were left out, or None if this one is to be left out too."""
        now = self.clock()
        if kind in self.written and now < self.written[kind] + LOG_INTERVAL:
            self.left_out[kind] += 1
            return None
        self.written[kind] = now
        return self.left_out.pop(kind, 0)

    def write_error(self, kind: str, error: BaseException, *values: object) -> None:
        """Log a refusal by its code, and any other exception with its traceback."""
        if isinstance(error, Refusal):
            self.write(logging.WARNING, kind, *values, str(error))
        else:
            self.write(logging.ERROR, kind, *values, type(error).__name__, error=error)


CONNECTION_LOG = BoundedLog(LOG)
# Connections refused, or closed because the client was too slow, by reason.
REFUSED_CONNECTIONS: Counter[str] = Counter()


class BoundedFilter(logging.Filter):
    """Bounds the lines of another package's logger, by the text before its arguments and the exception."""

    def __init__(self, log: BoundedLog) -> None:
        super().__init__()
        self.log = log

    def filter(self, record: logging.LogRecord) -> bool:
        """Return whether to write a record, and add to it how many were left out before."""
        kind = record.exc_info[0].__name__ if record.exc_info and record.exc_info[0] else ""
        left_out = self.log.take(f"{record.msg} {kind}")
        record.values = [left_out]
        return left_out is not None


def count_refused_connection(reason: str) -> None:
    """Count a connection that was refused or closed early; the log names each reason at a bounded rate."""
    REFUSED_CONNECTIONS[reason] += 1
    CONNECTION_LOG.write(logging.WARNING, reason)


def handle_loop_exception(loop: asyncio.AbstractEventLoop, context: dict[str, Any]) -> None:
    """Count connections that could not be accepted; log any other exception as the event loop does.

    The event loop accepts again after a second; on its own it would log a traceback for each try.
    """
    if getattr(context.get("exception"), "errno", None) in EXHAUSTED:
        count_refused_connection("no-descriptors")
    else:
        loop.default_exception_handler(context)


class TaskMonitor:
    """When each background task of a process last succeeded, and how often it raised."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self.clock = clock
        self.succeeded: dict[str, float] = {}
        self.failures: Counter[str] = Counter()
        self.log = BoundedLog(LOG, clock)

    def beat(self, name: str) -> None:
        """Note that a task makes progress."""
        self.succeeded[name] = self.clock()

    def age(self, name: str) -> float:
        """Return the seconds since the last progress of a task; 0 if it was never started."""
        return self.clock() - self.succeeded.get(name, self.clock())

    def fail(self, name: str, error: BaseException) -> None:
        """Count and log an exception of a task."""
        self.failures[name] += 1
        self.log.write_error(f"{name}-failed", error)

    async def run_forever(self, name: str, work: Callable[[], Awaitable[None]], interval: float = 0) -> None:
        """Await `work()` again and again until cancelled, with `interval` seconds between two calls.

        After an exception, which is counted and logged, it waits longer each time, up to LONGEST_PAUSE.
        """
        self.beat(name)
        pause = FIRST_PAUSE
        while True:
            began = self.clock()
            try:
                await work()
                self.beat(name)
                pause, wait = FIRST_PAUSE, interval
            except Exception as error:
                self.fail(name, error)
                # Work that never returns has no other sign that it went well for a while.
                pause = FIRST_PAUSE if self.clock() > began + LONGEST_PAUSE else pause
                pause, wait = min(2 * pause, LONGEST_PAUSE), pause
            await asyncio.sleep(wait)

    def watch(self, name: str, task: asyncio.Task[None]) -> None:
        """Count and log the exception of a task that has ended, unless it is a Refusal.

        A refusal was sent to the client or logged where it was raised.
        """
        error = None if task.cancelled() else task.exception()
        if error is not None and not isinstance(error, Refusal):
            self.fail(name, error)
