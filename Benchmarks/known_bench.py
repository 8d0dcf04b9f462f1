"""Measures pages of a form whose fields were corrected: a page with text, and a scan."""

import json
import os
import subprocess

from http_bench import FORMS, PROGRAM, ROOT, formwright
from measure import alternating, compared, median, run, say

BENCH = str(ROOT / ".build/release/formwright-bench")

# Of the time to draw the page, and of the time for the same scan as an unknown form.
TEXT_LIMIT, SCAN_LIMIT = 1.3, 0.25
ONE_THREAD = {"OMP_THREAD_LIMIT": "1"}


def one_page(bench, form):
    """Returns the first page of a form as a document of its own."""
    page = bench.folder / f"known-{form.stem}.pdf"
    subprocess.run(["qpdf", str(form), "--pages", ".", "1", "--", str(page)], check=True)
    return page


def correct(server, form):
    """Uploads a form and changes a label, so that its fields are those of a known form from then on."""
    path = server.analysed(form.name, form.read_bytes())
    fields = server.json("GET", f"{path}/fields")
    field = {**fields["fields"][0], "label": "Corrected by hand"}
    server.request(
        "PATCH", f"{path}/fields", json.dumps({"upsert": [field]}),
        {"If-Match": f'"{fields["version"]}"', "Content-Type": "application/json"})


def printed(page):
    """Returns the page as another program prints it to a file: another document that looks the same."""
    copy = page.with_suffix(".printed.pdf")
    subprocess.run(["pdftocairo", "-pdf", str(page), str(copy)], check=True)
    return copy


def is_recognised(file, store):
    described = json.loads(subprocess.run(
        [PROGRAM, "inspect", str(file), "--json", "--store", store], check=True, capture_output=True).stdout)
    return any(field["label"] == "Corrected by hand" for field in described["fields"])


def known_page(bench):
    """CPU time of detection on pages of known forms: with text, against pdftoppm; scanned, against the same scan unknown."""
    result = {}
    names = ["irs-4547"] if bench.quick else ["irs-4547", "uscourts-b101a"]
    with formwright(bench.folder) as server:
        for name in names:
            correct(server, one_page(bench, FORMS / f"{name}.pdf"))
        empty = str(bench.folder / "known-empty")
        for name in names:
            blank = one_page(bench, FORMS / f"{name}.pdf")
            text, scan = printed(blank), one_page(bench, FORMS / f"{name}.scan.pdf")
            for file in (text, scan):
                if not is_recognised(file, server.store):
                    raise SystemExit(f"bench: {file.name} is not recognised")

            def inspect(file, where):
                return run([PROGRAM, "inspect", str(file), "--json", "--store", where], ONE_THREAD).cpu

            def inside(blank=blank, text=text):
                costs = json.loads(subprocess.run(
                    [BENCH, "known-page", str(blank), str(text), "--repeats", str(bench.repeats)], check=True,
                    capture_output=True, env={**os.environ, **ONE_THREAD}).stdout)
                return costs["rasterise"]["cpu"] + costs["recognise"]["cpu"]

            ours, drawing = alternating(
                max(1, bench.repeats // 3), inside, lambda: run(["pdftoppm", "-r", "200", "-gray", str(text)]).cpu)
            known, unknown = alternating(
                max(1, bench.repeats // 3), lambda: inspect(scan, server.store), lambda: inspect(scan, empty))
            result[name] = {
                "text": compared(median(ours), median(drawing), TEXT_LIMIT),
                "scan": compared(median(known), median(unknown), SCAN_LIMIT),
            }
            say(f"known page {name}: {result[name]['text']['ratio']} x pdftoppm in process, scan "
                f"{result[name]['scan']['ratio']} of an unknown one")
    return result


PARTS = {"known-page": known_page}
