"""Signatures are drawn, kept for the next time, and stand in the PDF; so do pictures from a file."""

import base64
import io
import re
import subprocess

import pytest
from PIL import Image
from playwright.sync_api import expect

from support.editor import Editor
from support.pdf import acroform
from test_accessibility import check


@pytest.fixture
def document(own_service, tmp_path):
    path = tmp_path / "signed.pdf"
    path.write_bytes(acroform([{"widgets": [
        ("name", "Full name", (72, 700, 300, 720), ""), ("sign", "Signature", (72, 600, 300, 640), "/FT /Sig"),
        ("photo", "Photo", (400, 600, 500, 720), ""),
    ]}]))
    return own_service.upload(path)


def open_pad(editor):
    """Opens the place to sign; on a phone, from the sheet of the field."""
    if editor.page.viewport_size["width"] < 500:
        editor.pages.get_by_role("textbox", name="Signature").tap()
        editor.page.get_by_role("button", name="Draw or choose a signature").click()
    else:
        editor.pages.get_by_role("button", name="Sign: Signature").click()
    dialog = editor.page.get_by_role("dialog", name="Sign: Signature")
    expect(dialog).to_be_visible()
    return dialog


def draw(page, dialog, strokes=((20, 80, 180, 30),)):
    """Draws lines with the mouse, in pixels from the corner of the pad."""
    frame = dialog.locator(".pad-canvas").bounding_box()
    for left, top, right, bottom in strokes:
        page.mouse.move(frame["x"] + left, frame["y"] + top)
        page.mouse.down()
        page.mouse.move(frame["x"] + right, frame["y"] + bottom, steps=8)
        page.mouse.up()


def kept_pictures(editor):
    values = editor.service.get(f"/documents/{editor.document}/values")["values"]
    return [Image.open(io.BytesIO(base64.b64decode(v["value"]["picture"]))) for v in values if isinstance(v["value"], dict)]


def test_a_drawn_signature_is_trimmed_and_stands_in_the_pdf(page, own_service, document, tmp_path):
    editor = Editor(page, own_service, document)
    dialog = open_pad(editor)
    undo = dialog.get_by_role("button", name="Undo")
    expect(undo).to_be_disabled()
    dialog.get_by_role("button", name="Use this signature").click()
    expect(dialog.get_by_role("alert")).to_contain_text("Sign in the box first")
    draw(page, dialog, [(20, 80, 180, 30), (20, 20, 200, 100)])
    undo.click()
    dialog.get_by_role("button", name="Use this signature").click()
    expect(dialog).to_have_count(0)
    editor.expect_saved()
    [ink] = kept_pictures(editor)
    # One line, three times as large as on the screen, without the empty space around it.
    assert ink.mode == "RGBA" and abs(ink.width - 3 * 168) <= 6 and abs(ink.height - 3 * 58) <= 6
    assert ink.getpixel((0, 0))[3] == 0
    expect(editor.panel.get_by_text("1 of 3 fields filled in")).to_be_visible()
    # A reload shows it again.
    page.reload()
    expect(editor.pages.get_by_role("button", name="Change the picture: Signature")).to_be_visible()
    pdf = editor.fill()
    pictures = subprocess.run(["pdfimages", "-list", pdf], check=True, capture_output=True, text=True).stdout
    assert re.search(rf"\b{ink.width} +{ink.height}\b", pictures), pictures
    editor.mode("Fill in")
    editor.panel.get_by_role("button", name="Remove the picture of Signature").click()
    editor.expect_saved()
    assert not kept_pictures(editor)


def test_a_signature_is_kept_for_the_next_time(page, own_service, document):
    editor = Editor(page, own_service, document)
    dialog = open_pad(editor)
    expect(dialog.get_by_role("button", name="Use the kept one")).to_have_count(0)
    draw(page, dialog)
    dialog.get_by_label("Keep it for the next time").check()
    dialog.get_by_role("button", name="Use this signature").click()
    editor.expect_saved()
    editor.panel.get_by_role("button", name="Remove the picture of Signature").click()
    dialog = open_pad(editor)
    expect(dialog.get_by_alt_text("The signature that you keep")).to_be_visible()
    dialog.get_by_role("button", name="Use the kept one").click()
    expect(dialog).to_have_count(0)
    editor.expect_saved()
    assert len(kept_pictures(editor)) == 1
    editor.pages.get_by_role("button", name="Change the picture: Signature").click()
    page.get_by_role("button", name="Keep it no longer").click()
    expect(page.get_by_role("button", name="Use the kept one")).to_have_count(0)
    page.keyboard.press("Escape")
    editor.pages.get_by_role("button", name="Change the picture: Signature").click()
    expect(page.get_by_role("dialog")).to_be_visible()
    expect(page.get_by_role("button", name="Use the kept one")).to_have_count(0)


def test_a_photo_goes_into_its_field(page, own_service, document, tmp_path):
    editor = Editor(page, own_service, document)
    (tmp_path / "no.png").write_bytes(b"no picture")
    Image.new("RGB", (4000, 3000), "red").save(tmp_path / "photo.png")
    editor.pages.get_by_role("button", name="Picture: Photo").click()
    dialog = page.get_by_role("dialog", name="Picture: Photo")
    dialog.get_by_label("Picture from a file").set_input_files(tmp_path / "no.png")
    expect(dialog.get_by_role("alert")).to_contain_text("not a picture that the browser can read")
    dialog.get_by_label("Picture from a file").set_input_files(tmp_path / "photo.png")
    expect(dialog.get_by_alt_text("The chosen picture")).to_be_visible()
    dialog.get_by_role("button", name="Use this picture").click()
    editor.expect_saved()
    [photo] = kept_pictures(editor)
    assert photo.size == (1600, 1200) and photo.format == "JPEG"
    editor.mode("Preview")
    editor.expect_picture("preview")


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("width", [320, 1280])
def test_signing_is_accessible_on_a_phone_and_a_desk(new_page, own_service, document, scheme, width):
    page = new_page(color_scheme=scheme, viewport={"width": width, "height": 800}, has_touch=width < 500, is_mobile=width < 500)
    editor = Editor(page, own_service, document)
    check(page, "fields with pictures")
    dialog = open_pad(editor)
    if width < 500:
        expect(dialog.get_by_label("Take a picture")).to_have_attribute("capture", "environment")
    draw(page, dialog, [(20, 80, 120, 30)])
    check(page, "signing")
    dialog.get_by_label("Keep it for the next time").check()
    dialog.get_by_role("button", name="Use this signature").click()
    editor.expect_saved()
    check(page, "signed")
    editor.pages.get_by_role("button", name="Change the picture: Signature").click()
    expect(page.get_by_role("button", name="Use the kept one")).to_be_visible()
    check(page, "kept")
    assert page.evaluate("document.documentElement.scrollWidth") <= width
