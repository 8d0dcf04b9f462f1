"""The page of the family on a phone, and what its members do about themselves."""

import re

import pytest
from playwright.sync_api import expect

from support.family import OWNER, Rows, join, sign_in
from test_accessibility import check

OTHER_PASSWORD = "another horse battery"


@pytest.fixture(scope="module")
def rows(home):
    return Rows(home)


def test_a_password_is_changed_by_whoever_knows_it(new_page, home, rows, watcher):
    watcher.expect("400: POST .*/auth/v1/token|422: PUT .*/auth/v1/user|40[013]: ")
    page, elsewhere = new_page(viewport={"width": 390, "height": 800}), new_page()
    join(page, home, rows.invite(), "third@example.org", OTHER_PASSWORD)
    expect(page.get_by_role("navigation", name="Family")).to_be_visible()
    sign_in(elsewhere, home, "third@example.org", OTHER_PASSWORD)
    page.get_by_role("link", name="Family", exact=True).click()
    page.get_by_role("button", name="Change my password").click()
    dialog = page.get_by_role("dialog")
    for old, new, sentence in [
        ("not this one", "five or six random words", "The current password is another one."),
        (OTHER_PASSWORD, "short", "10"), (OTHER_PASSWORD, OTHER_PASSWORD, "another than the old one"),
    ]:
        dialog.get_by_label("Current password").fill(old)
        dialog.get_by_label(re.compile("^New password")).fill(new)
        dialog.get_by_role("button", name="Change the password").click()
        expect(dialog.get_by_role("alert")).to_contain_text(sentence)
    check(page, "change of password")
    dialog.get_by_label(re.compile("^New password")).fill("five or six random words")
    dialog.get_by_role("button", name="Change the password").click()
    expect(dialog).to_have_count(0)
    page.reload()
    expect(page.get_by_role("navigation", name="Family")).to_be_visible()
    elsewhere.reload()
    expect(elsewhere.get_by_role("heading", name="Sign in")).to_be_visible()
    sign_in(elsewhere, home, "third@example.org", "five or six random words")


def test_who_has_forgotten_the_password_learns_who_can_help(new_page, home):
    page = new_page(viewport={"width": 390, "height": 800})
    page.goto(f"{home.url}/stories")
    page.get_by_text("Forgotten your password?").click()
    expect(page.get_by_text("formwright users password")).to_be_visible()
    check(page, "forgotten password")
    assert home.run("users", "password", "--help")


def test_an_owner_without_a_name_sees_the_address_and_gives_a_name(new_page, home, rows):
    page = new_page(viewport={"width": 390, "height": 800})
    sign_in(page, home)
    page.get_by_role("link", name="Family", exact=True).click()
    members = page.get_by_role("region", name="Members")
    expect(members.get_by_role("listitem").filter(has_text="(you)")).to_contain_text(OWNER)
    expect(members.get_by_role("listitem").filter(has_text="(you)")).not_to_contain_text("Family member")
    page.get_by_label("Your name in the family").fill("Mum")
    page.get_by_role("button", name="Save the name").click()
    expect(members.get_by_role("listitem").filter(has_text="(you)")).to_contain_text("Mum")
    expect(members).to_contain_text(OWNER)
    check(page, "own name")
    # Nobody else sees the address.
    guest = new_page()
    join(guest, home, rows.invite("viewer"), "guest@example.org")
    guest.get_by_role("link", name="Family", exact=True).click()
    expect(guest.get_by_role("region", name="Members")).to_contain_text("Mum")
    expect(guest.get_by_role("main")).not_to_contain_text(OWNER)


def test_the_family_fits_a_phone(new_page, home, rows):
    rows.add("family_invites", family_id=rows.family, role="parent", nickname="Grandmother of the other side", created_by=rows.user)
    page = new_page(viewport={"width": 390, "height": 800})
    sign_in(page, home)
    page.get_by_role("link", name="Family", exact=True).click()
    withdraw = page.get_by_role("button", name=re.compile("^Withdraw")).first
    height = withdraw.evaluate("(node) => node.getBoundingClientRect().height / parseFloat(getComputedStyle(node).lineHeight)")
    assert height < 2, "the button has one line"
    role = page.get_by_label("Role")
    for value in ("parent", "member", "viewer"):
        role.select_option(value)
        # What the select would need for its text, beside the arrow.
        needed = role.evaluate("""(node) => { const text = document.createElement("span"); text.style.font = getComputedStyle(node).font;
            text.style.position = "absolute"; text.textContent = node.selectedOptions[0].text; document.body.append(text);
            const width = text.getBoundingClientRect().width; text.remove(); return width + 48 - node.getBoundingClientRect().width; }""")
        assert needed < 0, f"the role {value} is not cut off"
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
