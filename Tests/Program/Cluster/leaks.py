"""Looks for secrets where other users, stages or operators would see them."""
import os
import threading

from nodes import write_private

LARGEST_FILE = 1 << 26


class ProcessWatch:
    """A thread that reads the arguments of all processes, and the environment of those that nodes started."""

    def __init__(self, cluster):
        self.cluster = cluster
        self.secrets = {name: text.encode() for name, text in cluster.secrets.items()}
        self.found, self.seen = set(), set()
        self.ended = threading.Event()
        self.thread = threading.Thread(target=self.run, daemon=True)
        self.thread.start()

    def run(self):
        while not self.ended.wait(0.2):
            nodes = {pid for node in self.cluster.nodes for pid in node.pids}
            for pid in filter(str.isdigit, os.listdir('/proc')):
                self.look(f'/proc/{pid}/cmdline', 'arguments')
                if int(pid) not in nodes and self.parents(int(pid)) & nodes:
                    self.seen.add(int(pid))
                    self.look(f'/proc/{pid}/environ', 'the environment')

    def look(self, path, place):
        try:
            with open(path, 'rb') as file:
                data = file.read()
        except OSError:
            return
        for name, text in self.secrets.items():
            if text in data:
                program = data.split(b'\0')[0].decode(errors='replace') if place == 'arguments' else path.split('/')[2]
                self.found.add(f'the {name} is in {place} of {program}')

    @staticmethod
    def parents(pid):
        found = set()
        while pid > 1:
            try:
                with open(f'/proc/{pid}/stat', encoding='utf-8', errors='replace') as file:
                    pid = int(file.read().rpartition(')')[2].split()[1])
            except (OSError, ValueError, IndexError):
                break
            found.add(pid)
        return found

    def finish(self):
        self.ended.set()
        self.thread.join()
        if not self.seen:
            self.found.add('no process of a stage was seen, so nothing was looked at')
        return sorted(self.found)


def leaks(cluster):
    """Secrets in logs, in the catalogue, in what programs print about a wrong set-up, and in a backup."""
    found = []

    def look(place, text):
        found.extend(f'the {name} is in {place}' for name, secret in cluster.secrets.items() if secret in text)
    for machine in cluster.network.machines.values():
        for path in machine.logs():
            with open(path, encoding='utf-8', errors='replace') as file:
                look(f'{machine.name}/{os.path.basename(path)}', file.read(LARGEST_FILE))
    look('the database', cluster.database.dump())
    node = cluster.services[0]
    backup = os.path.join(node.machine.folder, 'backup.tar')
    result = node.run('backup', backup, check=False)
    printed = result.stdout + result.stderr
    look('the output of backup', printed)
    if os.path.exists(backup):
        with open(backup, encoding='utf-8', errors='replace') as file:
            look('the backup', file.read())
    elif result.returncode == 0 or 'pg_dump' not in printed:
        found.append(f'backup neither wrote a file nor said what to run: {printed.strip()[:500]}')
    for change, arguments in wrong_settings(node):
        with open(node.settings, encoding='utf-8') as file:
            text = file.read()
        path = os.path.join(node.machine.folder, 'wrong.yaml')
        write_private(path, change(text))
        result = node.machine.run([node.program, *arguments, '--config', path], check=False)
        os.unlink(path)
        if result.returncode == 0:
            found.append('a wrong set-up was accepted')
        look('the error of a wrong set-up', result.stdout + result.stderr)
    return found


def wrong_settings(node):
    """Settings with mistakes, with which no program must quote a secret."""
    with open(os.path.join(node.machine.folder, 'password'), encoding='utf-8') as file:
        password = file.read().strip()
    yield lambda text: text.replace('forms@', f'forms:{password}@').replace('/forms?', '/missing?'), ['documents', 'list']
    yield lambda text: text.replace('forms@', f'nobody:{password}@'), ['documents', 'list']
    yield lambda text: text.replace('forms@', f'forms:{password}@').replace('sslrootcert', 'unknown'), ['documents', 'list']
    yield lambda text: text.replace('s3://forms-cluster', 's3://another-bucket'), ['store', 'check']
