"""Kinds of faults: each goes on until the documents of a run are settled."""
import dataclasses
import threading
import time


@dataclasses.dataclass
class Disturbance:
    """A fault after which another node has to have the work: at a time, of a process or of the whole server."""
    kind: str
    at: float
    pid: int | None = None


class Faults:
    """The faults of a cluster, and what they were."""

    def __init__(self, cluster):
        self.cluster = cluster
        self.rest, self.is_mixed = 1, False
        self.ended = threading.Event()
        self.disturbances, self.counts, self.errors = [], {}, []
        self.lock = threading.Lock()

    def run(self, kinds):
        """Starts threads for kinds of faults and returns what ends them."""
        # All kinds at once leave each other no moment at which anything could be done, unless each comes less often: a
        # worker has to live for a start and a stage, with a store that is slow or refuses calls at times.
        self.is_mixed = len(kinds) > 1
        self.rest = 12 if self.is_mixed else 1
        threads = [threading.Thread(target=self.guarded, args=(kind,)) for kind in [*kinds, 'supervise']]
        for thread in threads:
            thread.start()

        def end():
            self.ended.set()
            for thread in threads:
                thread.join()
        return end

    def guarded(self, kind):
        try:
            getattr(self, kind)()
        except Exception as error:
            self.errors.append(f'{kind}: {error!r}')

    def missing(self, kinds):
        """The kinds that never happened, which the run says nothing about."""
        wanted = ['killed', 'cut', 'restarted', 'refused', 'promoted'] if kinds == ['short'] else [COUNTED[kind] for kind in kinds]
        return [f'the fault “{name}” did not happen' for name in wanted if not self.counts.get(name)]

    def pause(self, seconds):
        """Waits, and says whether the run goes on."""
        return not self.ended.wait(seconds)

    def gap(self, seconds):
        """Waits between two faults, and says whether the run goes on."""
        return self.pause(seconds * self.rest)

    def supervise(self):
        """Starts nodes again that have ended, as systemd does: a program that finds no store for a minute ends."""
        while self.pause(0.5):
            for node in self.cluster.nodes:
                if not node.is_running():
                    self.count('starts')
                    node.start_again()

    def count(self, kind, number=1):
        with self.lock:
            self.counts[kind] = self.counts.get(kind, 0) + number

    def disturb(self, kind, at, pid=None):
        self.count(kind)
        self.disturbances.append(Disturbance(kind, at, pid))

    # The acts --------------------------------------------------------------------------------------------------------
    def kill(self, node):
        pid = node.process.pid
        self.disturb('killed', node.kill(), pid)

    def restart(self):
        with self.lock:
            at = self.cluster.database.restart()
        self.disturb('restarted', at)

    def cut(self, node, seconds):
        self.cluster.network.cut(node.machine)
        self.disturb('cut', time.time(), node.process.pid)
        self.pause(seconds)
        self.cluster.network.join(node.machine)

    def promote(self):
        with self.lock:
            at = self.cluster.database.promote()
        self.disturb('promoted', at)

    def terminate(self):
        with self.lock:
            number = self.cluster.database.terminate_sessions()
        self.count('sessions ended', number)

    def limit_sessions(self, number):
        with self.lock:
            self.cluster.database.server.ask(f'ALTER ROLE forms CONNECTION LIMIT {number}')

    # The kinds -------------------------------------------------------------------------------------------------------
    def workers_killed(self):
        """SIGKILL of a worker each second, of each in turn."""
        turn = 0
        while self.gap(1):
            worker = self.cluster.workers[turn % len(self.cluster.workers)]
            if worker.is_running():
                self.kill(worker)
            turn += 1
            # A node must live long enough to finish a stage at times, or nothing could ever be done.
            if turn % 5 == 0:
                self.pause(12)

    def server_restarted(self):
        for _ in range(5):
            if not self.gap(5):
                return
            self.restart()

    def sessions_ended(self):
        while self.gap(0.5):
            self.terminate()

    def pool_exhausted(self):
        """The server accepts no more sessions than a few, and ends those that there are."""
        while self.gap(3):
            self.limit_sessions(3)
            self.terminate()
            self.count('exhausted')
            self.pause(8)
            self.limit_sessions(-1)

    def standby_promoted(self):
        if self.gap(8):
            self.promote()

    def link_cut(self):
        while self.gap(8):
            self.cut(self.cluster.workers[1], 30)

    def storage_refusing(self):
        self.cluster.storage.refused_share = 1 / 3
        self.ended.wait()
        self.cluster.storage.refused_share = 0
        self.count('refused', self.cluster.storage.refused)

    def storage_slow(self):
        while self.pause(0):
            self.cluster.storage.delay = 1
            self.count('slow')
            # Alone it lasts to the end.
            if not self.is_mixed:
                self.ended.wait()
            self.pause(20)
            self.cluster.storage.delay = 0
            self.gap(4)

    def storage_down(self):
        while self.gap(8):
            self.cluster.storage.is_down = True
            self.count('down')
            self.pause(30)
            self.cluster.storage.is_down = False

    def services_killed(self):
        turn = 0
        while self.gap(2):
            service = self.cluster.services[turn % 2]
            if service.is_running():
                service.kill()
                self.count('services killed')
            # The other must be there again before this one goes.
            while not self.cluster.answers(self.cluster.clients[turn % 2]) and self.pause(0.1):
                pass
            turn += 1

    def short(self):
        """One fault of most kinds, one after another, and the standby at the end."""
        first, second = self.cluster.workers
        if not self.pause(4):
            return
        self.kill(first)
        self.pause(3)
        self.cut(second, 8)
        self.pause(3)
        self.restart()
        for _ in range(5):
            self.pause(1)
            self.terminate()
        self.cluster.storage.refused_share = 1 / 3
        self.pause(8)
        self.cluster.storage.refused_share = 0
        self.count('refused', self.cluster.storage.refused)
        self.promote()


# Kinds, and what is counted when they have happened.
COUNTED = {
    'workers_killed': 'killed', 'server_restarted': 'restarted', 'sessions_ended': 'sessions ended',
    'pool_exhausted': 'exhausted', 'standby_promoted': 'promoted', 'link_cut': 'cut', 'storage_refusing': 'refused',
    'storage_slow': 'slow', 'storage_down': 'down', 'services_killed': 'services killed'}
KINDS = list(COUNTED)
