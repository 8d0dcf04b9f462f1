"""The program under test, serving a store of its own."""

import json
import os
import pathlib
import re
import shutil
import signal
import subprocess
import tempfile
import time
import urllib.request

ROOT = pathlib.Path(__file__).resolve().parents[4]
PROGRAM = pathlib.Path(os.environ.get("FORMWRIGHT_PROGRAM", ROOT / ".build/release/formwright"))
# How many seconds anything may take before a test gives up: long enough for a machine that has much else to do.
HANG_GUARD = 600


class Service:
    """`formwright serve` on any free port; a restart keeps store and port."""

    def __init__(self, settings="", port=0, prepare=lambda service: None):
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="formwright-browser-"))
        self.port = port
        (self.folder / "pipeline.yaml").write_text(settings)
        prepare(self)
        self.start()

    def start(self):
        self.log = open(self.folder / "serve.log", "ab")
        self.process = subprocess.Popen(
            [PROGRAM, "serve", "--port", str(self.port), "--store", self.folder / "store",
             "--config", self.folder / "pipeline.yaml"],
            stdout=subprocess.PIPE, stderr=self.log, text=True)
        for line in self.process.stdout:
            if match := re.search(r"is serving (https?://\S+?):(\d+)/", line):
                self.url = f"{match[1]}:{match[2]}"
                self.port = int(match[2])
                return
        raise RuntimeError(f"the service did not start; see {self.log.name}")

    def stop(self):
        self.process.send_signal(signal.SIGTERM)
        self.process.wait(timeout=HANG_GUARD)
        self.log.close()

    def close(self):
        self.stop()
        shutil.rmtree(self.folder, ignore_errors=True)

    def run(self, *arguments, **options):
        """Runs a command of the program on the same store."""
        return subprocess.run(
            [PROGRAM, *arguments, "--store", self.folder / "store"], check=True, capture_output=True, text=True,
            **options).stdout

    def get(self, path):
        with urllib.request.urlopen(f"{self.url}/api/v1{path}") as response:
            return json.load(response)

    def send(self, method, path, body=None, headers=None):
        data = None if body is None else body if isinstance(body, bytes) else json.dumps(body).encode()
        request = urllib.request.Request(
            f"{self.url}/api/v1{path}", data, {"Content-Type": "application/json", **(headers or {})}, method=method)
        with urllib.request.urlopen(request) as response:
            content = response.read()
            return json.loads(content) if content else None

    def upload(self, path):
        """Uploads a form and waits until its fields are known; returns its id."""
        path = pathlib.Path(path)
        body = (b'--b\r\nContent-Disposition: form-data; name="file"; filename="' + path.name.encode() + b'"\r\n\r\n'
                + path.read_bytes() + b"\r\n--b--\r\n")
        headers = {"Content-Type": "multipart/form-data; boundary=b"}
        document = self.send("POST", "/documents/init-upload", body, headers)["documentId"]
        self.send("POST", f"/documents/{document}/process")
        self.wait(document, "ready")
        return document

    def wait(self, document, state, seconds=HANG_GUARD):
        deadline = time.monotonic() + seconds
        while time.monotonic() < deadline:
            current = self.get(f"/documents/{document}")["document"]["status"]
            if current == state:
                return
            if current == "failed":
                raise AssertionError(self.get(f"/documents/{document}")["failure"])
            time.sleep(0.1)
        raise AssertionError(f"the document did not become {state}")
