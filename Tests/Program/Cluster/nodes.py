"""Nodes of a store: machines that run the program's workers or service, each with its own files."""
import os
import shutil
import signal
import time

import bucket as object_store
from machines import plain_environment

SERVICE_PORT = 8080


class Node:
    """A machine with the program, its settings and its copy of the keys."""

    def __init__(self, machine, program, store, bucket, endpoint, public_url, by_environment=False):
        self.machine, self.program = machine, program
        self.settings, self.keys = (os.path.join(machine.folder, name) for name in ('pipeline.yaml', 'keys'))
        self.environment = None
        credentials = ''
        if by_environment:
            self.environment = plain_environment(machine.folder) | {
                'AWS_ACCESS_KEY_ID': bucket.access_key, 'AWS_SECRET_ACCESS_KEY': bucket.secret_key}
        else:
            file = os.path.join(machine.folder, 'credentials')
            write_private(file, f'[default]\naws_access_key_id = {bucket.access_key}\n'
                                f'aws_secret_access_key = {bucket.secret_key}\n')
            credentials = f', credentialsFile: {file}'
        password = os.path.join(machine.folder, 'password')
        write_private(password, store.password + '\n')
        with open(self.settings, 'w', encoding='utf-8') as file:
            file.write(f"""store: {store.url}&passwordFile={password}
artefacts: {{url: s3://{object_store.NAME}/forms, endpoint: '{endpoint}'{credentials}}}
keys: {self.keys}
service: {{bind: {machine.address}, port: {SERVICE_PORT}, publicURL: '{public_url}', rate: 1000000, queue: 100000,
  ownerQueue: 100000, ownerStreams: 400, uploads: 64}}
backoff: {{base: 500ms, ceiling: 5s}}
""")
        self.process = None
        # Worker names end with it; a process that was killed keeps its number here.
        self.pids = []

    def take_keys(self, other):
        shutil.copy(other.keys, self.keys)

    def run(self, *arguments, check=True):
        return self.machine.run([self.program, *arguments, '--config', self.settings], environment=self.environment, check=check)

    def start(self, *command):
        self.command = command
        self.process = self.machine.start(
            [self.program, *command, '--config', self.settings], f'{command[0]}.log', environment=self.environment)
        self.pids.append(self.process.pid)

    def kill(self):
        """Kills the node's process, but none of those that it started: they have to end by themselves."""
        self.process.send_signal(signal.SIGKILL)
        self.process.wait()
        return time.time()

    def start_again(self):
        self.start(*self.command)

    def is_running(self):
        return self.process is not None and self.process.poll() is None

    def stop(self):
        """Asks the process to stop, and returns its exit status."""
        if self.process.poll() is None:
            self.process.terminate()
        return self.process.wait(timeout=1800)


def write_private(path, text):
    with open(path, 'w', encoding='utf-8', opener=lambda name, flags: os.open(name, flags, 0o600)) as file:
        file.write(text)
