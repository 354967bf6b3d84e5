"""Which extra installs which third-party module. The command line uses it to say what is missing."""

from __future__ import annotations

# Import names (`argon2`); pyproject.toml lists the distributions (`argon2-cffi`).
MODULES = {
    "server": (
        "aiosqlite",
        "alembic",
        "argon2",
        "asyncpg",
        "h11",
        "msgspec",
        "prometheus_client",
        "redis",
        "segno",
        "sqlalchemy",
        "starlette",
        "uvicorn",
        "webauthn",
        "websockets",
    ),
    "terminal": ("textual",),
}


def extra_for(module: str | None) -> str | None:
    """Return the extra that installs a module, given its dotted name, or None if no extra does."""
    top = (module or "").partition(".")[0]
    return next((extra for extra, modules in MODULES.items() if top in modules), None)


def describe_missing(error: ModuleNotFoundError) -> dict[str, str]:
    """Return the missing `module` and the `extra` that installs it; raise it again if no extra does."""
    extra = extra_for(error.name)
    if extra is None:
        raise error
    return {"module": str(error.name), "extra": extra}
