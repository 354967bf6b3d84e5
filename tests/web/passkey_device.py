"""A browser page with a virtual authenticator, for tests of passkeys and passwords."""

from typing import Any

from playwright.sync_api import Browser, CDPSession, expect

from tests.web.browser import new_context

AUTHENTICATOR = {
    "protocol": "ctap2",
    "transport": "internal",
    "hasResidentKey": True,
    "hasUserVerification": True,
    "isUserVerified": True,
    "automaticPresenceSimulation": True,
}


class PasskeyDevice:
    """The account page in a browser context with a virtual authenticator of its own."""

    def __init__(self, browser: Browser, address: str, **more: Any) -> None:
        self.context = new_context(browser, address, language="en", **more)
        self.page = self.context.new_page()
        self.page_errors: list[str] = []
        self.page.on("pageerror", lambda error: self.page_errors.append(str(error)))
        self.cdp: CDPSession = self.context.new_cdp_session(self.page)
        self.cdp.send("WebAuthn.enable")
        self.id = self.cdp.send("WebAuthn.addVirtualAuthenticator", {"options": AUTHENTICATOR})[
            "authenticatorId"
        ]
        self.page.goto("/account")

    @property
    def credentials(self) -> list[dict[str, Any]]:
        """The passkeys in the authenticator."""
        found = self.cdp.send("WebAuthn.getCredentials", {"authenticatorId": self.id})
        credentials: list[dict[str, Any]] = found["credentials"]
        return credentials

    def add_credential(self, credential: dict[str, Any]) -> None:
        """Add a passkey, as if synchronised from another device of the same person."""
        self.cdp.send("WebAuthn.addCredential", {"authenticatorId": self.id, "credential": credential})

    def press(self, name: str) -> None:
        """Click a button by its accessible name."""
        self.page.get_by_role("button", name=name, exact=True).click()

    def expect_text(self, text: str) -> None:
        """Wait until the page contains a text."""
        expect(self.page.locator("main")).to_contain_text(text)

    def make_account(self, name: str) -> None:
        """Create an account with a passkey instead of a password."""
        self.page.get_by_label("Your name").last.fill(name)
        self.press("Create account with a passkey")
        self.expect_text(f"Hello {name}")
