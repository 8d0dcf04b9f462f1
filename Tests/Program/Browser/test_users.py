"""People log in, and see only what is their own."""

import re
import socket

import pytest
from playwright.sync_api import expect

from support.pdf import acroform
from support.service import Service
from test_accessibility import check

PASSWORDS = {"ada": "correct horse battery", "grace": "staple of horses"}


def service_with_logins(folder, roles=()):
    """A service that requires a login, with two users, who are staff unless a role is given by name."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    settings = f"service:\n  port: {port}\n  publicURL: http://127.0.0.1:{port}\n"

    def add_users(service):
        for name, password in PASSWORDS.items():
            file = folder / name
            file.write_text(password)
            file.chmod(0o600)
            service.run("users", "add", name, "--role", dict(roles).get(name, "staff"), "--password-file", str(file))

    return Service(settings=settings, port=port, prepare=add_users)


@pytest.fixture(scope="module")
def shared(tmp_path_factory):
    """A service that requires a login, with two users."""
    service = service_with_logins(tmp_path_factory.mktemp("users"))
    yield service
    service.close()


def log_in(page, service, name, password=None):
    page.goto(service.url)
    expect(page.get_by_role("heading", name="Log in")).to_be_visible()
    page.get_by_label("User name").fill(name)
    page.get_by_label("Password").fill(password or PASSWORDS[name])
    page.get_by_role("button", name="Log in").click()


def upload(page, service, tmp_path, name):
    path = tmp_path / name
    path.write_bytes(acroform([{"widgets": [("a", "Full name", (72, 640, 300, 664), "")]}]))
    page.get_by_label(re.compile("Choose a blank form")).set_input_files(path)
    expect(page.get_by_role("button", name="Make the PDF")).to_be_visible()
    return page.url


def test_a_second_owner_sees_none_of_it(new_page, shared, tmp_path, watcher):
    watcher.expect("404: ")
    ada, grace = new_page(), new_page()
    log_in(ada, shared, "ada")
    expect(ada.get_by_text("Logged in as ada")).to_be_visible()
    address = upload(ada, shared, tmp_path, "private.pdf")
    ada.get_by_role("textbox", name="Full name").first.fill("Secret")
    expect(ada.locator(".save-state")).to_have_text("Saved")

    log_in(grace, shared, "grace")
    expect(grace.get_by_role("heading", name="No documents yet")).to_be_visible()
    grace.goto(address)
    expect(grace.get_by_role("heading", name="Page not found")).to_be_visible()
    document = re.search(r"[0-9A-F-]{36}", address)[0]
    for path in ("", "/fields", "/values", "/pages/0.png", "/download", "/events"):
        status = grace.evaluate("(path) => fetch(path).then((answer) => answer.status)", f"/api/v1/documents/{document}{path}")
        assert status == 404, path
    # The same form of another owner comes without ada's values.
    grace.goto(shared.url)
    upload(grace, shared, tmp_path, "private.pdf")
    expect(grace.get_by_role("textbox", name="Full name").first).to_have_value("")


def end_login_on_save(page):
    """Ends the login just before the page saves what is typed next.

    If it ended earlier, another of the page's requests could find out before anything is typed.
    """

    has_ended = False

    def end(route):
        nonlocal has_ended
        if route.request.method == "POST" and not has_ended:
            has_ended = True
            page.context.clear_cookies()
        route.continue_()

    page.route("**/api/v1/documents/*/values", end)


@pytest.mark.full
def test_after_logging_out_the_page_needs_a_login_again(page, shared, tmp_path):
    log_in(page, shared, "ada")
    address = upload(page, shared, tmp_path, "later.pdf")
    page.get_by_role("button", name="Log out").click()
    expect(page.get_by_role("heading", name="Log in")).to_be_visible()
    assert page.evaluate("sessionStorage.length") == 0
    page.goto(address)
    expect(page.get_by_role("heading", name="Log in")).to_be_visible()
    page.get_by_label("User name").fill("ada")
    page.get_by_label("Password").fill(PASSWORDS["ada"])
    page.get_by_role("button", name="Log in").click()
    # On to where the person wanted to go.
    expect(page.get_by_role("heading", name="later.pdf")).to_be_visible()


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.full
def test_a_wrong_password_is_refused_in_words(new_page, shared, watcher, scheme):
    watcher.expect("401: POST .*/login")
    page = new_page(color_scheme=scheme)
    page.goto(shared.url)
    check(page, "login")
    log_in(page, shared, "ada", "not the password")
    expect(page.get_by_role("alert")).to_be_visible()
    expect(page.get_by_label("User name")).to_have_value("ada")
    check(page, "refused login")


def test_a_login_that_has_ended_leads_back_to_what_was_typed(page, shared, tmp_path, watcher):
    watcher.expect("401: ")
    log_in(page, shared, "grace")
    upload(page, shared, tmp_path, "ended.pdf")
    end_login_on_save(page)
    page.get_by_role("textbox", name="Full name").first.fill("Typed too late")
    expect(page.get_by_role("alert")).to_contain_text("Your login has ended.")
    page.get_by_label("User name").fill("grace")
    page.get_by_label("Password").fill(PASSWORDS["grace"])
    page.get_by_role("button", name="Log in").click()
    expect(page.get_by_role("textbox", name="Full name").first).to_have_value("Typed too late")


def test_what_one_user_typed_is_removed_when_another_logs_in(page, shared, tmp_path, watcher):
    watcher.expect("401: |404: ")
    log_in(page, shared, "ada")
    upload(page, shared, tmp_path, "left.pdf")
    end_login_on_save(page)
    page.get_by_role("textbox", name="Full name").first.fill("Typed by Ada")
    expect(page.get_by_role("heading", name="Log in")).to_be_visible()
    kept = "JSON.stringify(sessionStorage)"
    assert "Typed by Ada" in page.evaluate(kept)
    log_in(page, shared, "grace")
    expect(page.get_by_text("Logged in as grace")).to_be_visible()
    page.wait_for_load_state("domcontentloaded")
    assert "Typed by Ada" not in page.evaluate(kept)


def test_a_reader_is_offered_nothing_that_is_refused(page, shared, tmp_path):
    log_in(page, shared, "ada")
    address = upload(page, shared, tmp_path, "finished.pdf")
    page.get_by_role("textbox", name="Full name").first.fill("Ada Lovelace")
    expect(page.locator(".save-state")).to_have_text("Saved")
    shared.run("users", "role", "ada", "reader")
    try:
        page.reload()
        expect(page.locator(".save-state")).to_have_text("You can see and download, but change nothing.")
        expect(page.locator(".read-values")).to_contain_text("Ada Lovelace")
        expect(page.locator(".sheet[data-picture=blank]").first).to_be_visible()
        assert page.locator("main button:visible").all_inner_texts() == []
        expect(page.locator("main").get_by_role("textbox")).to_have_count(0)
        for key in ("Alt+1", "Alt+2", "Alt+3", "a", "d", "?"):
            page.keyboard.press(key)
        expect(page.locator(".read-values")).to_be_visible()
        check(page, "form of a reader")
        for path, heading in (("/", "Your documents"), ("/accounts", "Your trading accounts"), ("/portfolios", "Your portfolios")):
            page.goto(shared.url + path)
            expect(page.get_by_role("heading", name=heading)).to_be_visible()
            expect(page.locator("input[type=file]")).to_have_count(0)
            for name in ("Upload", "Delete", "New portfolio"):
                expect(page.locator("main").get_by_role("button", name=name)).to_have_count(0)
                expect(page.locator("main").get_by_role("link", name=name)).to_have_count(0)
            check(page, f"{path} of a reader")
    finally:
        shared.run("users", "role", "ada", "staff")
    page.goto(address)
    expect(page.get_by_role("textbox", name="Full name").first).to_have_value("Ada Lovelace")
