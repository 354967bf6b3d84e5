"""Passwords on the account page: changing one, and setting the first one of an account with a passkey."""

from playwright.sync_api import Locator, Page, expect

from tests.web.accessibility import violations
from tests.web.passkey_device import PasskeyDevice

OLD, NEW = "correct horse", "battery staple"


def section(page: Page, heading: str) -> Locator:
    """Return the section with a heading."""
    return page.locator("section", has=page.get_by_role("heading", name=heading, exact=True))


def log_in(device: PasskeyDevice, name: str, password: str) -> None:
    """Log in by name and password."""
    device.press("I have an account")
    device.page.get_by_label("Your name").last.fill(name)
    device.page.get_by_label("Password").fill(password)
    device.press("Log in")


def test_changing_the_password_logs_out_other_devices(devices: list[PasskeyDevice]) -> None:
    one, other = devices
    one.page.get_by_label("Your name").last.fill("Sacha")
    one.page.get_by_label("Password").fill(OLD)
    one.press("Create account")
    one.expect_text("Hello Sacha")
    log_in(other, "Sacha", OLD)
    other.expect_text("Hello Sacha")
    form = section(one.page, "Change password")
    present, new = form.get_by_label("Current password"), form.get_by_label("New password")
    expect(present).to_have_attribute("autocomplete", "current-password")
    expect(new).to_have_attribute("autocomplete", "new-password")
    present.fill("not this one")
    new.fill(NEW)
    one.press("Change password")
    expect(form.get_by_role("alert")).to_contain_text("not this account’s password")
    assert [] == violations(one.page)
    present.fill(OLD)
    one.press("Change password")
    expect(form.get_by_role("status")).to_contain_text("Password changed")
    expect(form.get_by_role("alert")).to_have_count(0)
    for field in (present, new):
        expect(field).to_have_value("")
    assert [] == violations(one.page)
    other.press("Add a passkey")
    expect(other.page.get_by_role("alert")).to_contain_text("isn’t logged in")
    other.page.reload()
    # What is asked for is said: the form to log in is open, not the one for a new account.
    other.expect_text("no longer logged in to the account Sacha")
    expect(other.page.get_by_role("button", name="Create account")).to_have_count(0)
    log_in(other, "Sacha", OLD)
    expect(other.page.get_by_role("alert")).to_contain_text("Wrong name or password")
    other.page.get_by_label("Password").fill(NEW)
    other.press("Log in")
    other.expect_text("Hello Sacha")


def test_a_passkey_sets_the_first_password_and_replaces_a_forgotten_one(
    devices: list[PasskeyDevice],
) -> None:
    one, other = devices
    one.make_account("Noa")
    form = section(one.page, "Add a password")
    new = form.get_by_label("New password")
    expect(form.get_by_label("Current password")).to_have_count(0)
    expect(new).to_have_attribute("type", "password")
    form.get_by_role("switch", name="Show password").click()
    expect(new).to_have_attribute("type", "text")
    new.fill(OLD)
    assert [] == violations(one.page)
    one.press("Confirm with a passkey")
    form = section(one.page, "Change password")
    expect(form.get_by_role("status")).to_contain_text("Password added")
    expect(form.get_by_role("button", name="Change password")).to_be_focused()
    expect(one.page.get_by_role("button", name="Remove the passkey")).to_be_visible()
    one.press("Forgot it? Use a passkey")
    expect(form.get_by_label("Current password")).to_have_count(0)
    form.get_by_label("New password").fill(NEW)
    one.press("Confirm with a passkey")
    expect(form.get_by_role("status")).to_contain_text("Password changed")
    log_in(other, "Noa", NEW)
    other.expect_text("Hello Noa")
