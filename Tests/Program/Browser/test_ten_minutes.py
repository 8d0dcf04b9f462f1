"""The first ten minutes of an office, from the setup to the search for a finished case.

`FORMWRIGHT_PROGRAM` may name an installed program, such as that of the Debian package.
"""

import re
import socket
import subprocess
import time

from playwright.sync_api import expect

from support.pdf import acroform
from support.service import PROGRAM, Service
from test_signing import draw

# Screens and questions that a person sees, of the administrator and of the colleague.
SCREEN_LIMIT = 12
PASSWORD = "correct horse battery staple"


class Journey:
    """Counts the screens that people see, and the time."""

    def __init__(self):
        self.screens = []
        self.start = time.monotonic()

    def screen(self, page, heading, name):
        expect(page.get_by_role("heading", name=heading).first).to_be_visible()
        self.screens.append(name)


def test_an_office_begins_within_twelve_screens(new_page, tmp_path, capsys):
    journey = Journey()
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    form = tmp_path / "benefit.pdf"
    form.write_bytes(acroform([{"widgets": [
        ("name", "Full name", (72, 700, 300, 720), ""), ("sign", "Signature", (72, 600, 300, 640), "/FT /Sig")]}]))
    password = tmp_path / "password.txt"
    password.write_text(PASSWORD)
    password.chmod(0o600)

    def set_up(service):
        subprocess.run(
            [PROGRAM, "setup", "--config", service.folder / "pipeline.yaml", "--store", service.folder / "store",
             "--administrator", "ada", "--password-file", password, "--reach", "network", "--port", str(port)],
            check=True, capture_output=True)
        journey.screens.append("the three questions of formwright setup")

    service = Service(port=port, prepare=set_up)
    try:
        ada = new_page(ignore_https_errors=True)
        ada.goto(service.url)
        journey.screen(ada, "Log in", "login")
        ada.get_by_label("User name").fill("ada")
        ada.get_by_label("Password").fill(PASSWORD)
        ada.get_by_role("button", name="Log in").click()
        journey.screen(ada, "Fill in a form", "documents of the administrator")
        ada.get_by_label(re.compile("Choose a blank form")).set_input_files(form)
        journey.screen(ada, "benefit.pdf", "form of the administrator")
        ada.get_by_role("button", name="Share the blank form").click()
        journey.screen(ada, "Share the blank form with the office", "dialog for sharing")
        ada.get_by_role("dialog").get_by_label("Name").fill("Housing benefit")
        ada.get_by_role("dialog").get_by_role("button", name="Share", exact=True).click()
        expect(ada.get_by_role("heading", name="The form is shared")).to_be_visible()
        ada.get_by_role("button", name="Close").click()
        ada.goto(f"{service.url}/admin")
        ada.get_by_role("button", name="Make a link").click()
        journey.screen(ada, "Administration", "administration")
        link = ada.locator("#link").input_value()

        grace = new_page(ignore_https_errors=True)
        grace.goto(link)
        journey.screen(grace, re.compile("."), "invitation")
        grace.get_by_label("Choose a user name").fill("grace")
        grace.get_by_label("Choose a password").fill(PASSWORD)
        grace.get_by_label("The password again").fill(PASSWORD)
        grace.get_by_role("button", name="Begin").click()
        journey.screen(grace, "Fill in a form", "documents of the colleague")
        grace.get_by_role("link", name="Start from a form of the office").click()
        journey.screen(grace, "Forms", "forms of the office")
        grace.get_by_role("button", name="Start from Housing benefit").click()
        journey.screen(grace, re.compile("Housing benefit"), "case")
        grace.get_by_label("Client or case").fill("Ida Rhodes")
        grace.get_by_role("textbox", name="Full name").first.fill("Ida Rhodes")
        grace.get_by_role("button", name="Sign: Signature").first.click()
        pad = grace.get_by_role("dialog")
        journey.screens.append("pad for the signature")
        draw(grace, pad)
        pad.get_by_role("button", name="Use this signature").click()
        expect(pad).to_have_count(0)
        grace.get_by_role("button", name="Make the PDF").click()
        with grace.expect_download() as download:
            grace.get_by_role("link", name=re.compile("^Download")).first.click()
        text = subprocess.run(
            ["pdftotext", download.value.path(), "-"], check=True, capture_output=True, text=True).stdout
        assert "Ida Rhodes" in text

        grace.goto(service.url)
        grace.get_by_label("Client, name, tag or note").fill("rhodes")
        grace.get_by_role("button", name="Search").click()
        journey.screen(grace, "Your documents", "search")
        expect(grace.locator("tbody tr")).to_have_count(1)
        expect(grace.get_by_role("link", name=re.compile("^Download Housing benefit"))).to_be_visible()
    finally:
        service.close()
    assert len(journey.screens) <= SCREEN_LIMIT, journey.screens
    with capsys.disabled():
        print(f"\n{len(journey.screens)} screens in {time.monotonic() - journey.start:.1f} s")
