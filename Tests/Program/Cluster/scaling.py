"""What a second worker on a second core adds, beside what a second copy of the same stages without a store adds there."""
import os
import shlex
import statistics
import subprocess
import time

from machines import plain_environment

# The longest first, so that no worker is left with much at the end.
FORMS = ['irs-4547.scan.pdf', 'uscourts-b101a.scan.pdf', 'irs-1040-schedule-a.pdf', 'va-21-22.pdf', 'irs-4547.pdf',
         'uscourts-b106dec.pdf', 'irs-8888.pdf', 'uscourts-b101a.pdf']
STAGES = ['rasterise', 'detect']
LONGEST_WAIT = 3600


class Scaling:
    """Runs the same stages of the same forms once for each core, by workers and by plain processes."""

    def __init__(self, cluster, program, root, forms_each):
        self.cluster, self.program, self.number = cluster, program, 0
        folder = os.path.join(root, 'testdata', 'forms')
        repetitions = -(-forms_each // len(FORMS))
        self.paths = sorted([os.path.join(folder, name) for name in FORMS] * repetitions, key=self.order)
        self.cores = sorted(os.sched_getaffinity(0))[:2]
        if len(self.cores) < 2:
            raise RuntimeError('two cores are needed')

    @staticmethod
    def order(path):
        return FORMS.index(os.path.basename(path))

    def measure(self, rounds):
        """Returns the ratios of forms a second with two and with one: of workers, and of copies without a store."""
        for worker in self.cluster.workers:
            worker.stop()
        workers, copies = [], []
        for _ in range(rounds):
            copies.append(2 * self.copies(1) / self.copies(2))
            workers.append(2 * self.run_workers(1) / self.run_workers(2))
        return statistics.median(workers), statistics.median(copies)

    def copies(self, count):
        """The seconds of copies on a core each, of which each does all forms."""
        folder = os.path.join(self.cluster.folder, 'copies')
        os.makedirs(folder, exist_ok=True)
        processes, start = [], time.monotonic()
        for core in self.cores[:count]:
            work = os.path.join(folder, str(core))
            lines = ['set -e']
            for path in self.paths:
                lines.append(f'rm -rf {shlex.quote(work)}')
                lines += [shlex.join([self.program, 'stage', stage, *([path] if stage == STAGES[0] else []), '--work', work])
                          for stage in STAGES]
            processes.append(subprocess.Popen(
                ['taskset', '--cpu-list', str(core), 'sh', '-c', '\n'.join(lines)], stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, env=plain_environment(folder)))
        if any([process.wait() for process in processes]):
            raise RuntimeError('a stage without a store failed')
        return time.monotonic() - start

    def run_workers(self, count):
        """The seconds of workers on a core each, from the first claim to the last result, of all forms for each."""
        documents = [self.add_document(path) for path in self.paths for _ in range(count)]
        processes = [
            worker.machine.start(
                ['taskset', '--cpu-list', str(core), self.program, 'worker', '--stages',
                 ','.join(f'form/{stage}' for stage in STAGES), '--config', worker.settings],
                'worker.log', environment=worker.environment)
            for core, worker in zip(self.cores, self.cluster.workers[:count])]
        selection = ', '.join(f"'{document}'" for document in documents)
        query = f"""
            FROM events e JOIN documents d ON d.sequence = e.document
            WHERE d.id IN ({selection}) AND e.stage IN ({', '.join(f"'{stage}'" for stage in STAGES)})"""
        end = time.time() + LONGEST_WAIT
        while int(self.ask(f"SELECT count(*) {query} AND e.cause = 'completed' AND e.stage = '{STAGES[-1]}'")) < len(documents):
            if time.time() > end:
                raise RuntimeError('the workers did not finish')
            time.sleep(1)
        seconds = int(self.ask(f"""
            SELECT max(e.at) FILTER (WHERE e.cause = 'completed') - min(e.at) FILTER (WHERE e.cause = 'claimed')
            {query}""")) / 1000
        for process in processes:
            process.terminate()
            process.wait()
        for document in documents:
            self.cluster.client.json('DELETE', f'/documents/{document}')
        return seconds

    def ask(self, sql):
        return self.cluster.database.ask(sql)[0][0]

    def add_document(self, path):
        self.number += 1
        with open(path, 'rb') as file:
            # Stages share results for the same bytes.
            data = file.read() + f'\n% scaling {self.number}\n'.encode()
        document = self.cluster.client.upload(f'scaling-{self.number}.pdf', data)['documentId']
        self.cluster.client.json('POST', f'/documents/{document}/process')
        return document
