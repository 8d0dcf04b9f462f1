"""axe finds nothing serious in any state of the pages, in both schemes, wide and narrow."""

import re

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import expect

from conftest import FORMS
from support.editor import Editor
from support.pdf import acroform


def check(page, where):
    # Colours are measured when nothing fades any more.
    page.evaluate("Promise.all(document.getAnimations().filter((a) => a.effect.getComputedTiming().iterations < 9).map((a) => a.finished))")
    results = Axe().run(page, options={"resultTypes": ["violations"]})
    found = [
        f"{where}: {violation['id']} ({violation['impact']}): {node['html'][:200]} {node['failureSummary']}"
        for violation in results.response["violations"] if violation["impact"] in ("serious", "critical")
        for node in violation["nodes"]]
    assert not found, "\n".join(found)


@pytest.fixture(params=["light", pytest.param("dark", marks=pytest.mark.full)])
def scheme(request):
    return request.param


@pytest.fixture(params=[pytest.param(1280, id="wide"), pytest.param(320, id="narrow", marks=pytest.mark.full)])
def look(request, new_page, scheme):
    return new_page(color_scheme=scheme, viewport={"width": request.param, "height": 800})


def test_the_list(look, service, forms, watcher, tmp_path):
    watcher.expect("415: POST .*/init-upload|404: GET .*/documents/")
    assert forms["forms/va-21-22.pdf"]
    look.goto(service.url)
    check(look, "list")
    look.goto(f"{service.url}/?text=nothing-has-this-name")
    check(look, "empty search")
    look.goto(service.url)
    wrong = tmp_path / "wrong.txt"
    wrong.write_text("no form")
    look.locator("#file").set_input_files(wrong)
    expect(look.get_by_role("alert")).to_be_visible()
    check(look, "refused upload")
    row = look.get_by_role("row", name=re.compile("va-21-22.pdf")).first
    row.locator("summary").click()
    check(look, "actions")
    row.get_by_role("button", name="Details… of va-21-22.pdf").click()
    expect(look.get_by_role("dialog")).to_be_visible()
    check(look, "details")
    look.get_by_role("button", name="Cancel").click()
    row.locator("summary").click()
    row.get_by_role("button", name="Delete va-21-22.pdf").click()
    check(look, "deleted")
    look.get_by_role("button", name="Undo").click()
    look.goto(f"{service.url}/documents/00000000-0000-4000-8000-000000000000")
    check(look, "unknown form")


@pytest.mark.full
def test_the_empty_list(look, own_service):
    look.goto(own_service.url)
    check(look, "no forms")


def test_checking_fields(look, service, forms):
    editor = Editor(look, service, forms["unseen/cms-855i.pdf"], "check")
    editor.expect_picture()
    check(look, "fields")
    look.locator(".field.doubtful").first.click()
    check(look, "selected")
    look.get_by_role("button", name="Select all").click()
    check(look, "all selected")
    look.get_by_role("button", name="Fields", exact=True).click() if look.viewport_size["width"] < 900 else None
    check(look, "panel")
    look.get_by_role("button", name="Keyboard shortcuts").click()
    check(look, "help")


def test_filling_in(look, service, tmp_path, watcher):
    watcher.expect("422: POST .*/values")
    path = tmp_path / "axe.pdf"
    path.write_bytes(acroform([{"widgets": [
        ("name", "Full name", (72, 700, 300, 720), ""), ("zip", "ZIP code", (72, 650, 150, 670), "/MaxLen 5"),
        ("notes", "Notes", (72, 500, 400, 620), "/Ff 4096"), ("agree", "I agree", (72, 400, 88, 416), "/FT /Btn /AS /Off"),
        ("state", "State", (72, 450, 200, 470), "/FT /Ch /Ff 131072 /Opt [(Ohio) (Texas)]"),
    ]}]))
    editor = Editor(look, service, service.upload(path))
    editor.pages.get_by_role("textbox", name="Full name").fill("Ada")
    editor.expect_saved()
    check(look, "values")
    editor.pages.get_by_role("textbox", name="ZIP code").fill("1234567")
    look.get_by_role("button", name="Make the PDF").click()
    expect(editor.panel.get_by_role("heading", name="1 value cannot be used")).to_be_visible()
    check(look, "errors")
    editor.panel.get_by_role("textbox", name="ZIP code").fill("12345")
    editor.expect_saved()
    look.get_by_role("button", name="Values from a table").click()
    check(look, "table")
    look.keyboard.press("Escape")
    editor.mode("Preview")
    check(look, "preview")
    look.get_by_role("button", name="Make the PDF").click()
    expect(look.get_by_role("link", name="Download the filled form")).to_be_visible()
    check(look, "filled")


@pytest.mark.full
def test_a_form_that_failed(look, own_service, tmp_path):
    path = tmp_path / "broken.pdf"
    path.write_bytes(b"%PDF-1.7\nThis is no PDF after all.\n%%EOF\n")
    body = b'--b\r\nContent-Disposition: form-data; name="file"; filename="broken.pdf"\r\n\r\n' + path.read_bytes() + b"\r\n--b--\r\n"
    document = own_service.send("POST", "/documents/init-upload", body, {"Content-Type": "multipart/form-data; boundary=b"})["documentId"]
    look.goto(f"{own_service.url}/documents/{document}")
    expect(look.get_by_role("button", name="Find the fields")).to_be_visible()
    check(look, "waiting")
    look.get_by_role("button", name="Find the fields").click()
    expect(look.get_by_text("save a new copy and upload that")).to_be_visible()
    check(look, "failed")
