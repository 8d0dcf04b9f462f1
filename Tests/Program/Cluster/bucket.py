"""An S3 server (SeaweedFS) on a machine, with one bucket."""
import datetime
import hashlib
import hmac
import http.client
import json
import os
import secrets
import time

PORT = 8333
NAME = 'forms-cluster'
EMPTY = hashlib.sha256(b'').hexdigest()


class Bucket:
    """A running server and its credentials."""

    def __init__(self, machine, program):
        self.machine, self.program = machine, program
        self.access_key, self.secret_key = 'CLUSTERTESTS', secrets.token_hex(20)
        self.secrets = {'key of the object store': self.secret_key}
        configuration = os.path.join(machine.folder, 's3.json')
        with open(configuration, 'w', encoding='utf-8', opener=lambda path, flags: os.open(path, flags, 0o600)) as file:
            json.dump({'identities': [{
                'name': 'tests', 'credentials': [{'accessKey': self.access_key, 'secretKey': self.secret_key}],
                'actions': ['Admin', 'Read', 'Write', 'List', 'Tagging']}]}, file)
        data = os.path.join(machine.folder, 'weed')
        os.makedirs(data)
        self.process = machine.start(
            [program, f'-logdir={data}', 'server', f'-dir={data}', f'-ip={machine.address}', f'-ip.bind={machine.address}',
             '-master.port=9333', '-volume.port=8180', '-filer', '-filer.port=8988', '-s3', f'-s3.port={PORT}',
             f'-s3.config={configuration}', '-volume.max=200', '-master.volumeSizeLimitMB=128'], 'weed.log')

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
