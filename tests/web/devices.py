"""Devices that keep passkeys: pages of a Chromium that plays the authenticator."""

from typing import Any

from playwright.sync_api import Browser, CDPSession, expect

from tests.web.browser import visitor

DEVICE = {
    "protocol": "ctap2",
    "transport": "internal",
    "hasResidentKey": True,
    "hasUserVerification": True,
    "isUserVerified": True,
    "automaticPresenceSimulation": True,
}


class Device:
    """A page on a device that keeps passkeys."""

    def __init__(self, browser: Browser, address: str, **more: Any) -> None:
        self.context = visitor(browser, address, language="en", **more)
        self.page = self.context.new_page()
        self.faults: list[str] = []
        self.page.on("pageerror", lambda wrong: self.faults.append(str(wrong)))
        self.wire: CDPSession = self.context.new_cdp_session(self.page)
        self.wire.send("WebAuthn.enable")
        self.id = self.wire.send("WebAuthn.addVirtualAuthenticator", {"options": DEVICE})["authenticatorId"]
        self.page.goto("/account")

    @property
    def credentials(self) -> list[dict[str, Any]]:
        """The passkeys it keeps."""
        found = self.wire.send("WebAuthn.getCredentials", {"authenticatorId": self.id})
        kept: list[dict[str, Any]] = found["credentials"]
        return kept

    def keep(self, credential: dict[str, Any]) -> None:
        """A passkey comes from another device of the same person."""
        self.wire.send("WebAuthn.addCredential", {"authenticatorId": self.id, "credential": credential})

    def press(self, name: str) -> None:
        """A button, by what a screen reader calls it."""
        self.page.get_by_role("button", name=name, exact=True).click()

    def reads(self, text: str) -> None:
        """Wait until the page says so."""
        expect(self.page.locator("main")).to_contain_text(text)

    def make_account(self, name: str) -> None:
        """A name, and a passkey in place of a password."""
        self.page.get_by_label("Your name").last.fill(name)
        self.press("Make the account with a passkey")
        self.reads(f"Hello {name}")
