"""The editor as a person uses it: by roles and visible names."""

import re

from playwright.sync_api import expect


class Editor:
    def __init__(self, page, service, document, mode="fill"):
        self.page, self.service, self.document = page, service, document
        page.goto(f"{service.url}/documents/{document}#{mode}")
        expect(page.get_by_role("button", name="Make the PDF")).to_be_visible()

    @classmethod
    def of_current(cls, page, service):
        """The editor that the page shows already."""
        editor = cls.__new__(cls)
        expect(page.get_by_role("button", name="Make the PDF")).to_be_visible()
        editor.page, editor.service = page, service
        editor.document = re.search(r"/documents/([0-9A-F-]{36})", page.url)[1]
        return editor

    def mode(self, title):
        self.page.get_by_role("button", name=title, exact=True).click()

    @property
    def panel(self):
        return self.page.locator("#panel")

    @property
    def pages(self):
        return self.page.get_by_role("region", name="Pages", exact=True)

    def field(self, label):
        """A field on the page, in the mode that checks fields."""
        return self.pages.get_by_role("button", name=re.compile(f"“{re.escape(label)}”"))

    def fields(self):
        return self.service.get(f"/documents/{self.document}/fields")["fields"]

    def field_named(self, label):
        return next(field for field in self.fields() if field["label"] == label)

    def expect_saved(self):
        expect(self.page.locator(".save-state")).to_have_text("Saved")

    def expect_picture(self, kind="blank", number=0):
        expect(self.page.locator(f'.sheet[data-page="{number}"]')).to_have_attribute("data-picture", kind)

    def fill(self):
        """Fills the form and returns the downloaded file's path."""
        self.page.get_by_role("button", name="Make the PDF").click()
        link = self.page.get_by_role("link", name=re.compile("^Download the filled form"))
        expect(link).to_be_visible()
        with self.page.expect_download() as download:
            link.click()
        return download.value.path()
