"""PostgreSQL on two machines: a primary with a synchronous standby, either of which can become the only one."""
import csv
import io
import os
import secrets
import shutil
import signal
import subprocess
import time

PORT = 5432
LONGEST_WAIT = 1800


def programs():
    """The folder of the programs of PostgreSQL 15."""
    folder = '/usr/lib/postgresql/15/bin'
    return folder if os.path.isdir(folder) else None


class Server:
    """One server: its data, and its process while it runs."""

    def __init__(self, machine):
        self.machine = machine
        self.data, self.socket = (os.path.join(machine.folder, name) for name in ('data', 'socket'))
        self.process = None
        os.makedirs(self.socket, exist_ok=True)
        shutil.chown(self.socket, 'postgres', 'postgres')
        shutil.chown(machine.folder, 'postgres', 'postgres')

    def program(self, name, *arguments, **keywords):
        return self.machine.run([f'{programs()}/{name}', *arguments], user='postgres', **keywords)

    def start(self):
        # Nothing here loses power, so nothing has to wait for the disk.
        self.process = self.machine.start(
            [f'{programs()}/postgres', '-D', self.data, '-c', f'unix_socket_directories={self.socket}', '-c',
             f'listen_addresses={self.machine.address}', '-c', 'fsync=off'],
            'postgres.log', user='postgres')

    def await_start(self):
        """Waits until the server accepts connections, and returns the time of that."""
        end = time.time() + LONGEST_WAIT
        while self.ask('SELECT 1', check=False) != [['1']]:
            if self.process.poll() is not None or time.time() > end:
                raise RuntimeError(f'PostgreSQL on {self.machine.name} did not start')
            time.sleep(0.02)
        return time.time()

    def end(self, sign):
        """SIGINT ends sessions and the server, SIGQUIT is as if it had crashed."""
        self.process.send_signal(sign)
        self.process.wait()

    def ask(self, sql, database='postgres', check=True):
        """Runs statements as the superuser over the socket, which no cut of a link affects."""
        result = subprocess.run(
            [f'{programs()}/psql', '-X', '-q', '--csv', '-t', '-h', self.socket, '-U', 'admin', '-d', database, '-v',
             'ON_ERROR_STOP=1'], input=sql, capture_output=True, text=True)
        if result.returncode != 0:
            if check:
                raise RuntimeError(f'psql: {result.stderr.strip()}')
            return None
        csv.field_size_limit(1 << 30)
        return list(csv.reader(io.StringIO(result.stdout)))


class Database:
    """A primary, its standby and the role of the program."""

    def __init__(self, primary, standby):
        self.password, self.replication = secrets.token_hex(16), secrets.token_hex(16)
        self.secrets = {'password of PostgreSQL': self.password, 'password of the standby': self.replication}
        self.servers = [Server(primary), Server(standby)]
        self.server, self.standby = self.servers
        self.certificate = os.path.join(primary.folder, 'server.crt')
        self.prepare()
        self.add_standby()

    def prepare(self):
        primary = self.server
        primary.program('initdb', '--no-sync', '-k', '-D', primary.data, '-U', 'admin', '-A', 'scram-sha-256',
                        '--auth-local=trust', '-E', 'UTF8', '--locale=C.UTF-8')
        addresses = ','.join(f'IP:{server.machine.address}' for server in self.servers)
        key = os.path.join(primary.data, 'server.key')
        primary.machine.run(
            ['openssl', 'req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes', '-days', '30',
             '-subj', '/CN=formwright-cluster-tests', '-addext', f'subjectAltName={addresses}', '-keyout', key, '-out',
             self.certificate], user='postgres')
        os.chmod(key, 0o600)
        shutil.copy(self.certificate, os.path.join(primary.data, 'server.crt'))
        with open(os.path.join(primary.data, 'postgresql.conf'), 'a', encoding='utf-8') as file:
            # A standby asks anew five times a second, so that it follows a restart at once.
            file.write('ssl = on\nwal_retrieve_retry_interval = 200ms\nshared_buffers = 64MB\nmax_connections = 100\n'
                       'log_min_messages = warning\nwal_keep_size = 256MB\nautovacuum_naptime = 10s\n')
        with open(os.path.join(primary.data, 'pg_hba.conf'), 'w', encoding='utf-8') as file:
            file.write('local all all trust\nlocal replication all trust\nhostssl all all 10.77.0.0/24 scram-sha-256\n'
                       'hostssl replication replicator 10.77.0.0/24 scram-sha-256\n')
        primary.start()
        primary.await_start()
        primary.ask(f"""CREATE ROLE forms LOGIN PASSWORD '{self.password}';
            CREATE ROLE replicator LOGIN REPLICATION PASSWORD '{self.replication}';
            CREATE DATABASE forms OWNER forms TEMPLATE template0;""")

    def add_standby(self):
        """Makes the other server a standby, which has to confirm each commit from then on."""
        primary, standby = self.server, self.standby
        shutil.rmtree(standby.data, ignore_errors=True)
        passwords = os.path.join(standby.machine.folder, 'passwords')
        with open(passwords, 'w', encoding='utf-8', opener=lambda path, flags: os.open(path, flags, 0o600)) as file:
            file.write(f'*:*:*:replicator:{self.replication}\n')
        shutil.chown(passwords, 'postgres', 'postgres')
        standby.program(
            'pg_basebackup', '-d', f'host={primary.machine.address} user=replicator passfile={passwords} '
            f'sslmode=verify-full sslrootcert={self.certificate}', '-D', standby.data, '-R', '-X', 'stream', '-C', '-S',
            'standby', '-c', 'fast', '--no-sync')
        standby.start()
        standby.await_start()
        # What was committed must be on the standby, or a promotion would lose it.
        primary.ask("ALTER SYSTEM SET synchronous_standby_names = '*'")
        primary.ask('SELECT pg_reload_conf()')

    @property
    def url(self):
        """The address of both, without the password."""
        hosts = ','.join(server.machine.address for server in self.servers)
        return f'postgresql://forms@{hosts}/forms?sslrootcert={self.certificate}'

    def ask(self, sql):
        return self.server.ask(sql, 'forms')

    def restart(self):
        self.server.end(signal.SIGINT)
        self.server.start()
        return self.server.await_start()

    def terminate_sessions(self):
        """Ends the program's sessions and returns their number."""
        answer = self.server.ask(
            "SELECT count(pg_terminate_backend(pid)) FROM pg_stat_activity WHERE usename = 'forms'", check=False)
        return int(answer[0][0]) if answer else 0

    def promote(self):
        """Crashes the primary, makes the standby the primary, and returns the time from which it accepts writes."""
        self.server.end(signal.SIGQUIT)
        self.standby.ask('SELECT pg_promote(true)')
        self.server, self.standby = self.standby, self.server
        return time.time()

    def dump(self):
        """All that is in the database, as text."""
        return self.server.program(
            'pg_dump', '-h', self.server.socket, '-U', 'admin', '--inserts', 'forms').stdout
