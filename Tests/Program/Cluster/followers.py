"""A reader of a document's events, who connects anew after each loss and goes on behind the last event that came."""
import threading
import time

from client import Refused, Unanswered


class Follower:
    def __init__(self, client, progress):
        self.client, self.progress = client, progress
        # The events by connection.
        self.pieces = []
        self.last = None
        self.thread = threading.Thread(target=self.run, daemon=True)
        self.thread.start()

    @property
    def document(self):
        return self.progress.document

    @property
    def connections(self):
        return len(self.pieces)

    @property
    def heard(self):
        return [event for piece in self.pieces for event in piece]

    def run(self):
        while not self.is_done():
            if self.document:
                last = self.heard[-1][0] if self.heard else 0
                self.pieces.append([])
                try:
                    for event in self.client.events(self.document, last):
                        self.pieces[-1].append(event)
                        if self.is_done():
                            return
                except (Refused, Unanswered):
                    pass
            time.sleep(0.2)

    def is_done(self):
        heard = self.heard
        return self.last is not None and bool(heard) and heard[-1][0] >= self.last

    def finish(self, last):
        """Returns all that came, once the event with a number has come, or a minute has passed without it."""
        self.last = last
        end = time.monotonic() + 60
        # The thread itself waits for the event after the last one, which never comes.
        while not self.is_done() and time.monotonic() < end:
            time.sleep(0.05)
        return self.heard
