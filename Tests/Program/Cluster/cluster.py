"""A store of several machines: PostgreSQL with a standby, an S3 server, two workers, two services and proxies."""
import secrets
import time

from bucket import PORT as BUCKET_PORT
from bucket import Ceph, Weed
from client import Client, Refused, Unanswered
from database import Database
from machines import Network
from nodes import SERVICE_PORT, Node, write_private
from proxies import Alternating, Failing, Loop

USER = 'ada'


class Cluster:
    """Machines that are there while the object is entered."""

    def __init__(self, program, weed, folder, seed):
        """`weed` is the program of SeaweedFS; without it the object store is Ceph's."""
        self.program, self.weed, self.folder, self.seed = program, weed, folder, seed
        self.loop = None
        self.network = Network(folder)

    def __enter__(self):
        try:
            self.network.__enter__()
            self.build()
        except BaseException:
            self.__exit__(None, None, None)
            raise
        return self

    def __exit__(self, *_):
        if self.loop:
            self.loop.close()
        self.network.__exit__()

    def build(self):
        network, front = self.network, self.network.front
        machine = network.machine('bucket')
        self.bucket = Weed(machine, self.weed) if self.weed else Ceph(machine)
        self.database = Database(network.machine('primary'), network.machine('standby'))
        self.loop = Loop()
        self.storage = Failing(
            self.loop, front.address, BUCKET_PORT, (self.bucket.machine.address, BUCKET_PORT), self.seed)
        public, endpoint = f'http://{front.address}:{SERVICE_PORT}', f'http://{front.address}:{BUCKET_PORT}'

        def node(name, by_environment=False):
            return Node(network.machine(name), self.program, self.database, self.bucket, endpoint, public, by_environment)
        # Credentials reach nodes in both ways that there are.
        self.workers = [node('worker-1', by_environment=True), node('worker-2')]
        self.services = [node('service-1'), node('service-2', by_environment=True)]
        self.bucket.await_bucket()
        first = self.services[0]
        password = secrets.token_hex(12)
        write_private(f'{first.machine.folder}/ada', password + '\n')
        first.run('users', 'add', USER, '--password-file', f'{first.machine.folder}/ada')
        token = first.run('tokens', 'create', '--owner', USER, '--name', 'tests').stdout.strip()
        self.client = Client(front.address, SERVICE_PORT, token)
        self.clients = [Client(service.machine.address, SERVICE_PORT, token, host_name=f'{front.address}:{SERVICE_PORT}')
                        for service in self.services]
        # The first service makes the keys, which the other machines need before they start.
        first.start('serve', '--no-workers')
        self.await_service(self.clients[0], first)
        for other in self.nodes[1:]:
            other.take_keys(first)
        self.services[1].start('serve', '--no-workers')
        for worker in self.workers:
            worker.start('worker')
        self.await_service(self.clients[1], self.services[1])
        self.front = Alternating(self.loop, front.address, SERVICE_PORT,
                                 [(service.machine.address, SERVICE_PORT) for service in self.services])
        self.secrets = self.database.secrets | self.bucket.secrets | {'password of a user': password, 'token': token}
        with open(first.keys, encoding='utf-8') as file:
            self.secrets |= {f'key of {line.split()[0]}': line.split()[1] for line in file if not line.startswith('#')}

    @property
    def nodes(self):
        return self.services + self.workers

    def await_service(self, client, service):
        end = time.time() + 1800
        while not self.answers(client):
            if not service.is_running() or time.time() > end:
                raise RuntimeError(f'{service.machine.name} did not start')
            time.sleep(0.1)

    @staticmethod
    def answers(client):
        try:
            client.documents()
        except (Refused, Unanswered):
            return False
        return True
