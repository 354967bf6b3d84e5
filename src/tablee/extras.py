"""Which extra installs which third-party module. Used to say what is missing."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator

# Import names (`argon2`); pyproject.toml lists the distributions (`argon2-cffi`).
MODULES = {
    "dask": ("dask", "distributed"),
    "ray": ("ray",),
    "lab": ("gymnasium", "numpy", "pettingzoo", "PIL", "pyarrow"),
    "notify": ("aiosmtplib", "apprise", "pywebpush"),
    "server": (
        "aiosqlite",
        "alembic",
        "argon2",
        "asyncpg",
        "h11",
        "msgspec",
        "openskill",
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


@contextlib.contextmanager
def needs(extra: str) -> Iterator[None]:
    """Raise ModuleNotFoundError with the command that installs an extra, for an import that fails inside.

    "openspiel" is not an extra: OpenSpiel is not built for every system.
    """
    try:
        yield
    except ModuleNotFoundError as missing:
        if missing.name is not None and missing.name.startswith("tablee"):
            raise
        command = "pip install open-spiel" if extra == "openspiel" else f'pip install "tablee[{extra}]"'
        message = f"{missing.name} is not installed. Install it with: {command}"
        raise ModuleNotFoundError(message, name=missing.name) from missing
