"""What the soak tests have in common: the watchers, which are killed, and the run from the first file to the verdict."""
import argparse
import hashlib
import json
import os
import random
import shutil
import signal
import sqlite3
import subprocess
import sys
import tempfile
import threading
import time


def arguments():
    parser = argparse.ArgumentParser(prog='tools/soak', description='see tools/soak --help')
    parser.add_argument('--program', required=True)
    parser.add_argument('--form')
    parser.add_argument('--files', type=int, default=2000)
    parser.add_argument('--kills', type=int, default=200)
    parser.add_argument('--watchers', type=int, default=2)
    parser.add_argument('--seed', type=int, default=1)
    parser.add_argument('--keep')
    return parser.parse_args()


class Watchers:
    def __init__(self, program, folder, count, *options):
        self.command = [program, 'watch', 'inbox', '--out', 'outbox', '--store', 'store', '--settle', '0.3', '--poll', '1',
                        '--log-level', 'warning', *options]
        self.folder, self.log = folder, open(os.path.join(folder, 'watch.log'), 'ab')
        self.processes = [self.start() for _ in range(count)]

    def start(self):
        return subprocess.Popen(self.command, cwd=self.folder, stdout=self.log, stderr=self.log)

    def kill(self, number):
        self.processes[number].send_signal(signal.SIGKILL)
        self.processes[number].wait()
        self.processes[number] = self.start()

    def stop(self):
        started = time.time()
        for process in self.processes:
            process.terminate()
        return [process.wait(timeout=1800) for process in self.processes], time.time() - started


def visible(folder):
    return [name for name in os.listdir(folder) if name != '.formwright']


def quiet(inbox):
    """Nothing is left to take, and nothing is being worked on."""
    drops = os.path.join(inbox, '.formwright', 'drops')
    if not os.path.isdir(drops) or os.listdir(drops):
        return False
    for name in visible(inbox):
        path = os.path.join(inbox, name)
        if not name.startswith('.') and not name.endswith('~') and os.path.isfile(path) and not os.path.islink(path):
            return False
    return True


def misplaced(folder, files):
    """The files of a ledger that are not exactly where they must be, hidden files that were left, and a damaged store."""
    wrong, places = [], {}
    for place in ('inbox', 'archive', 'failed'):
        for name in visible(os.path.join(folder, place)):
            path = os.path.join(folder, place, name)
            if os.path.isfile(path) and not os.path.islink(path):
                with open(path, 'rb') as file:
                    places.setdefault(hashlib.sha256(file.read()).hexdigest(), []).append(place)
    for digest, (name, expected) in files.items():
        if sorted(places.get(digest, [])) != sorted(expected):
            wrong.append(f'{name!r} should be in {expected}, is in {places.get(digest, [])}')
    wrong += [f'unfinished: {name}' for place in ('outbox', 'archive', 'failed')
              for name in os.listdir(os.path.join(folder, place)) if name.startswith('.')]
    database = sqlite3.connect(os.path.join(folder, 'store', 'catalogue.sqlite'))
    integrity = database.execute('PRAGMA integrity_check').fetchone()[0]
    database.close()
    if integrity != 'ok':
        wrong.append(f'integrity_check: {integrity}')
    return wrong


def opens(path):
    """Whether a PDF is without damage."""
    return subprocess.run(['qpdf', '--check', '--', path], capture_output=True).returncode in (0, 3)


def run(options, make_dropper, inspect, *watch_options):
    """Drops files while watchers are killed, waits until all is quiet, and exits with 1 if anything is wrong.

    `make_dropper(rng, inbox)` returns an object with `run(files)` and `count`; `inspect(folder, dropper)` returns a list of
    what is wrong, and what to print besides.
    """
    folder = options.keep or tempfile.mkdtemp(prefix='formwright-soak-')
    inbox = os.path.join(folder, 'inbox')
    for name in ('inbox', 'outbox', 'archive', 'failed'):
        os.makedirs(os.path.join(folder, name))
    rng = random.Random(options.seed)
    dropper = make_dropper(random.Random(options.seed + 1), inbox)
    started = time.time()
    watchers = Watchers(options.program, folder, options.watchers, *watch_options)
    dropping = threading.Thread(target=dropper.run, args=(options.files,))
    dropping.start()
    kills = 0
    while kills < options.kills:
        time.sleep(rng.uniform(0.05, 0.8))
        watchers.kill(rng.randrange(options.watchers))
        kills += 1
    dropping.join()
    deadline = time.time() + 1800 + options.files
    while not quiet(inbox):
        if time.time() > deadline:
            print(f'not quiet after {time.time() - started:.0f} s', file=sys.stderr)
            break
        time.sleep(0.3)
    statuses, stopping = watchers.stop()
    wrong, figures = inspect(folder, dropper)
    print(json.dumps({
        'dropped': dropper.count, 'kills': kills, 'watchers': options.watchers, **figures,
        'seconds': round(time.time() - started, 1), 'stopped_in': round(stopping, 1), 'exit': statuses,
        'wrong': len(wrong)}))
    for line in wrong[:40]:
        print(line, file=sys.stderr)
    if not options.keep and not wrong:
        shutil.rmtree(folder)
    elif wrong:
        print(f'everything is in {folder}', file=sys.stderr)
    sys.exit(1 if wrong else 0)
