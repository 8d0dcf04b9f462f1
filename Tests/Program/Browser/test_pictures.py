"""Pictures of every state at three widths, for people to look at; what can be measured is checked."""

import pytest

from conftest import FORMS, OUTPUT
from support.editor import Editor

pytestmark = pytest.mark.full

# What lies outside of the window, or over another control.
FAULTS = """() => {
    const faults = [], controls = [...document.querySelectorAll("main button, main select, main a.button, main input:not([type=hidden])")]
        .filter((node) => node.checkVisibility() && !node.closest(".fields"));
    for (const node of controls) {
        const box = node.getBoundingClientRect();
        const name = node.innerText || node.id || node.outerHTML.slice(0, 80);
        if (box.left < 0 || box.right > innerWidth + 0.5) faults.push(`outside: ${name}`);
        if (node.matches("button, select, a.button") && (box.width < 24 || box.height < 24)) faults.push(`small: ${name}`);
        if (node.scrollWidth > node.clientWidth + 2 && node.matches("button")) faults.push(`cut: ${name}`);
    }
    if (document.documentElement.scrollWidth > innerWidth) faults.push("the page scrolls sideways");
    return faults;
}"""


@pytest.fixture(scope="module")
def filled(service):
    """A form with values."""
    document = service.upload(FORMS / "forms/va-21-22.pdf")
    fields = service.get(f"/documents/{document}/fields")["fields"]
    texts = [field["id"] for field in fields if field["type"] == "text"]
    flags = [field["id"] for field in fields if field["type"] == "checkbox"]
    names = ["Lovelace, Ada, Augusta", "C 12 345 678", "Veterans Aid Society", "Grace Hopper, case officer"]
    values = [{"fieldRegionId": id, "value": value, "source": "manual"} for id, value in zip(texts, names)]
    values += [{"fieldRegionId": id, "value": "true", "source": "manual"} for id in flags[:2]]
    service.send("POST", f"/documents/{document}/values", {"values": values})
    return document


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("width", [320, 768, 1440])
def test_states(new_page, service, forms, filled, width, scheme):
    page = new_page(viewport={"width": width, "height": 900 if width > 500 else 700}, color_scheme=scheme)
    OUTPUT.mkdir(parents=True, exist_ok=True)

    def picture(name):
        page.wait_for_timeout(400)
        page.screenshot(path=OUTPUT / f"{name}-{width}-{scheme}.png")
        assert page.evaluate(FAULTS) == [], name

    def panel():
        if width < 900:
            page.get_by_role("button", name="Fields", exact=True).click()

    scan = forms["unseen/ssa-ss5.scan.pdf"]
    page.goto(service.url)
    picture("list")
    editor = Editor(page, service, scan, "check")
    editor.expect_picture()
    page.locator(".field").nth(6).click()
    page.evaluate("scrollTo(0, 0)")
    picture("check")
    panel()
    picture("check-panel")
    editor = Editor(page, service, filled, "fill")
    editor.expect_picture()
    picture("fill")
    panel()
    picture("fill-panel")
    editor.mode("Preview")
    if width < 900:
        page.get_by_role("button", name="Pages", exact=True).click()
    editor.expect_picture("preview")
    picture("preview")
    editor.mode("Fill in")
    page.get_by_role("button", name="Values from a table").click()
    picture("table")
    page.keyboard.press("Escape")
    page.get_by_role("button", name="Keyboard shortcuts").click()
    picture("help")
