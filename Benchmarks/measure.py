"""Runs programs and measures their cost."""

import os
import statistics
import subprocess
import sys
import time
from dataclasses import dataclass


@dataclass
class Cost:
    """The cost of one run of a program, including its threads and the children that it waited for."""

    cpu: float  # user and system time, milliseconds
    wall: float  # milliseconds
    memory: float  # peak resident, megabytes
    errors: str  # its output on standard error


def say(text):
    print(f"bench: {text}", file=sys.stderr, flush=True)


def run(command, environment=None, output=subprocess.DEVNULL):
    """Runs a program to completion and returns its cost; aborts the benchmark if it fails."""
    start = time.perf_counter()
    process = subprocess.Popen(
        command, stdin=subprocess.DEVNULL, stdout=output, stderr=subprocess.PIPE,
        env={**os.environ, **(environment or {})})
    errors = process.stderr.read()
    _, status, usage = os.wait4(process.pid, 0)
    wall = time.perf_counter() - start
    process.returncode = os.waitstatus_to_exitcode(status)
    process.stderr.close()
    if process.returncode != 0:
        raise SystemExit(f"bench: {' '.join(command)}: status {process.returncode}\n{errors.decode(errors='replace')}")
    return Cost((usage.ru_utime + usage.ru_stime) * 1000, wall * 1000, usage.ru_maxrss / 1024,
                errors.decode(errors="replace"))


def run_together(commands, environment=None):
    """Runs programs concurrently and returns the wall time until the last one has ended, in milliseconds."""
    start = time.perf_counter()
    processes = [
        subprocess.Popen(
            command, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
            env={**os.environ, **(environment or {})})
        for command in commands
    ]
    statuses = [process.wait() for process in processes]
    if any(statuses):
        raise SystemExit(f"bench: {commands[0][0]} failed with {statuses}")
    return (time.perf_counter() - start) * 1000


def alternating(repeats, *works):
    """Calls each function once to warm up, then all of them in turn, so that other load on the machine affects all of them
    alike; returns the results of each."""
    for work in works:
        work()
    results = [[] for _ in works]
    for _ in range(repeats):
        for kept, work in zip(results, works):
            kept.append(work())
    return results


def median(values):
    return statistics.median(values)


def rounded(value):
    """Rounds to three digits; a measurement on a shared machine is not more precise than that."""
    return float(f"{value:.3g}") if value < 1000 else round(value)


def compared(ours, theirs, limit):
    """Compares a figure of ours with one of theirs: the ratio, its limit, and whether the limit is met."""
    return {
        "ours": rounded(ours), "theirs": rounded(theirs), "ratio": rounded(ours / theirs), "limit": limit,
        "met": ours <= limit * theirs,
    }
