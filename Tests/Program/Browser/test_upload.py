"""Forms come in by the chooser and by dropping, and go by deleting."""

import base64
import re
import subprocess
import time

import pytest
from playwright.sync_api import expect

from conftest import FORMS, HANG_GUARD
from support.editor import Editor
from support.pdf import acroform

DROP = """async ([name, type, bytes]) => {
    const data = new DataTransfer();
    data.items.add(new File([Uint8Array.from(atob(bytes), (c) => c.charCodeAt(0))], name, {type}));
    for (const kind of ["dragenter", "dragover", "drop"]) {
        document.body.dispatchEvent(new DragEvent(kind, {bubbles: true, cancelable: true, dataTransfer: data}));
    }
}"""


def small(tmp_path, name):
    path = tmp_path / name
    path.write_bytes(acroform([{"widgets": [("a", "Full name", (72, 640, 300, 664), "")]}]))
    return path


def test_a_new_user_is_told_what_to_do(page, own_service):
    page.goto(own_service.url)
    expect(page.get_by_role("heading", name="No documents yet")).to_be_visible()
    expect(page.get_by_text("Upload a blank form above")).to_be_visible()
    expect(page.get_by_label(re.compile("Choose a blank form"))).to_be_visible()


def test_a_form_is_uploaded_by_the_chooser_and_opens_in_the_editor(page, service, tmp_path):
    page.goto(service.url)
    page.get_by_label(re.compile("Choose a blank form")).set_input_files(small(tmp_path, "chosen.pdf"))
    editor = Editor.of_current(page, service)
    expect(page.get_by_role("heading", name="chosen.pdf")).to_be_visible()
    assert [field["label"] for field in editor.fields()] == ["Full name"]


def test_the_end_of_the_work_on_a_form_is_said(page, service, tmp_path):
    document = service.upload(small(tmp_path, "said.pdf"))

    def as_before_the_end(route):
        answer = route.fetch()
        body = answer.json()
        body["document"]["status"], body["pages"] = "processing", []
        route.fulfill(response=answer, json=body)

    page.route(f"**/api/v1/documents/{document}", as_before_the_end, times=1)
    page.goto(f"{service.url}/documents/{document}")
    expect(page.get_by_role("button", name="Make the PDF")).to_be_visible()
    expect(page.locator("#announcements")).to_have_text("Ready to fill in")


def test_a_form_is_uploaded_by_dropping_it_anywhere(page, service, tmp_path):
    page.goto(service.url)
    page.evaluate(DROP, ["dropped.pdf", "application/pdf", base64.b64encode(small(tmp_path, "a.pdf").read_bytes()).decode()])
    Editor.of_current(page, service)
    expect(page.get_by_role("heading", name="dropped.pdf")).to_be_visible()


@pytest.mark.full
def test_several_forms_are_uploaded_one_after_the_other(page, service, tmp_path):
    page.goto(service.url)
    files = [small(tmp_path, f"several {number}.pdf") for number in range(3)]
    page.get_by_label(re.compile("Choose a blank form")).set_input_files(files)
    for file in files:
        expect(page.get_by_role("row", name=re.compile(re.escape(file.name)))).to_contain_text("Ready to fill in")


@pytest.mark.full
def test_a_file_that_is_no_form_is_refused_in_words(page, service, tmp_path, watcher):
    watcher.expect("415: POST .*/init-upload")
    path = tmp_path / "notes.txt"
    path.write_text("These are notes.")
    page.goto(service.url)
    page.get_by_label(re.compile("Choose a blank form")).set_input_files(path)
    alert = page.get_by_role("alert")
    expect(alert).to_contain_text("notes.txt:")
    page.get_by_role("button", name="Dismiss").click()
    expect(alert).to_have_count(0)


def test_a_refusal_among_several_uploads_stays_until_it_is_dismissed(page, service, tmp_path, watcher):
    watcher.expect("415: POST .*/init-upload")
    notes = tmp_path / "notes.txt"
    notes.write_text("These are notes.")
    page.goto(service.url)
    page.get_by_label(re.compile("Choose a blank form")).set_input_files([notes, small(tmp_path, "accepted.pdf")])
    uploads = page.get_by_role("list", name="Uploads")
    expect(uploads.get_by_role("link", name="accepted.pdf")).to_have_attribute("href", re.compile("^/documents/"))
    to_list = page.get_by_role("link", name="Show the uploaded documents in the list")
    expect(to_list).to_be_visible()
    expect(uploads.get_by_role("alert")).to_contain_text("notes.txt:")
    expect(page.locator("#announcements")).to_have_text("accepted.pdf: uploaded")
    uploads.get_by_role("button", name="Dismiss").click()
    expect(uploads.get_by_role("alert")).to_have_count(0)
    to_list.click()
    expect(page.get_by_role("row", name=re.compile("accepted.pdf"))).to_be_visible()


@pytest.mark.full
def test_an_upload_is_cancelled(page, service, tmp_path):
    large = tmp_path / "large.pdf"
    large.write_bytes(small(tmp_path, "a.pdf").read_bytes() + b"%" * 30_000_000)
    page.goto(service.url)
    session = page.context.new_cdp_session(page)
    session.send("Network.emulateNetworkConditions", {
        "offline": False, "latency": 0, "downloadThroughput": -1, "uploadThroughput": 500_000})
    page.get_by_label(re.compile("Choose a blank form")).set_input_files(large)
    expect(page.get_by_text(re.compile(r"large.pdf: [1-9]\d? % uploaded"))).to_be_visible()
    page.get_by_role("button", name="Cancel the upload of large.pdf").click()
    expect(page.get_by_text("large.pdf")).to_have_count(0)
    assert not [d for d in service.get("/documents?limit=200")["documents"] if d["fileName"] == "large.pdf"]


@pytest.mark.parametrize("problem, remedy", [
    ("password", "Save a copy without the password"), ("damage", "save a new copy and upload that")])
def test_a_file_that_no_second_attempt_can_read_comes_with_a_remedy(page, service, tmp_path, problem, remedy):
    path = small(tmp_path, f"{problem}.pdf")
    if problem == "password":
        subprocess.run(["qpdf", "--replace-input", "--encrypt", "secret", "secret", "256", "--", path], check=True)
    else:
        path.write_bytes(path.read_bytes()[:120])
    page.goto(service.url)
    page.get_by_label(re.compile("Choose a blank form")).set_input_files(path)
    expect(page.get_by_role("heading", name="The form could not be read")).to_be_visible()
    expect(page.get_by_text(remedy)).to_be_visible()
    expect(page.locator("#announcements")).to_contain_text(f"The form could not be read. {path.name}")
    expect(page.get_by_role("button", name="Try again")).to_have_count(0)


def test_an_upload_works_without_scripts(new_page, service, tmp_path):
    page = new_page(java_script_enabled=False)
    page.goto(service.url)
    page.get_by_label(re.compile("Choose a blank form")).set_input_files(small(tmp_path, "plain.pdf"))
    page.get_by_role("button", name="Upload").click()
    expect(page.get_by_role("heading", name="plain.pdf")).to_be_visible()
    document = re.search(r"/documents/([0-9A-F-]{36})", page.url)[1]
    service.wait(document, "ready")


@pytest.fixture
def listed(own_service, tmp_path):
    """A service with 27 forms, of which one is named otherwise."""
    for number in range(26):
        own_service.run("documents", "add", str(small(tmp_path, f"lease {number:02}.pdf")))
    own_service.run("documents", "add", str(small(tmp_path, "Claim (final).pdf")))
    return own_service


@pytest.mark.full
def test_the_list_is_searched_filtered_and_paged(page, listed):
    page.goto(listed.url)
    rows = page.locator("tbody tr")
    expect(rows).to_have_count(25)
    expect(page.get_by_text("27 documents")).to_be_visible()
    page.get_by_role("link", name="Older documents").click()
    expect(rows).to_have_count(2)
    page.get_by_role("link", name="Newest").click()
    page.get_by_label("Client, name, tag or note").fill("CLAIM (")
    page.get_by_role("button", name="Search").click()
    expect(rows).to_have_count(1)
    expect(page.get_by_role("link", name="Claim (final).pdf")).to_be_visible()
    page.get_by_label("State", exact=True).select_option(label="Filled")
    page.get_by_role("button", name="Search").click()
    expect(page.get_by_text("No document matches.")).to_be_visible()
    page.get_by_role("link", name="Show all").click()
    expect(rows).to_have_count(25)


def test_a_deleted_form_comes_back_with_undo_and_goes_when_the_page_is_left(page, service, tmp_path):
    document = service.upload(small(tmp_path, "unwanted.pdf"))
    listed = lambda: [d["id"] for d in service.get("/documents?limit=200")["documents"]]
    page.goto(service.url)
    row = page.get_by_role("row", name=re.compile("unwanted.pdf"))
    row.locator("summary").click()
    row.get_by_role("button", name="Delete unwanted.pdf").click()
    expect(row).to_be_hidden()
    expect(page.get_by_role("button", name="Undo")).to_be_focused()
    page.get_by_role("button", name="Undo").click()
    expect(page.get_by_role("link", name="unwanted.pdf", exact=True)).to_be_focused()
    assert document in listed()
    row.locator("summary").click()
    row.get_by_role("button", name="Delete unwanted.pdf").click()
    page.goto(f"{service.url}/?text=unwanted")
    expect(page.get_by_role("link", name="unwanted.pdf", exact=True)).to_have_count(0)
    deadline = time.monotonic() + HANG_GUARD
    while document in listed():
        assert time.monotonic() < deadline
        time.sleep(0.1)


def test_a_name_with_markup_is_only_text(page, service, tmp_path):
    name = "\"'><img src=x onerror=alert(1)>\u0338.pdf"
    path = small(tmp_path, "a.pdf")
    page.goto(service.url)
    page.evaluate(DROP, [name, "application/pdf", base64.b64encode(path.read_bytes()).decode()])
    Editor.of_current(page, service)
    expect(page.get_by_role("heading", level=1)).to_have_text(name)
    page.goto(service.url)
    expect(page.get_by_role("link", name=name)).to_be_visible()
    page.goto(f"{service.url}/?text=%22%CC%81%20autofocus%20onfocus%3Dalert(1)%20x%3D%22")
    expect(page.get_by_label("Client, name, tag or note")).to_have_value("\"\u0301 autofocus onfocus=alert(1) x=\"")
    assert page.get_by_label("Client, name, tag or note").get_attribute("onfocus") is None


@pytest.mark.full
def test_an_unknown_form_is_a_page_that_says_so(page, service, watcher):
    watcher.expect("404: GET .*/documents/")
    page.goto(f"{service.url}/documents/00000000-0000-4000-8000-000000000000")
    expect(page.get_by_role("heading", name="Page not found")).to_be_visible()
    page.get_by_role("link", name="Go to the first page").click()
    expect(page.get_by_role("heading", name="Your documents")).to_be_visible()
