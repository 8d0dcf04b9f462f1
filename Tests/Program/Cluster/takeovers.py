"""How soon another node has the work that a lost one held, again and again on machines that have nothing else to do."""
import os
import random
import signal
import time

from inputs import SLOW

LONGEST_WAIT = 1800
LONGEST_RENEWAL = 1.7
STAGE = 'detect'
KINDS = ['killed', 'cut', 'restarted', 'promoted']


class Takeovers:
    """Loses a worker in the middle of a stage: alone, or together with the server, whose return is the beginning then."""

    def __init__(self, cluster, root, seed):
        self.cluster, self.rng, self.number = cluster, random.Random(seed), 0
        with open(os.path.join(root, 'testdata', 'forms', SLOW), 'rb') as file:
            self.data = file.read()

    def measure(self, kind, count):
        """Returns the seconds of a number of losses."""
        seconds = []
        while len(seconds) < count:
            document = self.add_document()
            job, worker = self.await_work()
            # Somewhere between two renewals of the lease.
            time.sleep(self.rng.uniform(0, LONGEST_RENEWAL))
            moment = getattr(self, kind)(worker)
            # A stage that had ended before was nobody's loss.
            if at := self.next_claim(job, worker):
                seconds.append(max(0.0, at / 1000 - moment))
            self.cluster.client.json('DELETE', f'/documents/{document}')
            self.mend(kind, worker)
        return seconds

    def add_document(self):
        self.number += 1
        # Stages share results for the same bytes.
        data = self.data + f'\n% takeover {self.number}\n'.encode()
        document = self.cluster.client.upload(f'takeover-{self.number}.pdf', data)['documentId']
        self.cluster.client.json('POST', f'/documents/{document}/process')
        return document

    def await_work(self):
        """Returns the long stage's job and the worker that has it."""
        row = self.wait(lambda: self.ask(
            f"SELECT id, worker FROM jobs WHERE state = 'running' AND stage = '{STAGE}' LIMIT 1"))[0]
        job, name = int(row[0]), row[1]
        return job, next(node for node in self.cluster.workers if name.endswith(f' {node.process.pid}'))

    def next_claim(self, job, worker):
        """The time of the job's next claim; `None` if the lost worker had ended its stage before it was lost."""
        def later_events():
            return self.ask(f"""
                SELECT at, cause FROM events WHERE job_id = {job} AND (
                    cause = 'completed' OR cause = 'claimed' AND worker NOT LIKE '% {worker.pids[-1]}')
                ORDER BY sequence LIMIT 1""")
        at, cause = self.wait(later_events)[0]
        return int(at) if cause == 'claimed' else None

    def ask(self, sql):
        return self.cluster.database.ask(sql)

    @staticmethod
    def wait(condition):
        end = time.time() + LONGEST_WAIT
        while not (value := condition()):
            if time.time() > end:
                raise RuntimeError('nothing happened after a loss')
            time.sleep(0.05)
        return value

    # The losses --------------------------------------------------------------------------------------------------------
    def killed(self, worker):
        return worker.kill()

    def cut(self, worker):
        self.cluster.network.cut(worker.machine)
        return time.time()

    def restarted(self, worker):
        worker.kill()
        server = self.cluster.database.server
        server.end(signal.SIGINT)
        # Until long after the lease has ended, at most.
        time.sleep(self.rng.uniform(0, 8))
        server.start()
        return server.await_start()

    def promoted(self, worker):
        worker.kill()
        return self.cluster.database.promote()

    def mend(self, kind, worker):
        if kind == 'promoted':
            self.cluster.database.add_standby()
        if kind == 'cut':
            self.cluster.network.join(worker.machine)
        else:
            worker.start_again()
        # Each worker is idle and connected before the next loss.
        self.wait(lambda: not self.ask("SELECT 1 FROM jobs WHERE finished_at IS NULL LIMIT 1"))
        for node in self.cluster.workers:
            self.wait(lambda: self.ask(f"""
                SELECT 1 FROM pg_stat_activity WHERE application_name LIKE 'formwright/%/{node.process.pid}'
                AND state = 'idle' AND state_change > now() - interval '2 s' LIMIT 1"""))
