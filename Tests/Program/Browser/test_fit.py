"""What a person should know before the PDF is made: fields nobody has checked, texts that do not fit, values that break a rule."""

import re

import pytest
from playwright.sync_api import expect

from support.pdf import acroform
from test_accessibility import check

LONG = "A street with a name that is much longer than the field for it, and a number behind it"


def small_form(tmp_path):
    path = tmp_path / "small.pdf"
    path.write_bytes(acroform([{"widgets": [
        ("a", "Street", (72, 640, 172, 656), ""), ("b", "City", (72, 600, 300, 616), ""),
        ("c", "Remarks", (72, 500, 172, 530), "/Ff 4096"),
    ]}]))
    return path


@pytest.mark.parametrize(("label", "text"), [("Street", LONG), ("Remarks", "\n".join([LONG] * 3))])
def test_a_text_that_does_not_fit_is_marked_while_it_is_typed(edit, service, tmp_path, label, text):
    editor = edit(service.upload(small_form(tmp_path)))
    value = editor.panel.get_by_role("textbox", name=label, exact=True)
    value.fill(text)
    expect(value).to_have_attribute("aria-invalid", "true")
    expect(value).to_have_accessible_description(re.compile("does not fit into the field"))
    check(editor.page, f"{label} that does not fit")
    value.fill("Short")
    expect(value).not_to_have_attribute("aria-invalid", "true")
    # The service is asked about texts that may not fit only.
    asked = []
    editor.page.on("request", lambda request: asked.append(request.url) if "/preview" in request.url else None)
    editor.panel.get_by_role("textbox", name="City", exact=True).fill("Bonn")
    editor.expect_saved()
    editor.page.wait_for_timeout(1500)
    assert asked == []


def test_stored_values_that_a_later_rule_breaks_are_marked_and_keep_the_pdf_from_being_made(edit, service, tmp_path, watcher):
    watcher.expect("422: POST .*/compose")
    document = service.upload(small_form(tmp_path))
    fields = {field["label"]: field for field in service.get(f"/documents/{document}/fields")["fields"]}
    service.send("POST", f"/documents/{document}/values", {"values": [
        {"fieldRegionId": fields["City"]["id"], "value": "Bonn", "source": "manual"}]})
    service.send("PATCH", f"/documents/{document}/fields", {"upsert": [{**fields["City"], "mask": "99999"}]},
                 {"If-Match": '"0"'})
    editor = edit(document)
    city = editor.panel.get_by_role("textbox", name="City", exact=True)
    expect(city).to_have_attribute("aria-invalid", "true")
    expect(city).to_have_accessible_description(re.compile("This must be like 99999"))
    editor.page.get_by_role("button", name="Make the PDF").click()
    expect(editor.page.get_by_role("heading", name="One value cannot be used").or_(editor.panel.locator(".error-summary h3"))).to_be_visible()
    city.fill("53111")
    editor.fill()


def test_a_value_corrected_during_the_check_is_not_marked_and_the_pdf_has_it(edit, service, tmp_path):
    document = service.upload(small_form(tmp_path))
    fields = {field["label"]: field for field in service.get(f"/documents/{document}/fields")["fields"]}
    service.send("POST", f"/documents/{document}/values", {"values": [
        {"fieldRegionId": fields["Street"]["id"], "value": LONG, "source": "manual"}]})
    editor = edit(document)
    street = editor.panel.get_by_role("textbox", name="Street", exact=True)
    expect(street).to_have_value(LONG)
    held = []
    editor.page.route("**/preview?width=64", lambda route: held.append(route), times=1)
    with editor.page.expect_request("**/preview?width=64"):
        editor.page.get_by_role("button", name="Make the PDF").click()
    street.fill("High Street 1")
    while not held:
        editor.page.wait_for_timeout(10)
    held[0].continue_()
    expect(editor.page.get_by_role("link", name=re.compile("^Download the filled form"))).to_be_visible()
    values = service.get(f"/documents/{document}/values")["values"]
    assert [value["value"] for value in values] == ["High Street 1"]


def test_fields_that_were_found_lead_to_their_check_until_they_are_corrected(edit, forms, service, tmp_path):
    editor = edit(forms["forms/irs-8888.pdf"])
    hint = editor.panel.locator(".check-first")
    expect(hint).to_contain_text(re.compile("(were found on the pages|in doubt)"))
    check(editor.page, "fields to check first")
    hint.get_by_role("button", name="Check the fields").click()
    expect(editor.page.locator(".editor")).to_have_attribute("data-mode", "check")
    # The fields of a form's own file need no check.
    editor = edit(service.upload(small_form(tmp_path)))
    expect(editor.panel.get_by_role("textbox", name="City", exact=True)).to_be_visible()
    expect(editor.panel.locator(".check-first")).to_be_hidden()
