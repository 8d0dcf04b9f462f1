#!/usr/bin/env python3
"""Compares what we read from files in OFX with what ofxtools reads.

usage: Tests/Trading/OFX/compare.py .build/release/formwright testdata/brokers/*.ofx

Needs ofxtools (pip install ofxtools). Files that ofxtools refuses are named and skipped.
"""

import json
import pathlib
import shutil
import subprocess
import sys
import tempfile
from decimal import Decimal

from ofxtools.Parser import OFXTree

PURCHASES = {"BUYSTOCK", "BUYMF", "BUYDEBT", "BUYOTHER"}
SALES = {"SELLSTOCK", "SELLMF", "SELLDEBT", "SELLOTHER"}


def ours(program: str, files: list[pathlib.Path]) -> dict[str, dict]:
    """The entries of each file, by way of a watched folder."""
    with tempfile.TemporaryDirectory() as folder:
        inbox = pathlib.Path(folder, "inbox")
        inbox.mkdir()
        for file in files:
            shutil.copy(file, inbox)
        subprocess.run(
            [program, "watch", inbox, "--kind", "account-file", "--once", "--store", folder + "/store"],
            check=False, stderr=subprocess.DEVNULL)
        results = pathlib.Path(folder, "outbox").glob("*.entries.json")
        return {r.name.removesuffix(".entries.json"): json.loads(r.read_text(), parse_float=Decimal) for r in results}


def compare(statement, read: dict) -> tuple[list[str], int]:
    """What differs between a statement of ofxtools and our entries, and how many figures were compared."""
    problems = []
    count = 0

    def check(what: str, theirs, mine):
        nonlocal count
        count += 1
        # Units times price can have more digits than the total.
        if abs(Decimal(theirs) - Decimal(mine)) > Decimal("0.000001") * max(1, abs(Decimal(theirs))):
            problems.append(f"{what}: {theirs} and {mine}")

    entries = {}
    for entry in read["entries"]:
        entries.setdefault(entry[10], []).append(entry)
    for transaction in statement.transactions or []:
        kind = type(transaction).__name__
        if kind in PURCHASES | SALES:
            (entry,) = entries.get(transaction.fitid, [None])
            if entry is None:
                problems.append(f"{kind} {transaction.fitid} is missing")
                continue
            check(f"{kind} units", abs(transaction.units), entry[5])
            gross = entry[8] if entry[8] is not None else entry[5] * entry[6]
            fees = Decimal(entry[7])
            check(f"{kind} total", abs(transaction.total), gross + fees if kind in PURCHASES else gross - fees)
        elif kind == "INCOME":
            total = sum(abs(e[8]) for e in entries.get(transaction.fitid, []) if e[8] is not None)
            check("income", abs(transaction.total), total)
    positions = {}
    for position in statement.positions or []:
        # Options and bonds are left out, and listed.
        if position.postype == "LONG" and type(position).__name__ not in ("POSOPT", "POSDEBT"):
            positions[position.uniqueid] = positions.get(position.uniqueid, 0) + position.units
    held = {}
    for position in read["head"]["positions"]:
        security = read["head"]["securities"][position["security"]]
        for name in (security.get("cusip"), security.get("isin"), security.get("symbol")):
            if name:
                held[name] = held.get(name, 0) + position["quantity"]
    for name, units in positions.items():
        if name in held:
            check(f"position {name}", units, held[name])
        else:
            problems.append(f"position {name} is missing")
    balance = statement.invbal
    if balance is not None and balance.availcash is not None and read["head"]["balances"]:
        check("cash", balance.availcash, read["head"]["balances"][0]["amount"])
    return problems, count


def main() -> int:
    program, *names = sys.argv[1:]
    files = [pathlib.Path(name) for name in names]
    read = ours(program, files)
    failed = 0
    for file in files:
        try:
            tree = OFXTree()
            tree.parse(str(file))
            statements = tree.convert().statements
        except Exception as error:  # ofxtools has no common error of its parsers
            print(f"{file.name}: ofxtools refuses it: {error}")
            continue
        if file.stem not in read:
            print(f"{file.name}: not read by us")
            failed += 1
            continue
        problems, count = [], 0
        for statement in statements:
            found, checked = compare(statement, read[file.stem])
            problems += found
            count += checked
        print(f"{file.name}: {count} figures compared, {len(problems)} differ")
        for problem in problems:
            print(f"  {problem}")
        failed += len(problems)
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
