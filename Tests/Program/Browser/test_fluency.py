"""A form of 40 pages with 400 fields stays fluent."""

import json

import pytest
from playwright.sync_api import expect

from conftest import OUTPUT
from support.pdf import long_form

FRAMES = """() => {
    window.frames = [];
    let last = performance.now();
    const step = (now) => { window.frames.push(now - last); last = now; window.frameRequest = requestAnimationFrame(step); };
    window.frameRequest = requestAnimationFrame(step);
}"""


def frames_of(page, work):
    """Milliseconds of each frame while something is done: median, 95th percentile and longest."""
    page.evaluate(FRAMES)
    work()
    frames = sorted(page.evaluate("() => { cancelAnimationFrame(window.frameRequest); return window.frames.slice(1); }"))
    return {"frames": len(frames), "median": frames[len(frames) // 2], "p95": frames[int(len(frames) * 0.95)], "longest": frames[-1]}


@pytest.mark.full
def test_a_long_form_stays_fluent(edit, service, tmp_path):
    path = tmp_path / "long.pdf"
    path.write_bytes(long_form(40, 10))
    editor = edit(service.upload(path), "check")
    page = editor.page
    expect(page.locator(".field")).to_have_count(400)
    editor.expect_picture()
    figures = {}

    def drag():
        box = editor.field("Page 1 field 3").bounding_box()
        page.mouse.move(box["x"] + 20, box["y"] + 8)
        page.mouse.down()
        for step in range(120):
            page.mouse.move(box["x"] + 20 + step, box["y"] + 8 + step / 2)
        page.mouse.up()

    figures["drag one"] = frames_of(page, drag)
    page.get_by_role("button", name="Select all").click()
    figures["drag all 400"] = frames_of(page, drag)
    page.keyboard.press("Escape")
    page.get_by_role("button", name="Undo").click()
    editor.field("Page 1 field 4").click()

    def nudge():
        for _ in range(40):
            page.keyboard.press("ArrowRight")

    figures["arrow keys"] = frames_of(page, nudge)

    def scroll():
        for _ in range(60):
            page.mouse.wheel(0, 600)

    figures["scroll"] = frames_of(page, scroll)
    start = page.evaluate("performance.now()")
    editor.mode("Fill in")
    expect(page.locator(".value-box")).to_have_count(400)
    figures["to fill in, ms"] = page.evaluate("performance.now()") - start
    page.evaluate("scrollTo(0, 0)")
    entry = editor.pages.get_by_role("textbox").first
    entry.focus()
    figures["typing"] = frames_of(page, lambda: page.keyboard.type("A sentence of forty letters, more or less"))
    OUTPUT.mkdir(parents=True, exist_ok=True)
    (OUTPUT / "fluency.json").write_text(json.dumps(figures, indent=2))
    print(json.dumps(figures, indent=2))
    for what in ("drag one", "arrow keys", "scroll", "typing"):
        assert figures[what]["p95"] < 50, (what, figures[what])
    assert figures["drag all 400"]["median"] < 50, figures["drag all 400"]
    assert figures["to fill in, ms"] < 1500
