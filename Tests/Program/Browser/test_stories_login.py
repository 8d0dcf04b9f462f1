"""Who is logged in to the other pages is signed in to stories, too, and nothing of it is left after the logout."""

import pytest
from playwright.sync_api import expect

from support.family import form
from test_accessibility import check
from test_users import PASSWORDS, log_in, service_with_logins


@pytest.fixture(scope="module")
def office(tmp_path_factory):
    """A service that requires a login; ada has an e-mail address as well, and grace has none."""
    service = service_with_logins(tmp_path_factory.mktemp("office"))
    service.run("users", "email", "ada", "ada@example.org")
    service.run("families", "create", "The Lovelaces", "--owner", "ada@example.org")
    yield service
    service.close()


def test_one_login_opens_stories_and_the_logout_ends_them(new_page, office, watcher):
    watcher.expect("401: POST .*/stories/session|401: GET .*/rest/v1/")
    page = new_page()
    log_in(page, office, "ada")
    expect(page.get_by_text("Logged in as ada")).to_be_visible()
    page.goto(f"{office.url}/stories")
    expect(page.get_by_role("navigation", name="Family")).to_contain_text("The Lovelaces")
    expect(form(page, "Sign in")).to_have_count(0)
    check(page, "feed of a login")
    page.get_by_role("link", name="Family", exact=True).click()
    expect(page.get_by_text("Logged in to all pages as ada.")).to_be_visible()
    expect(page.get_by_role("link", name="Your account")).to_be_visible()
    expect(page.get_by_role("button", name="Sign out")).to_have_count(0)
    assert page.evaluate("localStorage.getItem('formwright.stories.session')") is None

    # Another tab logs out.
    other = page.context.new_page()
    other.goto(office.url)
    other.get_by_role("button", name="Log out").click()
    expect(other.get_by_role("button", name="Log in")).to_be_visible()
    page.get_by_role("link", name="Feed").click()
    expect(form(page, "Sign in")).to_be_visible()
    page.reload()
    expect(form(page, "Sign in")).to_be_visible()
    check(page, "sign in beside a login")
    page.get_by_role("link", name="Log in to all pages").click()
    page.get_by_label("User name").fill("grace")
    page.get_by_label("Password").fill(PASSWORDS["grace"])
    page.get_by_role("button", name="Log in").click()
    expect(page.get_by_role("heading", name="You are in no family yet")).to_be_visible()


def test_a_login_ends_a_sign_in_that_was_for_stories_only(new_page, office, watcher):
    page = new_page()
    page.goto(f"{office.url}/stories")
    entry = form(page, "Sign in")
    entry.get_by_label("E-mail address").fill("ada@example.org")
    entry.get_by_label("Password").fill(PASSWORDS["ada"])
    entry.get_by_role("button", name="Sign in").click()
    expect(page.get_by_role("navigation", name="Family")).to_be_visible()
    log_in(page, office, "grace")
    expect(page.get_by_text("Logged in as grace")).to_be_visible()
    page.goto(f"{office.url}/stories")
    expect(page.get_by_role("heading", name="You are in no family yet")).to_be_visible()
    page.get_by_role("button", name="Log out").click()
    expect(page.get_by_role("button", name="Log in")).to_be_visible()
    page.goto(f"{office.url}/stories")
    expect(form(page, "Sign in")).to_be_visible()
