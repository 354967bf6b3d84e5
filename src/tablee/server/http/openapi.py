"""The OpenAPI document, made from the declared endpoints."""

from __future__ import annotations

import re
from collections.abc import Sequence
from importlib.metadata import version
from typing import Any

import msgspec

from tablee import games
from tablee.server.http.endpoint import Endpoint
from tablee.server.http.visitors import PERSONS
from tablee.server.messages import Refused

# POST operations that create nothing: status 200 instead of 201.
NOT_CREATING = (
    *("/ask", "/rematch", "/login", "/logout", "/password", "/delete", "/pad", "/begin", "/remove"),
    *("/card", "/code", "/wants", "/add", "/block", "/mute", "/dismiss", "/join", "/leave", "/act"),
    *("/owner", "/name", "/position", "/answer", "/recover", "/notifications", "/stop", "/webhook"),
    *("/mail", "/confirm", "/reset", "/forget", "/review"),
)
PLY = {"type": "integer", "minimum": 0, "maximum": 999_999_999}
NUMBERS = {"ply": PLY, "since": PLY, "person": {"type": "integer", "minimum": 1, "maximum": len(PERSONS)}}
# Paths that take the parameter `person`.
PERSONAL = ("/api/tables", "/api/play", "/api/daily", "/api/exercises")
REF = "#/components/schemas/{name}"


def describe(endpoints: Sequence[Endpoint]) -> dict[str, Any]:
    """Return the OpenAPI 3.1 document."""
    kinds = [Refused] + [kind for each in endpoints for kind in (each.body, each.answer) if kind is not None]
    schemas, components = msgspec.json.schema_components(kinds, ref_template=REF)
    for component in components.values():
        if "game" in component.get("properties", {}):
            component["properties"]["game"] = {"enum": games.keys()}
    known = {id(kind): schema for kind, schema in zip(kinds, schemas, strict=True)}
    paths: dict[str, dict[str, Any]] = {}
    for each in endpoints:
        paths.setdefault(each.path, {})[each.method.lower()] = operation(each, known)
    return {
        "openapi": "3.1.0",
        "info": {"title": "Tablée", "version": version("tablee")},
        "paths": paths,
        "components": {
            "schemas": components,
            "securitySchemes": {
                "bearer": {"type": "http", "scheme": "bearer"},
                "cookie": {"type": "apiKey", "in": "cookie", "name": "tablee"},
            },
        },
        "security": [{}, {"bearer": []}, {"cookie": []}],
    }


def operation(endpoint: Endpoint, known: dict[int, Any]) -> dict[str, Any]:
    """Return the operation object of an endpoint."""
    schema = known.get(id(endpoint.answer), {"type": "string"})
    refusal = {"description": "Refused", "content": {"application/json": {"schema": known[id(Refused)]}}}
    made = "201" if endpoint.method == "POST" and not endpoint.path.endswith(NOT_CREATING) else "200"
    described: dict[str, Any] = {
        "summary": endpoint.summary,
        "responses": {
            made: {"description": "Done", "content": {endpoint.media: {"schema": schema}}},
            "4XX": refusal,
            "503": refusal,
        },
    }
    parameters = [parameter(name, "path") for name in re.findall(r"\{(\w+)\}", endpoint.path)]
    parameters += [parameter(name, "query") for name in endpoint.query]
    parameters += [parameter("person", "query")] if endpoint.path.startswith(PERSONAL) else []
    if parameters:
        described["parameters"] = parameters
    if endpoint.body is not None:
        content = {"application/json": {"schema": known[id(endpoint.body)]}}
        described["requestBody"] = {"required": True, "content": content}
    return described


def parameter(name: str, place: str) -> dict[str, Any]:
    """Return the parameter object for a path or query parameter."""
    schema = {"enum": games.keys()} if name == "game" else NUMBERS.get(name, {"type": "string"})
    return {"name": name, "in": place, "required": place == "path", "schema": schema}
