"""Machines of a test: network namespaces on one bridge, and the processes in them."""
import ctypes
import fcntl
import os
import shutil
import signal
import subprocess

PREFIX = 'fwc-'
NETWORK = '10.77.0.'
CLONE_NEWNET = 0x40000000


class Missing(Exception):
    """What this machine lacks for the tests."""


def require_rights():
    if os.geteuid() != 0:
        raise Missing('network namespaces need root')
    if not shutil.which('ip'):
        raise Missing('the program ip is missing (package iproute2)')
    probe = subprocess.run(['ip', 'netns', 'add', f'{PREFIX}probe'], capture_output=True, text=True)
    if probe.returncode != 0:
        raise Missing(f'no network namespace can be made: {probe.stderr.strip()}')
    subprocess.run(['ip', 'netns', 'delete', f'{PREFIX}probe'], check=True)


def ip(*arguments):
    subprocess.run(['ip', *arguments], check=True, capture_output=True, text=True)


class Machine:
    """A namespace with an address, a folder, and processes that end with it."""

    def __init__(self, name, address, folder):
        self.name, self.address, self.folder = name, address, os.path.join(folder, name)
        self.namespace = PREFIX + name
        self.processes = []
        os.makedirs(self.folder, exist_ok=True)
        os.chmod(self.folder, 0o711)

    def start(self, command, log, user=None, environment=None):
        """Starts a process, which has the identifier that is returned: no step in between forks."""
        if user:
            command = ['setpriv', f'--reuid={user}', f'--regid={user}', '--clear-groups', '--', *command]
        with open(os.path.join(self.folder, log), 'ab') as file:
            process = subprocess.Popen(
                ['ip', 'netns', 'exec', self.namespace, *command], stdin=subprocess.DEVNULL, stdout=file, stderr=file,
                start_new_session=True, cwd=self.folder, env=environment or plain_environment(self.folder))
        self.processes.append(process)
        return process

    def run(self, command, user=None, environment=None, check=True, text=None):
        """Runs a program to its end and returns what it printed."""
        if user:
            command = ['setpriv', f'--reuid={user}', f'--regid={user}', '--clear-groups', '--', *command]
        result = subprocess.run(
            ['ip', 'netns', 'exec', self.namespace, *command], input=text, capture_output=True, text=True,
            cwd=self.folder, env=environment or plain_environment(self.folder), timeout=1800)
        if check and result.returncode != 0:
            raise RuntimeError(f'{os.path.basename(command[0])} on {self.name}: {result.stderr.strip()[-2000:]}')
        return result

    def logs(self):
        return [os.path.join(self.folder, name) for name in os.listdir(self.folder) if name.endswith('.log')]

    def stop(self):
        for process in self.processes:
            if process.poll() is None:
                try:
                    os.killpg(process.pid, signal.SIGKILL)
                except ProcessLookupError:
                    pass
            process.wait()


class Network:
    """The bridge and the machines; the process that makes it becomes a machine of its own, at the first address."""

    def __init__(self, folder):
        self.folder, self.machines = folder, {}
        # Names of namespaces are those of the whole system.
        self.lock = open('/tmp/formwright-cluster-tests.lock', 'w')
        fcntl.flock(self.lock, fcntl.LOCK_EX)
        self.home = os.open('/proc/self/ns/net', os.O_RDONLY)

    def __enter__(self):
        remove_namespaces()
        ip('netns', 'add', f'{PREFIX}switch')
        ip('-n', f'{PREFIX}switch', 'link', 'add', 'bridge', 'type', 'bridge')
        ip('-n', f'{PREFIX}switch', 'link', 'set', 'bridge', 'up')
        self.front = self.machine('front')
        with open(f'/run/netns/{self.front.namespace}') as namespace:
            enter(namespace.fileno())
        return self

    def __exit__(self, *_):
        # An impatient second Ctrl-C must not leave half of it behind.
        handlers = {sign: signal.signal(sign, signal.SIG_IGN) for sign in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)}
        for machine in self.machines.values():
            machine.stop()
        enter(self.home)
        os.close(self.home)
        remove_namespaces()
        self.lock.close()
        for sign, handler in handlers.items():
            signal.signal(sign, handler)

    def machine(self, name):
        machine = Machine(name, f'{NETWORK}{len(self.machines) + 1}', self.folder)
        self.machines[name] = machine
        ip('netns', 'add', machine.namespace)
        # Named as in the namespace of the caller, so the namespaces of both ends are given.
        ip('link', 'add', f'v-{name}', 'netns', f'{PREFIX}switch', 'type', 'veth', 'peer', 'name', 'eth0', 'netns',
           machine.namespace)
        ip('-n', machine.namespace, 'link', 'set', 'lo', 'up')
        ip('-n', machine.namespace, 'address', 'add', f'{machine.address}/24', 'dev', 'eth0')
        ip('-n', machine.namespace, 'link', 'set', 'eth0', 'up')
        ip('-n', f'{PREFIX}switch', 'link', 'set', f'v-{name}', 'up')
        self.join(machine)
        return machine

    def join(self, machine):
        ip('-n', f'{PREFIX}switch', 'link', 'set', f'v-{machine.name}', 'master', 'bridge')

    def cut(self, machine):
        """Lets nothing through to or from a machine, which sees no difference in its own link."""
        ip('-n', f'{PREFIX}switch', 'link', 'set', f'v-{machine.name}', 'nomaster')


def plain_environment(folder):
    return {'PATH': '/usr/bin:/bin:/usr/sbin:/sbin', 'HOME': folder, 'LC_ALL': 'C.UTF-8',
            'XDG_STATE_HOME': os.path.join(folder, 'state'), 'XDG_CACHE_HOME': os.path.join(folder, 'cache')}


def enter(descriptor):
    """Moves this thread, and the threads that it starts later, into a network namespace."""
    if ctypes.CDLL(None, use_errno=True).setns(descriptor, CLONE_NEWNET) != 0:
        raise OSError(ctypes.get_errno(), 'setns')


def remove_namespaces():
    """Removes the namespaces of these tests with what still runs in them, also those of a run that was killed."""
    listing = subprocess.run(['ip', 'netns', 'list'], capture_output=True, text=True, check=True).stdout
    for name in (line.split()[0] for line in listing.splitlines() if line.startswith(PREFIX)):
        pids = subprocess.run(['ip', 'netns', 'pids', name], capture_output=True, text=True).stdout.split()
        for pid in pids:
            if int(pid) != os.getpid():
                try:
                    os.kill(int(pid), signal.SIGKILL)
                except ProcessLookupError:
                    pass
        subprocess.run(['ip', 'netns', 'delete', name], capture_output=True)
