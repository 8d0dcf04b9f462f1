"""An S3 server on a machine, with one bucket: SeaweedFS or Ceph's radosgw."""
import datetime
import hashlib
import hmac
import http.client
import json
import os
import secrets
import shutil
import time
import uuid

from machines import Missing

PORT = 8333
NAME = 'forms-cluster'
EMPTY = hashlib.sha256(b'').hexdigest()


class Bucket:
    """A running server and its credentials; `start` returns the process that answers."""

    def __init__(self, machine):
        self.machine = machine
        self.access_key, self.secret_key = 'CLUSTERTESTS', secrets.token_hex(20)
        self.process = self.start()
        self.secrets = {'key of the object store': self.secret_key}

    def write_private(self, name, text):
        path = os.path.join(self.machine.folder, name)
        with open(path, 'w', encoding='utf-8', opener=lambda path, flags: os.open(path, flags, 0o600)) as file:
            file.write(text)
        return path

    def await_bucket(self):
        end = time.time() + 1800
        while self.create() != 200:
            if self.process.poll() is not None or time.time() > end:
                raise RuntimeError('the S3 server did not create a bucket')
            time.sleep(0.2)

    def create(self):
        """Sends a signed request for the bucket, and returns the status; `None` if nobody answers."""
        host = f'{self.machine.address}:{PORT}'
        now = datetime.datetime.now(datetime.timezone.utc).strftime('%Y%m%dT%H%M%SZ')
        headers = {'host': host, 'x-amz-content-sha256': EMPTY, 'x-amz-date': now}
        names = ';'.join(headers)
        request = '\n'.join(['PUT', f'/{NAME}', '', *(f'{name}:{value}' for name, value in headers.items()), '', names, EMPTY])
        scope = f'{now[:8]}/us-east-1/s3/aws4_request'
        key = f'AWS4{self.secret_key}'.encode()
        for part in scope.split('/'):
            key = hmac.digest(key, part.encode(), 'sha256')
        text = f'AWS4-HMAC-SHA256\n{now}\n{scope}\n{hashlib.sha256(request.encode()).hexdigest()}'
        signature = hmac.new(key, text.encode(), 'sha256').hexdigest()
        headers['Authorization'] = (
            f'AWS4-HMAC-SHA256 Credential={self.access_key}/{scope}, SignedHeaders={names}, Signature={signature}')
        connection = http.client.HTTPConnection(self.machine.address, PORT, timeout=10)
        try:
            connection.request('PUT', f'/{NAME}', headers=headers)
            return connection.getresponse().status
        except OSError:
            return None
        except http.client.HTTPException:
            return None
        finally:
            connection.close()


class Weed(Bucket):
    def __init__(self, machine, program):
        self.program = program
        super().__init__(machine)

    def start(self):
        machine = self.machine
        configuration = self.write_private('s3.json', json.dumps({'identities': [{
            'name': 'tests', 'credentials': [{'accessKey': self.access_key, 'secretKey': self.secret_key}],
            'actions': ['Admin', 'Read', 'Write', 'List', 'Tagging']}]}))
        data = os.path.join(machine.folder, 'weed')
        os.makedirs(data)
        return machine.start(
            [self.program, f'-logdir={data}', 'server', f'-dir={data}', f'-ip={machine.address}',
             f'-ip.bind={machine.address}', '-master.port=9333', '-volume.port=8180', '-filer', '-filer.port=8988', '-s3',
             f'-s3.port={PORT}', f'-s3.config={configuration}', '-volume.max=200', '-master.volumeSizeLimitMB=128'],
            'weed.log')


class Ceph(Bucket):
    TEMPLATE = os.path.join(os.path.dirname(__file__), 'ceph.conf')

    @staticmethod
    def require():
        for program in ('ceph', 'ceph-mon', 'ceph-osd', 'radosgw', 'radosgw-admin'):
            if not shutil.which(program):
                raise Missing(f'{program} is missing (packages radosgw, ceph-mon and ceph-osd)')

    def start(self):
        machine, identifier = self.machine, str(uuid.uuid4())
        folder = os.path.join(machine.folder, 'ceph')
        for name in ('mon', 'osd', 'log', 'run', 'rgw'):
            os.makedirs(os.path.join(folder, name))
        with open(self.TEMPLATE, encoding='utf-8') as file:
            text = file.read()
        for name, value in {'FSID': identifier, 'ADDRESS': machine.address, 'MONITOR_PORT': '3300',
                            'OLD_MONITOR_PORT': '6789', 'PORT': str(PORT), 'FOLDER': folder}.items():
            text = text.replace(f'@{name}@', value)
        settings = self.write_private('ceph.conf', text)

        def run(program, *arguments):
            return machine.run([program, '-c', settings, *arguments]).stdout.strip()
        monitors = os.path.join(folder, 'monmap')
        machine.run(['monmaptool', '--create', '--clobber', '--fsid', identifier, '--addv', 'a',
                     f'[v2:{machine.address}:3300,v1:{machine.address}:6789]', monitors])
        run('ceph-mon', '--mkfs', '-i', 'a', '--monmap', monitors, '--keyring', '/dev/null')
        machine.start(['ceph-mon', '-c', settings, '-i', 'a', '-f'], 'ceph-mon.log')
        store = str(uuid.uuid4())
        number = run('ceph', 'osd', 'new', store)
        run('ceph-osd', '-i', number, '--mkfs', '--osd-uuid', store)
        machine.start(['ceph-osd', '-c', settings, '-i', number, '-f'], 'ceph-osd.log')
        # Keys of ours would be seen in the arguments.
        keys = json.loads(run('radosgw-admin', 'user', 'create', '--uid=tests', '--display-name=tests'))['keys'][0]
        self.access_key, self.secret_key = keys['access_key'], keys['secret_key']
        return machine.start(['radosgw', '-c', settings, '-n', 'client.rgw', '-f'], 'radosgw.log')
