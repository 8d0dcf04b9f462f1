"""What all browser tests share; run them by tools/browser-tests."""

import os
import pathlib
import shutil
import subprocess

import pytest
from playwright.sync_api import expect, sync_playwright

from support.editor import Editor
from support.family import start_home
from support.service import HANG_GUARD, ROOT, Service
from support.watcher import Watcher

CHROMIUM = "/usr/bin/chromium"
OUTPUT = pathlib.Path(os.environ.get("FORMWRIGHT_BROWSER_OUTPUT", ROOT / ".build-browser/output"))
FORMS = ROOT / "testdata"

expect.set_options(timeout=HANG_GUARD * 1000)


def pytest_configure(config):
    config.addinivalue_line("markers", "full: only run by tools/browser-tests --full")


@pytest.fixture(scope="session")
def browser():
    with sync_playwright() as playwright:
        # Chromium's own sandbox needs rights that CI containers lack. Only the tests' pages run without it.
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        yield browser
        browser.close()


@pytest.fixture(scope="session")
def service():
    service = Service()
    yield service
    service.close()


@pytest.fixture
def own_service():
    """A service of the test's own, which it may stop and start again."""
    service = Service()
    yield service
    service.close()


@pytest.fixture(scope="module")
def home(tmp_path_factory):
    """A service with a family whose owner can sign in."""
    service = start_home(tmp_path_factory.mktemp("stories"))
    yield service
    service.close()


@pytest.fixture(scope="session")
def forms(service):
    """Ids of analysed forms by file name below testdata; each is analysed once."""
    class Forms(dict):
        def __missing__(self, name):
            self[name] = service.upload(FORMS / name)
            return self[name]
    return Forms()


@pytest.fixture
def watcher():
    return Watcher()


@pytest.fixture
def new_page(request, browser, watcher):
    """Makes pages; whatever the browser complains about fails the test, with a screenshot of every page."""
    contexts = []
    if "own_service" in request.fixturenames:
        # Started first, so that it is stopped last.
        request.getfixturevalue("own_service")

    def make(**options):
        context = browser.new_context(**{"viewport": {"width": 1280, "height": 900}, **options})
        context.set_default_timeout(HANG_GUARD * 1000)
        watcher.watch(context)
        contexts.append(context)
        return context.new_page()

    yield make
    failed = getattr(request.node, "failed", False) or watcher.unexpected
    if failed:
        OUTPUT.mkdir(parents=True, exist_ok=True)
        for number, page in enumerate(page for context in contexts for page in context.pages):
            page.screenshot(path=OUTPUT / f"{request.node.name}.{number}.png")
    for context in contexts:
        context.close()
    assert not watcher.unexpected, "\n".join(watcher.unexpected)


@pytest.fixture
def page(new_page):
    return new_page()


@pytest.fixture
def edit(page, service):
    """Opens the editor of a document."""
    return lambda document, mode="fill": Editor(page, service, document, mode)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item, call):
    report = yield
    if report.failed:
        item.failed = True
    return report


def text_of(path):
    """The text of a PDF as another program reads it."""
    return subprocess.run(["pdftotext", "-layout", path, "-"], check=True, capture_output=True, text=True).stdout


def picture_of(pdf, folder, kind="jpeg"):
    """The first page of a PDF as a photo."""
    target = folder / "photo"
    subprocess.run(["pdftoppm", "-r", "150", "-f", "1", "-l", "1", "-singlefile", f"-{kind}", pdf, target], check=True)
    return shutil.move(f"{target}.jpg", folder / "photo.jpg")
