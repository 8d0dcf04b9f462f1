"""Fields are drawn where they are, at every size."""

import io

import numpy
import pytest
from PIL import Image
from playwright.sync_api import expect

from support.editor import Editor
from support.pdf import acroform

WIDGETS = [("name", "Full name", (72, 640, 300, 664), ""), ("city", "City", (330, 100, 520, 118), "")]
PAGES = [
    {"widgets": WIDGETS},
    {"widgets": [(f"r{n}", f"Turned {c}", box, e) for n, c, box, e in WIDGETS], "rotate": 90},
    {"widgets": [(f"c{n}", f"Cropped {c}", box, e) for n, c, box, e in WIDGETS], "crop": (50, 80, 560, 700)},
]


@pytest.fixture(scope="module")
def marked(service, tmp_path_factory):
    """A form whose fields are blue rectangles on its pages, one of them turned and one cropped."""
    path = tmp_path_factory.mktemp("forms") / "marked.pdf"
    path.write_bytes(acroform(PAGES))
    return service.upload(path)


def regions_in_css_pixels(page):
    """Where the editor draws each field, relative to its page: {label: (left, top, right, bottom)} and the page's size."""
    return page.evaluate("""() => [...document.querySelectorAll(".field")].map((node) => {
        const sheet = node.closest(".sheet").getBoundingClientRect(), frame = node.getBoundingClientRect();
        return {id: node.dataset.id, sheet: [sheet.width, sheet.height],
            box: [frame.left - sheet.left, frame.top - sheet.top, frame.right - sheet.left, frame.bottom - sheet.top]};
    })""")


@pytest.mark.parametrize(
    "size", ["100 %", "200 %", *(pytest.param(size, marks=pytest.mark.full) for size in ("50 %", "Fit width"))])
def test_fields_are_drawn_at_their_regions(edit, marked, size):
    editor = edit(marked, "check")
    editor.page.get_by_label("Size of the pages").select_option(label=size)
    detail = editor.service.get(f"/documents/{marked}")
    drawn = regions_in_css_pixels(editor.page)
    assert len(drawn) == 6
    for entry in drawn:
        region = detail["fieldMap"][entry["id"]]
        sheet = detail["pages"][region["pageIndex"]]
        if size == "100 %":
            assert entry["sheet"] == pytest.approx([sheet["width"] * 96 / 72, sheet["height"] * 96 / 72], abs=0.5)
        scale = entry["sheet"][0] / sheet["width"]
        expected = [region["x"], region["y"], region["x"] + region["width"], region["y"] + region["height"]]
        assert entry["box"] == pytest.approx([value * scale for value in expected], abs=0.6)


@pytest.mark.parametrize("zoom", [1, pytest.param(2, marks=pytest.mark.full)])
@pytest.mark.parametrize("number", [0, 1, 2], ids=["upright", "turned", "cropped"])
def test_fields_lie_on_what_the_picture_shows(new_page, service, marked, zoom, number):
    # What a browser's own zoom of 200 % does: half the CSS pixels, each twice as large.
    page = new_page(viewport={"width": 1280 // zoom, "height": 900 // zoom}, device_scale_factor=zoom)
    editor = Editor(page, service, marked, "check")
    page.locator(f'.sheet[data-page="{number}"]').scroll_into_view_if_needed()
    editor.expect_picture(number=number)
    boxes = [entry["box"] for entry in regions_in_css_pixels(page)][2 * number:2 * number + 2]
    page.evaluate("document.querySelectorAll('.fields, .toolbar').forEach((node) => node.style.visibility = 'hidden')")
    sheet = page.locator(f'.sheet[data-page="{number}"]')
    picture = numpy.asarray(Image.open(io.BytesIO(sheet.screenshot())).convert("RGB")).astype(int)
    is_blue = (picture[:, :, 2] - picture[:, :, 0]) > 120
    for left, top, right, bottom in boxes:
        inside = numpy.zeros_like(is_blue)
        inside[round(top * zoom):round(bottom * zoom), round(left * zoom):round(right * zoom)] = True
        # The rectangle on the picture: the blue pixels in and around the box.
        margin = 12 * zoom
        x, y = max(0, round(left * zoom) - margin), max(0, round(top * zoom) - margin)
        rows, columns = numpy.nonzero(is_blue[y:round(bottom * zoom) + margin, x:round(right * zoom) + margin])
        assert len(rows), "the picture has no rectangle here"
        drawn = [x + columns.min(), y + rows.min(), x + columns.max() + 1, y + rows.max() + 1]
        assert [value / zoom for value in drawn] == pytest.approx([left, top, right, bottom], abs=1.5)
        assert is_blue[inside].mean() > 0.9


@pytest.mark.parametrize("size", [(320, 640), (640, 450), (960, 520)], ids=["phone", "200 %", "200 % wide"])
def test_what_is_needed_on_the_way_stays_in_view_and_covers_no_focus(new_page, service, marked, size):
    page = new_page(viewport={"width": size[0], "height": size[1]})
    Editor(page, service, marked, "fill")
    page.evaluate("scrollTo(0, document.body.scrollHeight)")
    expect(page.get_by_role("button", name="Make the PDF")).to_be_in_viewport(ratio=1)
    if size[0] < 900:
        page.get_by_role("button", name="Fields", exact=True).click()
        page.evaluate("scrollTo(0, document.body.scrollHeight)")
        expect(page.get_by_role("button", name="Pages", exact=True)).to_be_in_viewport(ratio=1)
    # Backwards from the end, each field comes into view from behind the tools.
    page.locator("#panel").get_by_role("textbox").last.focus()
    for _ in range(4):
        page.keyboard.press("Shift+Tab")
        assert page.evaluate("""() => {
            const node = document.activeElement, { left, top, width, height } = node.getBoundingClientRect();
            return node.closest(".toolbar") || node.contains(document.elementFromPoint(left + width / 2, top + height / 2));
        }""")


def test_the_page_does_not_scroll_sideways_at_phone_width(new_page, service, marked):
    for mode in ("check", "fill", "preview"):
        page = new_page(viewport={"width": 320, "height": 640})
        Editor(page, service, marked, mode)
        assert page.evaluate("document.documentElement.scrollWidth") <= 320
        page.get_by_role("button", name="Fields", exact=True).click()
        expect(page.locator("#panel")).to_be_visible()
        assert page.evaluate("document.documentElement.scrollWidth") <= 320
