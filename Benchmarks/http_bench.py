"""Measures `formwright serve`, with a bare Hummingbird service for comparison."""

import contextlib
import http.client
import json
import os
import re
import signal
import socket
import subprocess
import tempfile
import threading
import time
from pathlib import Path

from measure import compared, median, rounded, say

ROOT = Path(__file__).resolve().parent.parent
PROGRAM = str(ROOT / ".build/release/formwright")
BASELINE = str(ROOT / ".build/release/http-baseline")
FORMS = ROOT / "testdata/forms"


class Server:
    """A running server: its port, its process, and requests to it."""

    def __init__(self, command, announcement):
        self.process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
        line = self.process.stdout.readline()
        match = re.search(announcement, line)
        if not match:
            raise SystemExit(f"bench: {command[0]} did not start: {line!r}")
        self.port = int(match.group(1))

    def request(self, method, path, body=None, headers=None):
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=120)
        connection.request(method, path, body, headers or {})
        answer = connection.getresponse()
        data = answer.read()
        connection.close()
        if answer.status >= 400:
            raise SystemExit(f"bench: {method} {path}: {answer.status} {data[:300]!r}")
        return answer, data

    def json(self, method, path, body=None):
        data = None if body is None else json.dumps(body)
        return json.loads(self.request(method, path, data, {"Content-Type": "application/json"})[1] or b"null")

    def upload(self, name, data):
        """Uploads a form and returns its id."""
        head = f'--b\r\nContent-Disposition: form-data; name="file"; filename="{name}"\r\n\r\n'.encode()
        _, answer = self.request(
            "POST", "/api/v1/documents/init-upload", head + data + b"\r\n--b--\r\n",
            {"Content-Type": "multipart/form-data; boundary=b"})
        return json.loads(answer)["documentId"]

    def analysed(self, name, data):
        """Uploads a form, waits for its fields and returns its path."""
        path = f"/api/v1/documents/{self.upload(name, data)}"
        self.request("POST", f"{path}/process")
        while True:
            status = self.json("GET", path)["document"]["status"]
            if status == "ready":
                return path
            if status == "failed":
                raise SystemExit(f"bench: {name} failed")
            time.sleep(0.1)

    def resident(self):
        """Resident memory of the process in megabytes."""
        text = Path(f"/proc/{self.process.pid}/status").read_text()
        return int(re.search(r"VmRSS:\s+(\d+)", text).group(1)) / 1024


@contextlib.contextmanager
def formwright(folder, *arguments):
    with tempfile.TemporaryDirectory(dir=folder) as store:
        # One address sends all requests here, more than the service otherwise takes from one.
        settings = Path(store) / "bench.yaml"
        settings.write_text("service: {rate: 1000000, connections: 4096, ownerStreams: 4096}\n")
        server = Server(
            [PROGRAM, "serve", "--port", "0", "--config", str(settings), "--store", f"{store}/store", "--log-level",
             "warning", *arguments], r":(\d+)/")
        server.store = f"{store}/store"
        try:
            yield server
        finally:
            server.process.send_signal(signal.SIGTERM)
            server.process.wait()


@contextlib.contextmanager
def baseline(size, *arguments):
    server = Server([BASELINE, "--size", str(size), *arguments], r"port (\d+)")
    try:
        yield server
    finally:
        server.process.kill()
        server.process.wait()


def form_with_fields(count):
    """A PDF with one page of captioned text fields."""
    columns = 6
    objects = ["<< /Type /Catalog /Pages 2 0 R /AcroForm << /Fields [%s] >> >>", "<< /Type /Pages /Kids [3 0 R] /Count 1 >>"]
    names = [f"{number + 4} 0 R" for number in range(count)]
    objects[0] = objects[0] % " ".join(names)
    objects.append(f"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Annots [{' '.join(names)}] >>")
    for number in range(count):
        x, y = 20 + number % columns * 96, 770 - number // columns * 18
        objects.append(
            f"<< /Type /Annot /Subtype /Widget /FT /Tx /T (f{number}) /TU (Caption of field {number}) /P 3 0 R "
            f"/Rect [{x} {y - 12} {x + 80} {y}] >>")
    body, offsets = "%PDF-1.7\n", []
    for number, content in enumerate(objects, 1):
        offsets.append(len(body))
        body += f"{number} 0 obj\n{content}\nendobj\n"
    table = "".join(f"{offset:010} 00000 n \n" for offset in offsets)
    body += (f"xref\n0 {len(objects) + 1}\n0000000000 65535 f \n{table}"
             f"trailer\n<< /Root 1 0 R /Size {len(objects) + 1} >>\nstartxref\n{len(body)}\n%%EOF\n")
    return body.encode()


def wrk(port, path, seconds, *headers, unchanged=False):
    """Requests a second at 64 connections; all are answered with 200, or all with 304 if that is what is asked for."""
    command = ["wrk", "-t2", "-c64", f"-d{seconds}s", f"http://127.0.0.1:{port}{path}"]
    for header in headers:
        command += ["-H", header]
    printed = subprocess.run(command, check=True, capture_output=True, text=True).stdout
    if "Non-2xx" in printed and not unchanged or "Socket errors" in printed:
        raise SystemExit(f"bench: {path}: {printed}")
    return float(re.search(r"Requests/sec:\s+([\d.]+)", printed).group(1))


def http_rate(bench):
    """Requests a second for a form with 240 fields at 64 connections, as a share of a bare Hummingbird route."""
    seconds = 1 if bench.quick else 5
    with formwright(bench.folder) as server:
        path = server.analysed("f.pdf", form_with_fields(240))
        answer, body = server.request("GET", path)
        tag = f"If-None-Match: {answer.headers['ETag']}"
        with baseline(len(body)) as bare:
            rates = {"detail": [], "body": [], "notModified": [], "hello": []}
            for _ in range(1 if bench.quick else 3):
                rates["detail"].append(wrk(server.port, path, seconds))
                rates["body"].append(wrk(bare.port, "/body", seconds))
                rates["notModified"].append(wrk(server.port, path, seconds, tag, unchanged=True))
                rates["hello"].append(wrk(bare.port, "/hello", seconds))
    rate = {name: median(values) for name, values in rates.items()}

    def share(ours, theirs):
        value = rate[ours] / rate[theirs]
        return {"perSecond": rounded(rate[ours]), "bare": rounded(rate[theirs]), "ratio": rounded(value), "limit": 0.5,
                "met": value >= 0.5}

    return {
        "bytes": len(body), "detail": share("detail", "body"), "notModified": share("notModified", "hello"),
        "holdings": holdings_rate(bench, seconds),
    }


def holdings_rate(bench, seconds):
    """Requests a second for 50 holdings, as a share of a constant body of that size behind the same check of the token."""
    password = "correct horse battery"
    rows = "".join(f"2025-01-{number % 28 + 1:02},BUY,S{number:02},{number + 1},10,0,USD\n" for number in range(50))
    trades = f"date,action,symbol,quantity,price,fees,currency\n2025-01-01,DEPOSIT,,100000,,,USD\n{rows}"
    with formwright(bench.folder) as server:
        subprocess.run(
            [PROGRAM, "users", "add", "ada", "--store", server.store, "--password-file", "-"], input=password,
            check=True, capture_output=True, text=True)
        login = server.json("POST", "/api/auth/login/", {"username": "ada", "password": password})
        token = f"Bearer {login['access']}"
        server.request(
            "POST", "/api/accounts/depot/files",
            '--b\r\nContent-Disposition: form-data; name="file"; filename="depot.trades.csv"\r\n\r\n'
            f"{trades}\r\n--b--\r\n", {"Content-Type": "multipart/form-data; boundary=b", "Authorization": token})
        path = "/api/portfolio/holdings/"
        while True:
            _, state = server.request("GET", "/api/accounts/depot", headers={"Authorization": token})
            status = json.loads(state)["status"]
            if status == "ready":
                break
            if status == "failed":
                raise SystemExit(f"bench: the account failed: {state!r}")
            time.sleep(0.1)
        _, body = server.request("GET", path, headers={"Authorization": token})
        if len(json.loads(body)["holdings"]) != 50:
            raise SystemExit(f"bench: {path}: {body[:300]!r}")
        header = f"Authorization: {token}"
        with baseline(len(body), "--store", server.store) as bare:
            ours, theirs = [], []
            for _ in range(1 if bench.quick else 3):
                ours.append(wrk(server.port, path, seconds, header))
                theirs.append(wrk(bare.port, "/api/body", seconds, header))
    rate, bare_rate = median(ours), median(theirs)
    return {
        "bytes": len(body), "perSecond": rounded(rate), "constant": rounded(bare_rate),
        "ratio": rounded(rate / bare_rate), "limit": 0.5, "met": rate / bare_rate >= 0.5,
    }


def hey(port, path, seconds, *headers):
    """The 99th percentile in milliseconds at 50 requests a second."""
    command = ["hey", "-z", f"{seconds}s", "-c", "5", "-q", "10", "-o", "csv"]
    for header in headers:
        command += ["-H", header]
    printed = subprocess.run(
        [*command, f"http://127.0.0.1:{port}{path}"], check=True, capture_output=True, text=True).stdout
    times = sorted(float(line.split(",")[0]) * 1000 for line in printed.splitlines()[1:])
    return times[int(len(times) * 0.99)]


def http_under_load(bench):
    """The 99th percentile at 50 requests a second while all cores read scans, against an idle service."""
    seconds = 4 if bench.quick else 15
    scan = (FORMS / "irs-4547.scan.pdf").read_bytes()
    with formwright(bench.folder) as server:
        path = server.analysed("f.pdf", form_with_fields(240))
        idle = hey(server.port, path, seconds)
        ids = []
        for number in range(4 if bench.quick else 16):
            # Different bytes, so that no result is shared.
            ids.append(server.upload(f"{number}.pdf", scan + b"\n% " + str(number).encode()))
            server.request("POST", f"/api/v1/documents/{ids[-1]}/process")
        busy = hey(server.port, path, seconds)
        working = server.json("GET", "/api/v1/documents?status=processing")["total"]
        limit = max(5 * idle, 20)
        return {"idleMilliseconds": rounded(idle), "busyMilliseconds": rounded(busy), "limit": rounded(limit),
                "met": busy <= limit, "stillReading": working}


def http_memory(bench):
    """Growth of resident memory during an upload of 200 MB, and with 1,000 idle event streams."""
    size = (20 if bench.quick else 200) << 20
    with formwright(bench.folder, "--no-workers") as server:
        # Buffers that every first upload creates are not part of the growth.
        server.upload("small.pdf", b"%PDF-1.7\n" + bytes(1 << 20))
        before = server.resident()
        peak = [before]
        done = threading.Event()

        def watch():
            while not done.wait(0.02):
                peak[0] = max(peak[0], server.resident())

        watcher = threading.Thread(target=watch)
        watcher.start()
        with socket.create_connection(("127.0.0.1", server.port)) as connection:
            head = b'--b\r\nContent-Disposition: form-data; name="file"; filename="large.pdf"\r\n\r\n%PDF-1.7\n'
            tail = b"\r\n--b--\r\n"
            connection.sendall(
                b"POST /api/v1/documents/init-upload HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n"
                b"Content-Type: multipart/form-data; boundary=b\r\n"
                b"Content-Length: %d\r\n\r\n" % (len(head) + size + len(tail)) + head)
            piece = os.urandom(1 << 20)
            for _ in range(size >> 20):
                connection.sendall(piece)
            connection.sendall(tail)
            answer = connection.recv(64)
        done.set()
        watcher.join()
        if b" 201 " not in answer:
            raise SystemExit(f"bench: the upload was answered {answer!r}")
        upload = peak[0] - before
    count = 100 if bench.quick else 1000
    with formwright(bench.folder, "--no-workers") as server:
        document = server.upload("small.pdf", b"%PDF-1.7\n")
        before = server.resident()
        streams = []
        for _ in range(count):
            connection = socket.create_connection(("127.0.0.1", server.port))
            connection.sendall(b"GET /api/v1/documents/%s/events HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n" % document.encode())
            streams.append(connection)
        for connection in streams:
            connection.settimeout(30)
            if b" 200 " not in connection.recv(4096):
                raise SystemExit("bench: an event stream was refused")
        time.sleep(2)
        open_streams = server.resident() - before
        for connection in streams:
            connection.close()
    return {
        "uploadMegabytes": size >> 20, "uploadGrowth": rounded(upload), "uploadLimit": 32, "streams": count,
        "streamGrowth": rounded(open_streams), "streamLimit": 64, "met": upload < 32 and open_streams < 64,
    }


def http_preview(bench):
    """Time from sending one changed value to the last byte of the new picture of its page, against pdftoppm."""
    repeats = 5 if bench.quick else 50
    result = {}
    for name in ["va-21-22.pdf", "irs-8888.acro.pdf", "irs-4547.scan.pdf"]:
        say(f"picture of {name}")
        file = FORMS / name
        with formwright(bench.folder) as server:
            path = server.analysed(name, file.read_bytes())
            field = next(
                field for field in server.json("GET", path)["components"]
                if field["type"] == "text" and not field.get("options") and field["pageIndex"] == 0)["fieldId"]
            ours, theirs = [], []
            with tempfile.TemporaryDirectory(dir=bench.folder) as pictures:
                for number in range(repeats + 1):
                    value = {"fieldRegionId": field, "value": f"A{number}", "source": "manual"}
                    start = time.perf_counter()
                    server.request(
                        "POST", f"{path}/pages/0/preview", json.dumps({"values": [value]}),
                        {"Content-Type": "application/json"})
                    ours.append((time.perf_counter() - start) * 1000)
                    start = time.perf_counter()
                    subprocess.run(
                        ["pdftoppm", "-r", "110", "-png", "-f", "1", "-l", "1", str(file), f"{pictures}/page"], check=True)
                    theirs.append((time.perf_counter() - start) * 1000)
            # The first picture warms the process up.
            result[name] = compared(median(ours[1:]), median(theirs[1:]), 3)
    return {"forms": result}


PARTS = {
    "http-rate": http_rate, "http-load": http_under_load, "http-memory": http_memory, "http-preview": http_preview,
}
