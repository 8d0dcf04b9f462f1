"""The part of the benchmarks about changes: how long a comment takes to reach the last of many listening clients."""

import json
import subprocess
from pathlib import Path

from measure import say

ROOT = Path(__file__).resolve().parent.parent
PROGRAM = str(ROOT / ".build/release/RealtimeBenchmark")


def realtime(bench):
    """A comment at 100 clients of 20 users, against its insert measured with no listener in the same process."""
    say("a comment at 100 listening clients")
    comments = 20 if bench.quick else 200
    program = subprocess.run([PROGRAM, "--comments", str(comments)], stdout=subprocess.PIPE, text=True, check=True)
    return json.loads(program.stdout)


PARTS = {"realtime": realtime}
