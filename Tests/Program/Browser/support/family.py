"""A family with a service of its own: how its pages are used, and how rows get there without them."""

import json
import re
import struct
import urllib.request
import zlib

from playwright.sync_api import expect

from support.service import Service

OWNER, PASSWORD = "ada@example.org", "correct horse battery"
STORY = "Mia said the sun is smiling because it is her birthday."


def png(width, height, colour):
    """A picture of one colour."""
    def chunk(kind, data):
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))
    row = b"\0" + bytes(colour) * width
    return (b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0))
            + chunk(b"IDAT", zlib.compress(row * height)) + chunk(b"IEND", b""))


def start_home(folder):
    """A service with a family whose owner can sign in."""
    password = folder / "password"
    password.write_text(PASSWORD)
    password.chmod(0o600)

    def prepare(service):
        service.run("families", "create", "The Lovelaces", "--owner", OWNER, "--password-file", str(password))
    return Service("service: {rate: 1000000}\n", prepare=prepare)


class Rows:
    """The family's rows and pictures as an app of a member would write them."""

    def __init__(self, service, email=OWNER, password=PASSWORD):
        self.url = service.url
        with urllib.request.urlopen(f"{self.url}/stories") as page:
            self.key = self.token = re.search(r'data-key="([^"]+)"', page.read().decode())[1]
        session = self.ask("POST", "/auth/v1/token?grant_type=password", {"email": email, "password": password})
        self.token, self.user = session["access_token"], session["user"]["id"]
        self.family = self.ask("GET", "/rest/v1/families?select=id")[0]["id"]

    def ask(self, method, path, body=None, kind="application/json"):
        data = body if isinstance(body, (bytes, type(None))) else json.dumps(body).encode()
        request = urllib.request.Request(self.url + path, data, {
            "apikey": self.key, "Authorization": f"Bearer {self.token}", "Content-Type": kind, "Prefer": "return=representation",
        }, method=method)
        with urllib.request.urlopen(request) as response:
            content = response.read()
            return json.loads(content) if content else None

    def add(self, table, **row):
        return self.ask("POST", f"/rest/v1/{table}", row)[0]

    def child(self, name):
        """The ID of a child, who is added if there is none of the name."""
        found = self.ask("GET", f"/rest/v1/children?select=id&name=eq.{name}")
        return (found or [self.add("children", family_id=self.family, name=name, birth_date="2021-03-01")])[0]["id"]

    def picture(self, name, data):
        """Keeps a picture, and returns its name."""
        path = f"{self.family}/{name}"
        self.ask("POST", f"/storage/v1/object/artworks/{path}", data, "image/png")
        return path

    def artwork(self, child, story, date="2026-01-31", **more):
        """Adds an artwork of one colour; returns its row."""
        picture = self.picture(f"{len(self.artworks())}.png", png(320, 200, (240, 200, 40)))
        return self.add("artworks", family_id=self.family, child_id=self.child(child), image_url=picture, story=story, created_date=date, **more)

    def artworks(self):
        return self.ask("GET", "/rest/v1/artworks?select=id,title,story,created_date&order=uploaded_at")

    def invite(self, role="member"):
        """The code of a new invite."""
        return self.add("family_invites", family_id=self.family, role=role, created_by=self.user)["code"]


def form(page, title):
    """The form with this heading."""
    return page.locator("form").filter(has=page.get_by_role("heading", name=title, exact=True))


def complaint(page):
    """What the page says is wrong."""
    return page.get_by_role("alert").filter(has_text=re.compile("."))


def sign_in(page, home, email=OWNER, password=PASSWORD):
    page.goto(f"{home.url}/stories")
    entry = form(page, "Sign in")
    entry.get_by_label("E-mail address").fill(email)
    entry.get_by_label("Password").fill(password)
    entry.get_by_role("button", name="Sign in").click()
    expect(page.get_by_role("navigation", name="Family")).to_be_visible()


def join(page, home, code, email, password="another horse battery"):
    """Signs up by the link of an invite."""
    page.goto(f"{home.url}/stories#/invite/{code}")
    entry = form(page, "Join with an invite")
    expect(entry.get_by_label("Invite code")).to_have_value(code)
    entry.get_by_label("E-mail address").fill(email)
    entry.get_by_label("Password").fill(password)
    entry.get_by_role("button", name="Join").click()
