"""Filled copies of a form of the office are uploaded, checked, corrected and downloaded as a table."""

import re
import time
import urllib.error
import urllib.request

import pytest
from playwright.sync_api import expect

from support.pdf import printed
from test_accessibility import check

VALUES = ["Ada Lovelace", "12 Harbour Road", "Ashford", ""]


def shared_form(service, tmp_path):
    """Shares a printed form and waits until its fields are known; returns its id."""
    path = tmp_path / "card.pdf"
    path.write_bytes(printed())
    form = service.send("POST", "/forms", {"documentId": service.upload(path), "name": "Library card"})["id"]
    while True:
        try:
            table(service, form)
            return form
        except urllib.error.HTTPError as error:
            # The fields are not known yet.
            assert error.code == 409
            time.sleep(0.1)


def copies(tmp_path):
    files = {
        "ada.pdf": printed(VALUES), "scribble.pdf": printed(["Grace Hopper", "", "Ashford", ""], scribble=True),
        "other.pdf": printed(form="Form 13-A").replace(b"library card", b"parking lot."),
    }
    for name, data in files.items():
        (tmp_path / name).write_bytes(data)
    return [tmp_path / name for name in files]


def table(service, form):
    with urllib.request.urlopen(f"{service.url}/api/v1/forms/{form}/answers.csv") as response:
        return response.read().decode("utf-8-sig")


def test_copies_are_uploaded_checked_and_downloaded(page, own_service, tmp_path):
    form = shared_form(own_service, tmp_path)
    page.goto(f"{own_service.url}/forms")
    page.get_by_role("link", name="Answers to Library card").click()
    expect(page.get_by_text("No answers yet")).to_be_visible()
    page.get_by_label(re.compile("Choose filled copies")).set_input_files(copies(tmp_path))
    expect(page.get_by_text("3 filled copies")).to_be_visible()
    row = page.get_by_role("row", name=re.compile("scribble.pdf"))
    expect(page.get_by_role("row", name=re.compile("ada.pdf")).locator(".badge")).to_have_text("Read")
    expect(page.get_by_role("row", name=re.compile("other.pdf")).locator(".badge")).to_have_text(
        re.compile("Another form|Another edition"))
    expect(row.locator(".badge")).to_have_text("Read")
    expect(row.locator(".doubtful")).to_have_text("1")

    row.get_by_role("button", name="Check scribble.pdf").click()
    dialog = page.get_by_role("dialog")
    expect(dialog.get_by_text("1 cell is doubtful.")).to_be_visible()
    doubtful = dialog.locator(".answer-cells li.doubtful")
    expect(doubtful).to_have_count(1)
    page.wait_for_function("document.querySelector('.answer-cells img').naturalWidth > 50")
    doubtful.get_by_role("textbox").fill("01233 496")
    dialog.get_by_role("button", name="Save").click()
    expect(dialog).to_be_hidden()
    expect(row.locator(".doubtful")).to_have_text("0")
    row.get_by_role("button", name="Check scribble.pdf").click()
    expect(page.get_by_text("Corrected or confirmed by a person.")).to_be_visible()
    page.get_by_role("button", name="Cancel").click()

    with page.expect_download() as download:
        page.get_by_role("button", name="CSV").click()
    text = download.value.path().read_bytes().decode("utf-8-sig")
    assert text == table(own_service, form)
    assert "ada.pdf,Ada Lovelace,12 Harbour Road,Ashford,\r\n" in text
    assert "scribble.pdf,Grace Hopper,,Ashford,01233 496\r\n" in text
    for name, start in [("Excel", b"PK"), ("JSON Lines", b"{\"File\"")]:
        with page.expect_download() as download:
            page.get_by_role("button", name=name).click()
        assert download.value.path().read_bytes().startswith(start)
    page.get_by_label("Labels as headings").check()
    with page.expect_download() as download:
        page.get_by_role("button", name="CSV").click()
    labelled = download.value.path().read_bytes().decode("utf-8-sig").splitlines()
    assert labelled[0] != text.splitlines()[0]
    assert labelled[1:] == text.splitlines()[1:]

    page.get_by_role("button", name="Delete other.pdf").click()
    page.get_by_role("button", name="Delete", exact=True).click()
    expect(page.get_by_text("2 filled copies")).to_be_visible()


def test_a_correction_of_what_someone_else_corrected_is_refused(page, own_service, tmp_path, watcher):
    watcher.expect("412: PATCH")
    form = shared_form(own_service, tmp_path)
    page.goto(f"{own_service.url}/forms/{form}/answers")
    page.get_by_label(re.compile("Choose filled copies")).set_input_files(copies(tmp_path)[0])
    row = page.get_by_role("row", name=re.compile("ada.pdf"))
    expect(row.locator(".badge")).to_have_text("Read")
    row.get_by_role("button", name="Check ada.pdf").click()
    expect(page.get_by_text("No cell is doubtful.")).to_be_visible()
    answer = own_service.get(f"/forms/{form}/answers")["answers"][0]["id"]
    field = own_service.get(f"/forms/{form}/answers/{answer}")["cells"][0]["field"]
    own_service.send("PATCH", f"/forms/{form}/answers/{answer}", {field: "Ada Byron"}, {"If-Match": '"1"'})
    page.get_by_role("dialog").get_by_role("textbox").first.fill("Ada King")
    page.get_by_role("button", name="Save").click()
    expect(page.get_by_role("alert")).to_have_text(re.compile("has been corrected meanwhile"))
    page.get_by_role("button", name="Cancel").click()
    assert "Ada Byron" in table(own_service, form)


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("width", [1280, 320])
def test_axe_finds_nothing_on_answers(new_page, own_service, tmp_path, scheme, width, watcher):
    watcher.expect("415: POST")
    form = shared_form(own_service, tmp_path)
    page = new_page(color_scheme=scheme, viewport={"width": width, "height": 800})
    page.goto(f"{own_service.url}/forms/{form}/answers")
    check(page, "no answers")
    wrong = tmp_path / "wrong.txt"
    wrong.write_text("no form")
    page.get_by_label(re.compile("Choose filled copies")).set_input_files([wrong, *copies(tmp_path)])
    expect(page.get_by_role("alert")).to_be_visible()
    expect(page.get_by_role("link", name="Show the uploaded copies in the list")).to_be_visible()
    check(page, "refused upload")
    page.get_by_role("link", name="Show the uploaded copies in the list").click()
    for row in range(3):
        expect(page.locator("tbody .badge").nth(row)).not_to_have_text("Being read")
    check(page, "answers")
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    page.get_by_role("button", name="Check scribble.pdf").click()
    expect(page.locator(".answer-cells li.doubtful img")).to_be_visible()
    check(page, "cells")
    page.locator("dialog summary").click()
    assert page.evaluate("document.querySelector('dialog').scrollWidth <= document.querySelector('dialog').clientWidth")
    check(page, "all cells")
