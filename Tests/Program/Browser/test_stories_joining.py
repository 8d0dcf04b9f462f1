"""People join a family by invites, which the service takes ten times in a row."""

import pytest
from playwright.sync_api import expect

from support.family import Rows, complaint, form, join, sign_in
from test_accessibility import check

OTHER_PASSWORD = "another horse battery"


@pytest.fixture(scope="module")
def rows(home):
    rows = Rows(home)
    rows.artwork("Mia", "A story for whoever has joined.")
    return rows


def test_a_used_invite_says_what_to_do_and_the_message_does_not_stay(new_page, home, rows, watcher):
    watcher.expect("422: POST .*/auth/v1/signup")
    code = rows.invite()
    first = new_page()
    join(first, home, code, "first@example.org")
    expect(first.get_by_text("A story for whoever has joined.", exact=True)).to_be_visible()
    page = new_page(viewport={"width": 390, "height": 800})
    join(page, home, code, "late@example.org")
    expect(complaint(page)).to_have_text(
        "This invite has been used or has expired. Check the code, or ask your family for a new one.")
    check(page, "used invite")
    # Another invite is opened in the same tab.
    fresh = rows.invite()
    page.goto(f"{home.url}/stories#/invite/{fresh}")
    expect(form(page, "Join with an invite").get_by_label("Invite code")).to_have_value(fresh)
    expect(complaint(page)).to_have_count(0)
    join(page, home, fresh, "late@example.org")
    expect(page.get_by_text("A story for whoever has joined.", exact=True)).to_be_visible()


def test_somebody_with_an_account_signs_in_and_joins_with_the_same_invite(new_page, home, rows, watcher):
    watcher.expect("422: POST .*/auth/v1/signup|400: POST .*/auth/v1/token")
    page = new_page(viewport={"width": 390, "height": 800})
    join(page, home, rows.invite(), "again@example.org", OTHER_PASSWORD)
    page.get_by_role("link", name="Family", exact=True).click()
    page.get_by_role("button", name="Leave the family").click()
    page.get_by_role("dialog").get_by_role("button", name="Leave").click()
    expect(page.get_by_role("heading", name="You are in no family yet")).to_be_visible()
    check(page, "no family")
    page.get_by_role("button", name="Sign out").click()
    expect(page.get_by_role("heading", name="Sign in")).to_be_visible()

    # The password that was chosen now is not that of the account.
    join(page, home, rows.invite(), "again@example.org", "a new password")
    entry = form(page, "Sign in and join")
    expect(entry).to_contain_text("There is an account with this address already")
    expect(entry.get_by_label("Password of the account")).to_be_focused()
    check(page, "sign in and join")
    entry.get_by_label("Password of the account").fill("a new password")
    entry.get_by_role("button", name="Sign in and join").click()
    expect(complaint(page)).to_have_text("The e-mail address or the password is wrong.")
    entry.get_by_label("Password of the account").fill(OTHER_PASSWORD)
    entry.get_by_role("button", name="Sign in and join").click()
    expect(page.get_by_text("A story for whoever has joined.", exact=True)).to_be_visible()


def test_an_invite_that_is_opened_in_an_open_tab_is_joined_with_one_button(new_page, home, rows, tmp_path, watcher):
    watcher.expect("400: POST .*/accept_family_invite|409: POST .*/accept_family_invite")
    page = new_page()
    join(page, home, rows.invite(), "second@example.org")
    expect(page.get_by_role("navigation", name="Family")).to_be_visible()
    password = tmp_path / "password"
    password.write_text(OTHER_PASSWORD)
    password.chmod(0o600)
    home.run("families", "create", "The Byrons", "--owner", "lord@example.org", "--password-file", str(password))
    code = home.run("families", "invite", "The Byrons", "--role", "viewer").split()[0]
    page.evaluate("code => (location.hash = `#/invite/${code}`)", code)
    expect(page.get_by_role("heading", name="You are invited to a family")).to_be_visible()
    expect(page.get_by_text("second@example.org")).to_be_visible()
    check(page, "invite")
    page.get_by_label("Your name in the family (optional)").fill("Uncle")
    page.get_by_role("button", name="Join the family").click()
    expect(page.get_by_role("combobox", name="Family").locator("option:checked")).to_have_text("The Byrons")
    # Once more: it is used.
    page.evaluate("code => (location.hash = `#/invite/${code}`)", code)
    page.get_by_role("button", name="Join the family").click()
    expect(complaint(page)).to_contain_text("is used, or has expired")
    expect(page.get_by_text("ask your family for a new one")).to_be_visible()
    page.get_by_role("link", name="Not now").click()
    expect(page.get_by_role("heading", name="No stories yet")).to_be_visible()
    # A family that one is in already keeps the invite for somebody else.
    page.evaluate("code => (location.hash = `#/invite/${code}`)", rows.invite())
    page.get_by_role("button", name="Join the family").click()
    expect(complaint(page)).to_have_text("You are in this family already.")


def test_a_dialog_does_not_stay_when_the_view_changes(new_page, home, rows):
    page = new_page()
    sign_in(page, home)
    page.get_by_role("link", name="Family", exact=True).click()
    page.get_by_role("button", name="Add a child").click()
    expect(page.get_by_role("dialog")).to_be_visible()
    page.go_back()
    expect(page.get_by_role("dialog")).to_have_count(0)
    expect(page.get_by_text("A story for whoever has joined.", exact=True)).to_be_visible()
