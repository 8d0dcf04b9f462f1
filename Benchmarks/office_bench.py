"""Measures the service of an office: ten people who type at once, and a list of 50,000 cases."""

import http.client
import json
import math
import random
import sqlite3
import threading
import time
import uuid

from http_bench import FORMS, form_with_fields, formwright
from measure import say

PEOPLE = 10
FIELDS = 240
CASES = 50_000
TYPING_LIMIT, LIST_LIMIT = 20, 10


def p95(times):
    return sorted(times)[math.ceil(len(times) * 0.95) - 1]


class Visitor(threading.Thread):
    """Sends requests over one connection, at most one in each interval, and measures them."""

    def __init__(self, server, interval, seconds, request, delay=0):
        super().__init__()
        self.server, self.interval, self.seconds, self.request = server, interval, seconds, request
        self.delay = delay
        self.times, self.problem = [], None

    def run(self):
        connection = http.client.HTTPConnection("127.0.0.1", self.server.port, timeout=120)
        time.sleep(self.delay)
        end = time.monotonic() + self.seconds
        number = 0
        while time.monotonic() < end:
            method, path, body = self.request(number)
            start = time.perf_counter()
            connection.request(method, path, body, {"Content-Type": "application/json"} if body else {})
            answer = connection.getresponse()
            data = answer.read()
            spent = time.perf_counter() - start
            if answer.status >= 400:
                self.problem = f"{method} {path}: {answer.status} {data[:200]!r}"
                return
            self.times.append(spent * 1000)
            number += 1
            time.sleep(max(0, self.interval - spent))
        connection.close()


def visit(server, seconds, interval, requests):
    """Lets one visitor send each of the requests, and another ask for the health; returns their 95th percentiles."""
    # Nobody leaves a field at the same moment as all others.
    chance = random.Random(33)
    visitors = [Visitor(server, interval, seconds, request, chance.random() * interval) for request in requests]
    health = Visitor(server, 0.1, seconds, lambda _: ("GET", "/healthz", None))
    for visitor in [*visitors, health]:
        visitor.start()
    for visitor in [*visitors, health]:
        visitor.join()
        if visitor.problem:
            raise SystemExit(f"bench: {visitor.problem}")
    return p95([spent for visitor in visitors for spent in visitor.times]), p95(health.times)


def report(name, ours, health, limit):
    ratio = ours / health
    say(f"{name}: p95 {ours:.2f} ms, {ratio:.1f} of /healthz ({health:.2f} ms)")
    return {"p95": round(ours, 2), "healthz": round(health, 2), "ratio": round(ratio, 1), "limit": limit,
            "met": ratio <= limit}


def typing(bench):
    """Saves of ten people who each fill in a form of 240 fields, one value a second, while workers read scans."""
    seconds = 5 if bench.quick else 60
    scan = (FORMS / "irs-4547.scan.pdf").read_bytes()
    with formwright(bench.folder) as server:
        paths = [server.analysed(f"{number}.pdf", form_with_fields(FIELDS + number)) for number in range(PEOPLE)]

        def saving(path):
            fields = [component["fieldId"] for component in server.json("GET", path)["components"]]

            def request(number):
                value = {"fieldRegionId": fields[number % len(fields)], "value": f"Value {number}", "source": "manual"}
                return "POST", f"{path}/values", json.dumps({"values": [value]})
            # All fields have a value, as towards the end of a day's work.
            server.json("POST", f"{path}/values", {"values": [
                {"fieldRegionId": field, "value": f"Value of {field}", "source": "manual"} for field in fields]})
            return request

        requests = [saving(path) for path in paths]
        # Each scan differs, so that none takes over the result of another.
        for number in range(2 + seconds // 2):
            document = server.upload(f"scan {number}.pdf", scan + b"%" + str(number).encode())
            server.request("POST", f"/api/v1/documents/{document}/process")
        return report("a save of ten people", *visit(server, seconds, 1, requests), TYPING_LIMIT)


def listing(bench):
    """The list of 50,000 cases as a page, its last page, and searches in it."""
    seconds = 3 if bench.quick else 20
    count = 2_000 if bench.quick else CASES
    with formwright(bench.folder, "--no-workers") as server:
        fill(server, count)
        middle = server.json("GET", "/api/v1/documents?limit=1")["next"] - count // 2
        pages = {
            "list": "/", "middle": f"/?before={middle}", "api": "/api/v1/documents", "client": "/?text=lovelace+1234",
            "frequent": "/?text=benefit", "nothing": "/?text=nobody",
        }
        result = {}
        for name, path in pages.items():
            ours, health = visit(server, seconds, 0.1, [lambda _, path=path: ("GET", path, None)])
            result[name] = report(f"{name} of {count} cases", ours, health, LIST_LIMIT)
        return result


def fill(server, count):
    """Adds cases to the catalogue itself, since uploads of all would take an hour."""
    server.upload("seed.pdf", (FORMS / "va-21-22.pdf").read_bytes())
    db = sqlite3.connect(f"{server.store}/catalogue.sqlite")
    with db:
        columns = [row[1] for row in db.execute("PRAGMA table_info(documents)")]
        seed = dict(zip(columns, db.execute(f"SELECT {', '.join(columns)} FROM documents").fetchone()))
        for number in range(count):
            row = {**seed, "id": str(uuid.uuid4()).upper(), "file_name": f"scan{number:06}.pdf",
                   "folded_name": f"scan{number:06}.pdf"}
            del row["sequence"]
            cursor = db.execute(
                f"INSERT INTO documents ({', '.join(row)}) VALUES ({', '.join('?' * len(row))})", list(row.values()))
            client = f"Ada Lovelace {number}"
            db.execute(
                "INSERT INTO cases_details (document, client, tags, notes, version) VALUES (?, ?, ?, '', 1)",
                [row["id"], client, json.dumps(["benefit"])])
            db.executemany(
                "INSERT INTO search_words (word, document, source) VALUES (?, ?, 'case')",
                [(word, cursor.lastrowid) for word in ["ada", "lovelace", str(number), "benefit"]])
    db.close()


PARTS = {"office-typing": typing, "office-list": listing}
