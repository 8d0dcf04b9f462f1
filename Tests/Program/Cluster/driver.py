"""Takes inputs through a service from the upload to the filled form, whatever happens to the service meanwhile."""
import concurrent.futures
import dataclasses
import time

from client import Refused, Unanswered
from inputs import values

# A guard against a hang, far above what any run takes for one document.
LONGEST_WAIT = 3600


@dataclasses.dataclass
class Progress:
    """What the client knows of an input."""
    document: str | None = None
    has_values: bool = False
    # Requests whose outcome stayed unknown, which may have been carried out beside their repetitions.
    unknown_uploads: int = 0
    unknown_fills: int = 0
    outcome: str | None = None


class Driver:
    def __init__(self, client, inputs, pace=0.0, threads=8):
        self.client, self.inputs, self.pace = client, inputs, pace
        self.pool = concurrent.futures.ThreadPoolExecutor(threads)
        self.progress = {item.name: Progress() for item in inputs}
        self.problems, self.refusals = [], 0

    def run(self):
        """Returns the seconds until each document had its outcome."""
        started, pending = time.monotonic(), {}
        while self.open_count:
            if time.monotonic() - started > LONGEST_WAIT + 60 * len(self.inputs):
                self.problems.append(f'{self.open_count} documents never came to rest')
                break
            try:
                states = {document['id']: document['status'] for document in self.client.documents()}
            except (Refused, Unanswered):
                time.sleep(0.3)
                continue
            due = int((time.monotonic() - started) / self.pace) + 1 if self.pace else len(self.inputs)
            for item in self.inputs[:due]:
                progress = self.progress[item.name]
                if not progress.outcome and (item.name not in pending or pending[item.name].done()):
                    pending[item.name] = self.pool.submit(self.advance, item, progress, states.get(progress.document))
            # The states are from before these requests, so the next ones wait for them.
            concurrent.futures.wait(pending.values(), timeout=2)
            for name in [name for name, future in pending.items() if future.done()]:
                pending.pop(name).result()
            time.sleep(0.3)
        self.pool.shutdown(wait=False, cancel_futures=True)
        return time.monotonic() - started

    @property
    def open_count(self):
        return sum(progress.outcome is None for progress in self.progress.values())

    def advance(self, item, progress, state):
        """Makes the request that a document needs next."""
        try:
            if progress.document is None:
                self.upload(item, progress)
            elif state == 'imported':
                self.client.json('POST', f'/documents/{progress.document}/process')
            elif state == 'ready':
                if not progress.has_values:
                    detail = self.client.json('GET', f'/documents/{progress.document}')
                    if given := values(detail, item.value):
                        self.client.json('POST', f'/documents/{progress.document}/values', {'values': given})
                    progress.has_values = True
                self.fill(progress)
            elif state in ('filled', 'failed'):
                progress.outcome = state
        except Refused as error:
            # An answer from before the state was read is none that matters: the next round sees the newer state.
            if not error.is_temporary and error.status not in (404, 409):
                self.problems.append(f'{item.name}: {error}')
                progress.outcome = 'refused'
            self.refusals += 1
        except Unanswered:
            self.refusals += 1

    def upload(self, item, progress):
        try:
            if progress.unknown_uploads and (found := self.client.named(item.name)):
                progress.document = found[-1]['id']
            else:
                progress.document = self.client.upload(item.name, item.data)['documentId']
        except (Refused, Unanswered):
            progress.unknown_uploads += 1
            raise

    def fill(self, progress):
        try:
            self.client.json('POST', f'/documents/{progress.document}/compose')
        except (Refused, Unanswered):
            progress.unknown_fills += 1
            raise
