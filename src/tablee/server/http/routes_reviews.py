"""HTTP endpoints of reviews: ask for the review of a finished match, follow its progress, cancel it."""

from __future__ import annotations

from dataclasses import replace

import msgspec
from starlette.requests import Request
from starlette.responses import Response

from tablee.bots.review import Review
from tablee.core.errors import Illegal
from tablee.server.domain.table import Table
from tablee.server.domain.viewer_numbering import ViewerNumbering
from tablee.server.http.endpoint import Endpoint, json_response
from tablee.server.http.routes_tables import viewer_of
from tablee.server.http.visitors import identify, set_cookie, visitor_id_of
from tablee.server.rate_limit import Rate, client_address
from tablee.server.runtime.registry import TableRegistry
from tablee.server.runtime.shared_limits import SharedBuckets
from tablee.server.storage.review_rows import ReviewQueue, ReviewRow, Status

# Tables whose scores are kept in memory.
MAX_KEPT = 64


class ReviewState(msgspec.Struct, frozen=True):
    """The state of a review. `progress`: from 0 to 1. `ahead`: reviews before it in the queue.

    `points`: the scores of all seats as they stood, for every ply from 0 to the last. `own`: whether the
    sender asked for the review and so may cancel it.
    """

    status: Status
    points: list[list[int]]
    progress: float = 0.0
    ahead: int = 0
    own: bool = False
    review: Review | None = None


class ReviewRoutes:
    """Handlers of reviews. Visitors who may see the replay of a match may see its review."""

    def __init__(self, registry: TableRegistry, reviews: ReviewQueue, rate: Rate) -> None:
        self.registry = registry
        self.reviews = reviews
        self.asking = SharedBuckets(registry.bus, "reviewing", rate)
        self.points: dict[str, list[list[int]]] = {}

    async def review(self, request: Request) -> Response:
        """Return the review, or how far it is."""
        table = await self._finished(request)
        return json_response(await self._state(table, visitor_id_of(request)))

    async def ask(self, request: Request) -> Response:
        """Ask for the review, unless there is one or it waits already."""
        table = await self._finished(request)
        token, visitor_id = identify(request)
        state = await self._state(table, visitor_id)
        if state.status in ("none", "failed"):
            await self.asking.take(client_address(request.scope))
            await self.reviews.ask(table.id, visitor_id, self.registry.clock())
            state = await self._state(table, visitor_id)
        response = json_response(state)
        set_cookie(request, response, token)
        return response

    async def cancel(self, request: Request) -> Response:
        """Take back one's own request for a review that is not done."""
        table = await self._finished(request)
        if not await self.reviews.cancel(table.id, visitor_id_of(request)):
            raise Illegal("no-review-asked")
        return json_response(await self._state(table, visitor_id_of(request)))

    async def _finished(self, request: Request) -> Table:
        """Return the table; raises Illegal if it is hidden, or unless its match is over."""
        table = await self.registry.viewed(request.path_params["table"], visitor_id_of(request))
        if table.status != "over":
            raise Illegal("not-over")
        return table

    async def _state(self, table: Table, visitor_id: str) -> ReviewState:
        row = await self.reviews.get(table.id)
        status: Status = "none" if row is None else row.status(self.registry.clock())
        plies = table.plies[viewer_of(table, visitor_id)]
        points = [scores for ply, scores in enumerate(self._points(table)) if ply not in plies.skipped]
        if row is None or status == "none":
            return ReviewState("none", points)
        if status == "done":
            found = msgspec.json.decode(row.content, type=Review)
            return ReviewState("done", points, 1.0, review=renumber(found, plies))
        ahead = await self.reviews.count_before(row) if status == "waiting" else 0
        return ReviewState(status, points, row.progress, ahead, is_asker(row, visitor_id))

    def _points(self, table: Table) -> list[list[int]]:
        """Return the scores at every ply; kept for some tables, since a page asks every second."""
        if table.id not in self.points:
            if len(self.points) >= MAX_KEPT:
                self.points.clear()
            seats = range(table.opened.seats)
            states = table.playing().states()
            self.points[table.id] = [[state.points(seat) for seat in seats] for state in states]
        return self.points[table.id]

    def endpoints(self) -> list[Endpoint]:
        """Return the endpoints, for the router and the OpenAPI document."""
        at = "/api/tables/{table}/review"
        return [
            Endpoint("GET", at, "The review of a finished match", self.review, ReviewState),
            Endpoint("POST", at, "Ask for the review", self.ask, ReviewState),
            Endpoint("DELETE", at, "Take the request back", self.cancel, ReviewState),
        ]


def is_asker(row: ReviewRow, visitor_id: str) -> bool:
    """Return whether a visitor asked for a review."""
    return bool(visitor_id) and visitor_id == row.visitor_id


def renumber(review: Review, plies: ViewerNumbering) -> Review:
    """Return a review with plies as one viewer counts them: a hidden move has none of its own."""
    if not plies.skipped:
        return review
    shown = [ply for ply in range(len(review.curve)) if ply not in set(plies.skipped)]
    hidden = {ply - 1 for ply in plies.skipped}
    moves = [replace(move, ply=plies.to_viewer(move.ply)) for move in review.moves if move.ply not in hidden]
    turning = [
        [plies.to_viewer(ply) for ply in points if ply not in hidden] for points in review.turning_points
    ]
    return replace(
        review,
        curve=[review.curve[ply] for ply in shown],
        chances=[review.chances[ply] for ply in shown],
        moves=moves,
        turning_points=turning,
    )
