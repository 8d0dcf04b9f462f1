"""Compares Formwright with other programs; tools/bench builds everything and runs this script."""

import argparse
import csv
import itertools
import json
import os
import platform
import re
import shutil
import subprocess
import sys
import tempfile
from importlib import metadata
from pathlib import Path

import http_bench
import known_bench
import office_bench
import portfolio_bench
import portfolio_http_bench
import realtime_bench
import stories_bench
import storybook_bench
import trading_bench
import typesetting_bench
from measure import alternating, compared, median, rounded, run, run_together, say

ROOT = Path(__file__).resolve().parent.parent
PROGRAM = str(ROOT / ".build/release/formwright")
BENCH = str(ROOT / ".build/release/formwright-bench")
QUEUE = str(ROOT / ".build/release/PipelineBenchmark")
FORMS = ROOT / "testdata/forms"
CORPUS = ROOT.parent / "shared/corpus/dev"
ONE_THREAD = {"OMP_THREAD_LIMIT": "1"}
CORES = len(os.sched_getaffinity(0))


def inspected(form):
    """Returns the description that `formwright inspect --json` prints."""
    return json.loads(subprocess.run([PROGRAM, "inspect", str(form), "--json"], check=True, capture_output=True).stdout)


def pages_of(target, *parts):
    """Creates a PDF from the given (file, range) parts."""
    command = ["qpdf", "--empty", "--pages"]
    for file, pages in parts:
        command += [str(file), pages]
    subprocess.run(command + ["--", str(target)], check=True)
    return target


def blank_page(target):
    """Creates an empty one-page PDF of US Letter size."""
    objects = [
        "<< /Type /Catalog /Pages 2 0 R >>", "<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
        "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] >>",
    ]
    body, offsets = "%PDF-1.7\n", []
    for number, content in enumerate(objects, 1):
        offsets.append(len(body))
        body += f"{number} 0 obj\n{content}\nendobj\n"
    table = "".join(f"{offset:010} 00000 n \n" for offset in offsets)
    body += f"xref\n0 4\n0000000000 65535 f \n{table}trailer\n<< /Root 1 0 R /Size 4 >>\nstartxref\n{len(body)}\n%%EOF\n"
    target.write_text(body)
    return target


def sample_values(fields, limit=None):
    """Returns a short value for each field that takes text, by name."""
    values = {}
    for field in fields:
        if field["type"] in ("text", "multiline", "number", "unknown") and "options" not in field:
            cells = len(field["combEdges"]) - 1 if "combEdges" in field else 99
            values.setdefault(field["name"], "1815 Ada"[: min(cells, field.get("maxLength", 99))])
        elif field["type"] == "date":
            values.setdefault(field["name"], "2026-01-31")
        if limit and len(values) == limit:
            break
    return values


class Bench:
    def __init__(self, folder, quick):
        self.folder = folder
        self.quick = quick
        self.repeats = 2 if quick else 11

    def stages(self):
        """Cost per page of each stage, in process and on one thread."""
        result = {}
        for name in ["irs-4547", "va-21-22", "irs-4547.scan"]:
            repeats = 1 if self.quick else 3 if "scan" in name else 9
            printed = subprocess.run(
                [BENCH, "stages", str(FORMS / f"{name}.pdf"), "--repeats", str(repeats)], check=True,
                capture_output=True, env={**os.environ, **ONE_THREAD}).stdout
            measured = json.loads(printed)
            result[name] = {
                "pages": measured["pages"], "fields": measured["fields"],
                "perPage": {
                    stage: {"cpuMilliseconds": rounded(cost["cpu"]), "wallMilliseconds": rounded(cost["wall"])}
                    for stage, cost in sorted(measured["stages"].items())
                },
            }
            say(f"stages of {name}: " + ", ".join(
                f"{stage} {cost['cpuMilliseconds']} ms" for stage, cost in result[name]["perPage"].items()))
        return result

    def text_page(self):
        """CPU time of detection on a page with a text layer, compared with drawing the same page with pdftoppm."""
        result = {}
        sources = [("irs-4547", 1), ("irs-1040-schedule-a", 1), ("irs-8888", 1), ("va-21-22", 1), ("uscourts-b106dec", 1)]
        for name, page in sources[:1] if self.quick else sources:
            form = pages_of(self.folder / f"{name}-page.pdf", (FORMS / f"{name}.pdf", str(page)))
            ours, start, theirs = alternating(
                self.repeats,
                lambda: run([PROGRAM, "inspect", str(form), "--json"]).cpu,
                lambda: run([PROGRAM, "--version"]).cpu,
                lambda: run(["pdftoppm", "-r", "200", "-gray", str(form)]).cpu)
            stages = json.loads(subprocess.run(
                [BENCH, "stages", str(form), "--repeats", str(self.repeats)], check=True, capture_output=True).stdout)
            inside = stages["stages"]["rasterise"]["cpu"] + stages["stages"]["detect"]["cpu"]
            result[name] = {
                "wholeProcess": compared(median(ours), median(theirs), 3),
                "inProcess": compared(inside, median(theirs), 3),
                "processStartMilliseconds": rounded(median(start)),
            }
            say(f"text page {name}: {result[name]['wholeProcess']['ratio']} x pdftoppm as a whole process, "
                f"{result[name]['inProcess']['ratio']} x in process")
        return result

    def raster(self, form):
        """Returns the only page of a scan at 200 dpi, as the rasterise stage draws it and straightened, as it is read."""
        work = self.folder / f"{form.stem}.work"
        subprocess.run([PROGRAM, "stage", "rasterise", str(form), "--work", str(work)], check=True)
        straight = work / "straight.png"
        subprocess.run([BENCH, "picture", str(form), str(straight)], check=True)
        return work / "pages/0001.png", straight

    def scanned_page(self):
        """CPU time of detection on a scanned page on one thread, compared with the tesseract program on the same picture."""
        result = {}
        for name in ["irs-4547.scan", "uscourts-b101a.scan"][: 1 if self.quick else 2]:
            form = FORMS / f"{name}.pdf"
            crooked, straight = self.raster(form)
            ours, theirs, as_scanned = alternating(
                1 if self.quick else 5,
                lambda: run([PROGRAM, "inspect", str(form), "--json"]).cpu,
                lambda: run(["tesseract", str(straight), "-", "--dpi", "200"], ONE_THREAD).cpu,
                lambda: run(["tesseract", str(crooked), "-", "--dpi", "200"], ONE_THREAD).cpu)
            result[name] = {
                **compared(median(ours), median(theirs), 1.1),
                # A skewed page is less work for tesseract, since it finds less text on it.
                "ratioToPageAsScanned": rounded(median(ours) / median(as_scanned)),
            }
            say(f"scanned page {name}: {result[name]['ratio']} x tesseract "
                f"({result[name]['ratioToPageAsScanned']} x on the page as scanned)")
        return result

    def scanned_pages(self):
        """Wall time of scanned pages on all cores, compared with one tesseract process per core, each with its share."""
        forms = [FORMS / "irs-4547.scan.pdf", FORMS / "uscourts-b101a.scan.pdf"]
        count = CORES * (1 if self.quick else 4)
        document = pages_of(self.folder / "scans.pdf", *((forms[i % 2], "1") for i in range(count)))
        pictures = [self.raster(form)[1] for form in forms]
        lists = []
        for core in range(CORES):
            target = self.folder / f"pictures-{core}.txt"
            # As in the document, each core's share has pages of both forms.
            share = [str(pictures[(i // CORES + core) % 2]) for i in range(core, count, CORES)]
            target.write_text("\n".join(share) + "\n")
            lists.append(target)
        ours, theirs = alternating(
            1 if self.quick else 3,
            lambda: run([PROGRAM, "inspect", str(document), "--json"]).wall,
            lambda: run_together([["tesseract", str(each), "-", "--dpi", "200"] for each in lists], ONE_THREAD))
        result = {"cores": CORES, "pages": count, **compared(median(ours), median(theirs), 1.1)}
        say(f"{count} scanned pages on {CORES} cores: {result['ratio']} x tesseract processes")
        return result

    def fill(self):
        """CPU time of filling a known form, compared with `qpdf --overlay` on the same file with the same values."""
        result = {}
        blank = blank_page(self.folder / "blank.pdf")
        forms = [FORMS / f"{name}.pdf" for name in ("va-21-22", "irs-8888", "uscourts-b121.acro")]
        # Of a form of several pages, where the corpus is there.
        forms += [path for path in [CORPUS / "uscourts-b101.pdf"] if path.exists()]
        for form in forms[:1] if self.quick else forms:
            name = form.stem
            known = inspected(form)
            fields, values = self.folder / f"{name}.fields.json", self.folder / f"{name}.values.json"
            fields.write_text(json.dumps(known))
            first_page = [field for field in known["fields"] if field["page"] == 0]
            values.write_text(json.dumps(sample_values(first_page, 20)))
            overlay = self.overlay(blank, known, first_page, values, name)
            filled, stamped = self.folder / f"{name}.filled.pdf", self.folder / f"{name}.stamped.pdf"
            ours, start, theirs = alternating(
                self.repeats,
                lambda: run([
                    PROGRAM, "fill", str(form), "--fields", str(fields), "--values", str(values), "--overflow", "shrink",
                    "--output", str(filled)]).cpu,
                lambda: run([PROGRAM, "--version"]).cpu,
                lambda: run(["qpdf", str(form), "--overlay", str(overlay), "--", str(stamped)]).cpu)
            stages = json.loads(subprocess.run(
                [BENCH, "stages", str(form), "--repeats", str(self.repeats)], check=True, capture_output=True,
                env={**os.environ, **ONE_THREAD}).stdout)
            inside = sum(stages["stages"][stage]["cpu"] for stage in ("import", "bind", "compose")) * stages["pages"]
            result[name] = {
                "wholeProcess": compared(median(ours), median(theirs), 2.5),
                # Import, bind and compose in a warm process, with all fields instead of only twenty.
                "inProcess": compared(inside, median(theirs), 0.8),
                "processStartMilliseconds": rounded(median(start)),
            }
            say(f"fill {name}: {result[name]['wholeProcess']['ratio']} x qpdf --overlay as a whole process "
                f"({rounded(median(ours))} ms, of which {rounded(median(start))} ms start), "
                f"{result[name]['inProcess']['ratio']} x in process")
        return result

    def overlay(self, blank, known, fields, values, name):
        """Returns a PDF with the same values on a blank page, as the overlay for qpdf."""
        description = inspected(blank)
        description["fields"] = fields
        known_fields = self.folder / f"{name}.overlay.json"
        known_fields.write_text(json.dumps(description))
        target = self.folder / f"{name}.overlay.pdf"
        subprocess.run(
            [PROGRAM, "fill", str(blank), "--fields", str(known_fields), "--values", str(values), "--overflow", "shrink",
             "--output", str(target)], check=True, stderr=subprocess.DEVNULL)
        return target

    def records(self):
        """Wall time of many records on one AcroForm form, one file each, compared with pypdf, and of one core with all."""
        count = 50 if self.quick else 1000
        form = FORMS / "uscourts-b121.acro.pdf"
        names = list(sample_values(inspected(form)["fields"]))
        records = [
            {name: f"{place} Ada {number}"[:9] for place, name in enumerate(names)} for number in range(count)
        ]
        table, values = self.folder / "records.csv", self.folder / "records.json"
        values.write_text(json.dumps(records))
        with open(table, "w", newline="") as file:
            writer = csv.DictWriter(file, names)
            writer.writeheader()
            writer.writerows(records)
        # Every run has its own folder, since some file systems create files slowly just after others were removed.
        folders = (self.folder / f"records-{number}" for number in itertools.count())

        def checked(cost, folder):
            if len(list(folder.glob("*.pdf"))) != count:
                raise SystemExit(f"bench: {folder.name} does not hold {count} files")
            return cost

        def batch(*options):
            folder = next(folders)
            command = [PROGRAM, "batch", str(form), "--rows", str(table), "--overflow", "shrink", "--no-cache"]
            return checked(run([*command, *options, "--output", f"{folder}/{{row}}.pdf"]), folder)

        def pypdf():
            folder = next(folders)
            folder.mkdir()
            script = str(ROOT / "Benchmarks/pypdf_records.py")
            return checked(run([sys.executable, script, str(form), str(values), str(folder)]), folder)

        ours, one_core, theirs, merged = alternating(
            1 if self.quick else 5, batch, lambda: batch("--jobs", "1"), pypdf,
            lambda: run([
                PROGRAM, "batch", str(form), "--rows", str(table), "--overflow", "shrink", "--no-cache", "--merge",
                str(self.folder / "records.pdf")]))
        wall = median(cost.wall for cost in ours)
        # The last line has the number of records filled per second, excluding start and analysis.
        rates = [
            median(int(re.search(r"(\d+) a second", cost.errors)[1]) for cost in costs) for costs in (ours, one_core)]
        speedup = rates[0] / rates[1]
        result = {
            "cores": CORES, "records": count, "fieldsEach": len(names),
            **compared(wall, median(cost.wall for cost in theirs), 0.1),
            "oursCpuMillisecondsEach": rounded(median(cost.cpu for cost in ours) / count),
            "theirsCpuMillisecondsEach": rounded(median(cost.cpu for cost in theirs) / count),
            "speedup": {
                "recordsPerSecond": rates[0], "onOneCore": rates[1], "ratio": rounded(speedup),
                "limit": rounded(0.85 * CORES), "met": speedup >= 0.85 * CORES,
                # How much the cores slow each other down, independent of other load on the machine.
                "cpuRatio": rounded(median(cost.cpu for cost in ours) / median(cost.cpu for cost in one_core)),
                "wholeProcessRatio": rounded(median(cost.wall for cost in one_core) / wall),
            },
            "mergedMilliseconds": rounded(median(cost.wall for cost in merged)),
        }
        say(f"{count} records: {result['ratio']} x pypdf ({result['ours']} ms against {result['theirs']} ms), "
            f"{rounded(speedup)} times as fast on {CORES} cores as on one, {result['mergedMilliseconds']} ms into one PDF")
        return result

    def batch_memory(self):
        """Peak resident memory of a batch on a one-page form, with few rows and with many."""
        sizes = (100, 1_000) if self.quick else (1_000, 100_000)
        form = FORMS / "uscourts-b121.pdf"
        key = next(iter(sample_values(inspected(form)["fields"])))
        result = {"limitGrowthMegabytes": 30}
        for count in sizes:
            table, folder = self.folder / f"{count}.csv", self.folder / f"{count}-rows"
            with open(table, "w", newline="") as file:
                writer = csv.writer(file)
                writer.writerow([key])
                writer.writerows([f"Ada {number}"] for number in range(count))
            cost = run([
                PROGRAM, "batch", str(form), "--rows", str(table), "--overflow", "shrink", "--output", f"{folder}/"])
            shutil.rmtree(folder)
            result[f"{count} rows"] = {"megabytes": rounded(cost.memory), "seconds": rounded(cost.wall / 1000)}
            say(f"{count} rows: {cost.memory:.0f} MB")
        few, many = (result[f"{count} rows"]["megabytes"] for count in sizes)
        return {**result, "growth": rounded(many - few), "met": many - few <= 30}

    def queue(self):
        """Cost of the job queue itself on SQLite with full durability: jobs that do nothing, and queries of a full store."""
        sizes = ["--jobs", "2000", "--single", "200", "--documents", "2000"] if self.quick else []
        printed = subprocess.run(
            [QUEUE, *sizes, "--folder", str(self.folder)], check=True, capture_output=True).stdout
        measured = json.loads(printed)

        def rate(name, limit):
            found = measured[name]["jobsPerSecond"]
            return {"jobsPerSecond": found, "limit": limit, "met": found >= limit}

        forms = sorted(FORMS.glob("*.pdf"))
        share = {
            "realForms": self.queue_cost(forms),
            # Forms that need the least work, so the queue's share is largest.
            "withoutScans": self.queue_cost([form for form in forms if ".scan" not in form.name]),
        }
        worst = {name: times["median"] for name, times in measured["latencies"].items() if isinstance(times, dict)}
        result = {
            "durability": measured["durability"], "batched": rate("batched", 5000), "oneByOne": rate("oneByOne", 500),
            "shareOfRealWork": share,
            "fullStore": {
                "documents": measured["latencies"]["documents"],
                "medianMilliseconds": {name: rounded(time) for name, time in worst.items()}, "limit": 10,
                "met": max(worst.values()) <= 10,
            },
        }
        say(f"queue: {result['batched']['jobsPerSecond']} jobs/s in batches, "
            f"{result['oneByOne']['jobsPerSecond']} one by one, at most {max(worst.values()):.2f} ms in a full store; "
            "overhead on real forms: " + ", ".join(
                f"{each['cpu']:.1%} CPU time and {each['wall']:.1%} wall time ({name})"
                for name, each in share.items()))
        return result

    def queue_cost(self, forms):
        """Returns the cost that the queue adds to analysing and filling a hundred forms, the given ones in turn."""
        printed = subprocess.run(
            [BENCH, "queue-cost", *map(str, forms), "--count", "8" if self.quick else "100",
             "--repeats", "1" if self.quick else "5", "--folder", str(self.folder)],
            check=True, capture_output=True).stdout
        cost = json.loads(printed)
        share = {name: rounded(cost["queued"][name] / cost["direct"][name] - 1) for name in ("cpu", "wall")}
        return {
            "forms": cost["forms"], "directMilliseconds": cost["direct"], "queuedMilliseconds": cost["queued"], **share,
            "limit": 0.05, "met": max(share.values()) <= 0.05,
        }

    def memory(self):
        """Peak resident memory of inspecting and filling long documents."""
        result = {"limitMegabytes": 300, "limitGrowthMegabytes": 50}
        sizes = (5, 10) if self.quick else (50, 500)
        for pages in sizes:
            parts = [(FORMS / "irs-8888.pdf", "1"), (FORMS / "va-21-22.pdf", "1"), (FORMS / "irs-4547.pdf", "1"),
                     (FORMS / "uscourts-b106dec.pdf", "1"), (FORMS / "va-10182.pdf", "2")]
            document = pages_of(self.folder / f"{pages}-pages.pdf", *(parts[i % len(parts)] for i in range(pages)))
            fields, values = self.folder / f"{pages}.fields.json", self.folder / f"{pages}.values.json"
            with open(fields, "wb") as output:
                inspect = run([PROGRAM, "inspect", str(document), "--json"], output=output)
            known = json.loads(fields.read_bytes())
            by_page = {}
            for field in known["fields"]:
                by_page.setdefault(field["page"], []).append(field)
            chosen = {}
            for found in by_page.values():
                chosen.update(sample_values(found, 5))
            values.write_text(json.dumps(chosen))
            fill = run([
                PROGRAM, "fill", str(document), "--fields", str(fields), "--values", str(values), "--overflow", "shrink",
                "--output", str(self.folder / f"{pages}.filled.pdf")])
            result[f"{pages} pages"] = {
                "fileMegabytes": rounded(document.stat().st_size / 1e6), "fields": len(known["fields"]),
                "filled": len(chosen), "inspectMegabytes": rounded(inspect.memory), "fillMegabytes": rounded(fill.memory),
                "inspectSeconds": rounded(inspect.wall / 1000), "fillSeconds": rounded(fill.wall / 1000),
            }
            say(f"{pages} pages: inspect {inspect.memory:.0f} MB, fill {fill.memory:.0f} MB")
        few, many = (result[f"{pages} pages"] for pages in sizes)
        for command in ("inspect", "fill"):
            key = f"{command}Megabytes"
            result[f"{command}Met"] = many[key] <= 300
            result[f"{command}Growth"] = rounded(many[key] - few[key])
            result[f"{command}Flat"] = many[key] - few[key] <= 50
        return result


def version(*command):
    printed = subprocess.run(command, capture_output=True, text=True)
    return (printed.stdout + printed.stderr).strip().splitlines()[0]


def machine():
    model = next(
        (line.split(":", 1)[1].strip() for line in open("/proc/cpuinfo") if line.startswith("model name")),
        platform.machine())
    import pypdf

    return {
        "processor": model, "cores": CORES, "load": round(os.getloadavg()[0], 2), "formwright": version(PROGRAM, "--version"),
        "pdftoppm": version("pdftoppm", "-v"), "tesseract": version("tesseract", "--version"),
        "qpdf": version("qpdf", "--version"), "pypdf": pypdf.__version__,
        "typst": metadata.version("typst"), "weasyPrint": metadata.version("weasyprint"), "python": platform.python_version(),
    }


PARTS = {
    "stages": Bench.stages, "text-page": Bench.text_page, "scanned-page": Bench.scanned_page,
    "scanned-pages": Bench.scanned_pages, "fill": Bench.fill, "records": Bench.records, "batch-memory": Bench.batch_memory,
    "memory": Bench.memory, "queue": Bench.queue, **known_bench.PARTS, **http_bench.PARTS, **office_bench.PARTS,
    **realtime_bench.PARTS, **stories_bench.PARTS, **storybook_bench.PARTS, **portfolio_bench.PARTS,
    **portfolio_http_bench.PARTS, **typesetting_bench.PARTS, **trading_bench.PARTS,
}


def main():
    parser = argparse.ArgumentParser(prog="tools/bench")
    parser.add_argument("--quick", action="store_true")
    parser.add_argument("--only", action="append", choices=PARTS, default=[])
    arguments = parser.parse_args()
    folder = Path(tempfile.mkdtemp(prefix="formwright-bench-"))
    try:
        bench = Bench(folder, arguments.quick)
        result = {"quick": arguments.quick, "machine": machine()}
        for name, part in PARTS.items():
            if not arguments.only or name in arguments.only:
                result[name] = {"what": part.__doc__, **part(bench)}
    finally:
        shutil.rmtree(folder)
    json.dump(result, sys.stdout, indent=2)
    print()


if __name__ == "__main__":
    main()
