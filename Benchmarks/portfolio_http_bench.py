"""The part of the benchmarks about the API of portfolios."""

import json
import tempfile
import time
from pathlib import Path

from http_bench import formwright
from measure import median, rounded, say
from stories_bench import photos, states

# Milliseconds.
LIMIT = 500


def upload(server, file):
    """Uploads a file as the app does, and returns the input that names it."""
    head = f'--b\r\nContent-Disposition: form-data; name="file"; filename="{file.name}"\r\n\r\n'.encode()
    _, answer = server.request(
        "POST", "/api/content/upload", head + file.read_bytes() + b"\r\n--b--\r\n",
        {"Content-Type": "multipart/form-data; boundary=b"})
    return {"type": "file", "file_path": json.loads(answer)["file_path"]}


def rest(server, count):
    """Waits until all uploads have been analysed."""
    while True:
        documents = states("--store", server.store)
        if documents["failed"]:
            raise SystemExit(f"bench: files failed: {documents}")
        if documents["ready"] == count:
            return
        time.sleep(0.5)


def generate(bench):
    """Milliseconds of `POST /api/portfolios/generate` for files that were uploaded and analysed before, at the median."""
    count, repeats = (5, 3) if bench.quick else (20, 25)
    with formwright(bench.folder) as server:
        with tempfile.TemporaryDirectory(dir=bench.folder) as folder:
            inputs = [upload(server, file) for file in photos(Path(folder), count)]
        say(f"the analyses of {count} photos")
        rest(server, count)
        times = []
        # One more, which warms up. Another title is another portfolio, for which all stages run.
        for number in range(repeats + 1):
            body = {"user_id": "ada", "title": f"Portfolio {number}", "subtitle": "", "category": "Design", "inputs": inputs}
            start = time.perf_counter()
            answer = server.json("POST", "/api/portfolios/generate", body)
            times.append((time.perf_counter() - start) * 1000)
            if answer["processing_summary"]["processed"] != count:
                raise SystemExit(f"bench: {answer['processing_summary']}")
    ours = median(times[1:])
    return {"files": count, "portfolios": repeats, "milliseconds": rounded(ours), "longest": rounded(max(times[1:])),
            "limit": LIMIT, "met": ours <= LIMIT}


PARTS = {"portfolio-generate": generate}
