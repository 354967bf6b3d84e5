"""Webhooks: calls posted to chat services by apprise (the extra `notify`), or as JSON to public addresses."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from importlib.util import find_spec
from urllib.parse import urlsplit

import msgspec

from tablee.core.errors import Illegal
from tablee.server.runtime.outbound import (
    MAX_URL,
    SendError,
    SendUncertain,
    check_url,
    post,
    resolves_to_public,
)

# Services of apprise with addresses of their own: such a URL contains no host.
SERVICES = ("discord", "gchat", "pover", "slack", "tgram")
# Services whose URL contains a host; each uses https.
SERVICES_WITH_HOST = ("matrixs", "mmosts", "ntfys", "rockets")
# Addresses that services give to people, and how apprise calls them.
GIVEN = {
    "https://discord.com/api/webhooks/": "discord://",
    "https://hooks.slack.com/services/": "slack://",
}
# Seconds for a service of apprise, which runs in a thread.
TIMEOUT = 20.0


def is_installed() -> bool:
    """Return whether the package for webhooks is there."""
    return find_spec("apprise") is not None


def normalize(url: str) -> str:
    """Return a URL in the form that apprise reads, if it is one that a known service gives to people."""
    for given, scheme in GIVEN.items():
        if url.startswith(given):
            return scheme + url.removeprefix(given)
    return url


def check_webhook(url: str, private: bool = False) -> str:
    """Return the URL to keep; raises Illegal unless it is a known service, or https to a public address.

    Parameters of the services are refused: some of them name files of the host.
    """
    url = normalize(url.strip())
    scheme = url.partition("://")[0].lower()
    if scheme not in SERVICES + SERVICES_WITH_HOST:
        check_url(url, private)
        return url
    plain = url.isascii() and url.isprintable() and len(url) <= MAX_URL and not set(url) & set("?#, \\")
    if not plain:
        raise Illegal("bad-url")
    if scheme in SERVICES_WITH_HOST:
        host = host_of(url)
        check_url(f"https://{host}/", private)
    if not is_installed():
        raise Illegal("no-webhooks")
    import apprise

    if apprise.Apprise.instantiate(url, suppress_exceptions=True) is None:
        raise Illegal("bad-url")
    return url


def host_of(url: str) -> str:
    """Return the host in a URL, "" without any."""
    try:
        return urlsplit(url).hostname or ""
    except ValueError:
        return ""


async def send_webhook(url: str, content: Mapping[str, str], private: bool) -> None:
    """Post `title`, `text` and `link`; raises what `outbound.post` raises.

    apprise resolves the host of its URL again. A name that is public when it is checked here, and private
    then, fails at the certificate, which is always checked.
    """
    scheme = url.partition("://")[0].lower()
    if scheme not in SERVICES + SERVICES_WITH_HOST:
        headers = {"content-type": "application/json"}
        await post(url, msgspec.json.encode(content), headers, private)
        return
    check_webhook(url, private)
    if scheme in SERVICES_WITH_HOST and not private and not await resolves_to_public(host_of(url)):
        raise SendError("not public", retry=False)
    try:
        sent = await asyncio.wait_for(asyncio.to_thread(notify_service, url, content), TIMEOUT)
    except TimeoutError as error:
        raise SendUncertain("TimeoutError") from error
    if not sent:
        # apprise does not tell whether the service has taken it, so it is not sent again.
        raise SendError("apprise", retry=False)


def notify_service(url: str, content: Mapping[str, str]) -> bool:
    """Send through apprise, in a new thread; return whether the service accepted it."""
    import apprise

    asset = apprise.AppriseAsset(async_mode=False, app_id="Tablée", app_desc="Tablée", http_redirects=False)
    services = apprise.Apprise(asset=asset)
    services.add(url)
    text = f"{content['text']}\n{content['link']}".strip()
    return bool(services.notify(title=content["title"], body=text, body_format=apprise.NotifyFormat.TEXT))
