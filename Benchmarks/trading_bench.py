"""The part of the benchmarks about trading accounts: the same trades in Formwright and beancount, and the same statement
set by Formwright and WeasyPrint."""

import json
import sys
from pathlib import Path

from measure import alternating, compared, median, rounded, run, say
from typesetting_bench import WEASYPRINT, pages

ROOT = Path(__file__).resolve().parent.parent
PROGRAM = [str(ROOT / ".build/release/formwright-bench"), "account"]

BEANCOUNT = "import sys; from beancount import loader; sys.exit(len(loader.load_file(sys.argv[1])[1]))"


def account(bench, trades, symbols, *options):
    """Returns a folder with the entries of random trades."""
    folder = bench.folder / f"account-{trades}-{symbols}"
    run([*PROGRAM, "generate", str(folder), "--trades", str(trades), "--symbols", str(symbols), *options])
    return folder


def analyse(folder):
    return run([*PROGRAM, "analyse", str(folder)])


def typeset(folder):
    return run([*PROGRAM, "typeset", str(folder)])


def trading(bench):
    """Wall time of reconciling and analysing trades compared with beancount's loader, and by the number of trades; of a
    statement compared with WeasyPrint; and memory. All are whole processes."""
    # First, since Linux counts what this process has at the time of a fork as the child's.
    result = {"memory": memory(bench)}
    result["analyse"] = analysis(bench)
    result["statement"] = statement(bench)
    return result


def analysis(bench):
    count = 2_000 if bench.quick else 100_000
    folder = account(bench, count, 500, "--beancount")
    ours, theirs = alternating(
        1 if bench.quick else 3, lambda: analyse(folder),
        lambda: run([sys.executable, "-c", BEANCOUNT, str(folder / "ledger.beancount")],
                    {"BEANCOUNT_DISABLE_LOAD_CACHE": "1"}))
    wall = median(cost.wall for cost in ours)
    result = {
        "trades": count, "symbols": 500, **compared(wall, median(cost.wall for cost in theirs), 0.1),
        "oursCpuMilliseconds": rounded(median(cost.cpu for cost in ours)),
        "theirsCpuMilliseconds": rounded(median(cost.cpu for cost in theirs)),
    }
    many = account(bench, 4 * count, 500)
    few, more = alternating(1 if bench.quick else 3, lambda: analyse(folder).cpu, lambda: analyse(many).cpu)
    result["fourTimesTheTrades"] = compared(median(more), median(few), 5)
    say(f"{count} trades: {result['ratio']} x beancount's loader, {result['fourTimesTheTrades']['ratio']} x the time for "
        "four times the trades")
    return result


def statement(bench):
    holdings, trades = (20, 200) if bench.quick else (1_000, 10_000)
    folder = account(bench, trades, holdings)
    analyse(folder)
    run([*PROGRAM, "typeset", str(folder), "--html", "statement.html"])
    ours, = alternating(1 if bench.quick else 5, lambda: typeset(folder).wall)
    # One run, since it takes minutes.
    weasy_pdf = folder / "weasy.pdf"
    theirs = run([sys.executable, "-c", WEASYPRINT, str(folder / "statement.html"), str(weasy_pdf)])
    result = {
        "holdings": holdings, "trades": trades, **compared(median(ours), theirs.wall, 0.2),
        "pages": {"ours": pages(folder / "statement.pdf"), "weasyPrint": pages(weasy_pdf)},
    }
    say(f"statement of {holdings} holdings and {trades} trades: {result['ratio']} x WeasyPrint")
    return result


def memory(bench):
    """Peak resident memory of a tagged statement, and of an account with the greatest number of trades."""
    tagged, most = (500, 10_000) if bench.quick else (20_000, 999_999)
    folder = account(bench, tagged, 500)
    analyse(folder)
    cost = typeset(folder)
    if not json.loads(cost.errors)["isTagged"]:
        raise SystemExit("bench: the statement is not tagged")
    result = {f"statement of {tagged} trades, tagged": limited(cost.memory, 300)}
    folder = account(bench, most, 500)
    result[f"reconcile and analyse {most} trades"] = limited(analyse(folder).memory, 600)
    result[f"statement of {most} trades"] = limited(typeset(folder).memory, 600)
    for name, figure in result.items():
        say(f"{name}: {figure['megabytes']} MB")
    return result


def limited(megabytes, limit):
    return {"megabytes": rounded(megabytes), "limit": limit, "met": megabytes <= limit}


PARTS = {"trading": trading}
