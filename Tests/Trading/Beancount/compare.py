#!/usr/bin/env python3
"""Compares our lots, gains, cash and money-weighted returns with beancount's and pyxirr's.

usage: FORMWRIGHT_BEANCOUNT=FOLDER tools/test --filter BeancountTests && Tests/Trading/Beancount/compare.py FOLDER

Needs beancount 3.2 and pyxirr (pip install beancount pyxirr). Beancount chooses the lots of each sale itself.
"""

import datetime
import json
import pathlib
import sys
from decimal import Decimal

import pyxirr
from beancount import loader
from beancount.core import data, inventory

CENT = Decimal("0.01")


def compare(ledger: pathlib.Path) -> list[str]:
    expected = json.loads(ledger.with_suffix(".json").read_text())
    entries, errors, _ = loader.load_file(str(ledger))
    problems = [f"beancount: {error.message}" for error in errors]

    balances: dict[str, inventory.Inventory] = {}
    gains = []
    for entry in entries:
        if not isinstance(entry, data.Transaction):
            continue
        for posting in entry.postings:
            balances.setdefault(posting.account, inventory.Inventory()).add_position(posting)
        if entry.narration == "SELL":
            gains.append(-sum(p.units.number for p in entry.postings if p.account == "Income:Gains"))

    cash = balances.get("Assets:Cash", inventory.Inventory()).reduce(lambda p: p.units)
    if sum(position.units.number for position in cash) != Decimal(expected["cash"]):
        problems.append("cash differs")

    theirs = {}
    for account, balance in balances.items():
        if account.startswith("Assets:Shares:"):
            for position in balance:
                key = (position.units.currency, position.cost.label)
                theirs[key] = (position.units.number, position.units.number * position.cost.number)
    ours = {
        (lot["symbol"], lot["label"]): (Decimal(lot["quantity"]), Decimal(lot["cost"])) for lot in expected["lots"]
    }
    if theirs.keys() != ours.keys():
        problems.append(f"open lots differ: {sorted(theirs.keys() ^ ours.keys())}")
    for key in theirs.keys() & ours.keys():
        if any(abs(left - right) > CENT / 100 for left, right in zip(theirs[key], ours[key])):
            problems.append(f"lot {key} differs: {theirs[key]}, ours {ours[key]}")

    if len(gains) != len(expected["gains"]):
        problems.append("number of sales differs")
    # Beancount's gain has the cents of the cash.
    for number, (left, right) in enumerate(zip(gains, expected["gains"])):
        if abs(left - Decimal(right)) > CENT:
            problems.append(f"gain of sale {number} differs: {left}, ours {right}")

    days = [datetime.date.fromisoformat(flow["day"]) for flow in expected["flows"]]
    rate = pyxirr.xirr(days, [float(flow["amount"]) for flow in expected["flows"]])
    own = expected.get("moneyWeighted")
    if (rate is None) != (own is None) or (rate is not None and abs(rate - float(own)) > 1e-8):
        problems.append(f"money-weighted return differs: {rate}, ours {own}")
    return problems


def main() -> int:
    if len(sys.argv) != 2:
        print(__doc__, file=sys.stderr)
        return 64
    ledgers = sorted(pathlib.Path(sys.argv[1]).glob("*.beancount"))
    failed = 0
    for ledger in ledgers:
        for problem in compare(ledger):
            print(f"{ledger.name}: {problem}")
            failed += 1
    print(f"{len(ledgers)} ledgers, {failed} differences")
    return 1 if failed or not ledgers else 0


if __name__ == "__main__":
    sys.exit(main())
