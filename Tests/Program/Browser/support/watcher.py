"""What a browser complains about: any of it fails the test."""

import re


class Watcher:
    """Collects script errors, console errors, failed requests and refusals, except for those that a test expects."""

    def __init__(self):
        self.complaints = []
        self.expected = []

    def expect(self, pattern):
        """From now on, complaints that match the pattern are part of the test."""
        self.expected.append(re.compile(pattern))

    def watch(self, context):
        context.on("page", self._watch_page)

    def _watch_page(self, page):
        page.on("pageerror", lambda error: self._note(f"script: {error}"))
        page.on("console", self._console)
        page.on("requestfailed", self._failed)
        page.on("response", self._answered)

    def _console(self, message):
        # The browser repeats failed requests without their address.
        if message.type in ("error", "warning") and not message.text.startswith("Failed to load resource"):
            self._note(f"console: {message.text}")

    def _failed(self, request):
        # A stream is closed by the page when it has heard enough, and a page that is left drops what it was loading.
        if request.failure != "net::ERR_ABORTED":
            self._note(f"failed: {request.method} {request.url}: {request.failure}")

    def _answered(self, response):
        if response.status >= 400:
            self._note(f"{response.status}: {response.request.method} {response.url}")

    def _note(self, complaint):
        self.complaints.append(complaint)

    @property
    def unexpected(self):
        return [c for c in self.complaints if not any(pattern.search(c) for pattern in self.expected)]
