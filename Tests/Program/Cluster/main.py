"""Tests several nodes of one store while everything around them fails. See tools/cluster-tests."""
import argparse
import os
import shutil
import signal
import sys
import tempfile
import time

from bucket import Ceph
from cluster import Cluster
from database import programs
from driver import Driver
from faults import KINDS, Faults
from figures import claim_times, handovers, percentile, probe
from followers import Follower
from inputs import draw
from leaks import ProcessWatch, leaks
from machines import Missing, require_rights
from results import reference
from scaling import Scaling
from takeovers import KINDS as LOSSES
from takeovers import Takeovers
from verdict import judge, judge_feed

SHORT_COUNT, FULL_COUNT = 24, 1000
# Documents arrive for this long, so that faults meet work however few there are.
SHORT_SECONDS, FULL_SECONDS, MIXED_SECONDS = 45, 70, 240
FOLLOWED = 4
SCALING_FORMS, SCALING_ROUNDS = 24, 3


def arguments():
    parser = argparse.ArgumentParser(prog='tools/cluster-tests', description='see tools/cluster-tests --help')
    parser.add_argument('--program', required=True)
    parser.add_argument('--weed', required=True)
    parser.add_argument('--root', required=True)
    parser.add_argument('--full', action='store_true')
    parser.add_argument('--documents', type=int, default=None)
    parser.add_argument('--fault', action='append', choices=[*KINDS, 'all'])
    parser.add_argument('--ceph', action='store_true')
    parser.add_argument('--small', action='store_true')
    parser.add_argument('--takeovers', type=int, default=0)
    parser.add_argument('--scaling', action='store_true')
    parser.add_argument('--seed', type=int, default=1)
    parser.add_argument('--keep')
    return parser.parse_args()


def say(text):
    print(f'{time.strftime("%H:%M:%S")} {text}', file=sys.stderr, flush=True)


def campaign(options, folder, kind, weed, faults_of, inputs, expected, pace):
    """Runs the inputs through a cluster of their own, and returns a row of the table and what is wrong."""
    os.makedirs(folder)
    with Cluster(options.program, weed, folder, options.seed) as cluster:
        say(f'{kind}: the machines are up')
        watch = ProcessWatch(cluster)
        problem = probe(cluster, 20)
        claims = claim_times(cluster)
        driver, faults = Driver(cluster.client, inputs, pace), Faults(cluster)
        followers = [Follower(cluster.client, progress) for progress in list(driver.progress.values())[:FOLLOWED]]
        end = faults.run(faults_of)
        try:
            seconds = driver.run()
        finally:
            end()
        say(f'{kind}: {len(inputs)} documents are settled after {seconds:.0f} s; {faults.counts}')
        for node in cluster.nodes:
            if not node.is_running():
                node.start_again()
        for client, service in zip(cluster.clients, cluster.services):
            cluster.await_service(client, service)
        verdict = judge(cluster, driver, expected)
        judge_feed(verdict, cluster, driver, followers)
        verdict.wrong += faults.errors + watch.finish() + leaks(cluster) + ([f'probe: {problem}'] if problem else [])
        verdict.wrong += faults.missing(faults_of)
        verdict.wrong += [f'the proxy gave no connection to {host}'
                          for (host, _), count in cluster.front.counts.items() if not count]
        for node in cluster.nodes:
            if (status := node.stop()) != 0:
                verdict.wrong.append(f'{node.machine.name} ended with status {status}')
        row = {'fault': kind, 'documents': len(inputs), 'seconds': round(seconds), 'lost': len(verdict.lost),
               'twice': len(verdict.twice), 'wrong': len(verdict.wrong)}
        return row, verdict, claims, handovers(cluster, faults.disturbances)


def run(options, folder):
    runs = [('short', options.weed, ['short'])]
    if options.full:
        runs = runs_of(options)
    count = options.documents or (FULL_COUNT if options.full else SHORT_COUNT)
    inputs = draw(options.root, count, options.seed, options.small or not options.full)
    say(f'filling {count} documents on a store in a folder, for comparison')
    expected = reference(options.program, os.path.join(folder, 'reference'), inputs)
    rows, failed, claims, times = [], False, [], {}
    try:
        for kind, weed, faults in runs:
            arrival = MIXED_SECONDS if len(faults) > 1 else FULL_SECONDS if options.full else SHORT_SECONDS
            row, verdict, of_claims, of_times = campaign(
                options, os.path.join(folder, kind), kind, weed, faults, inputs, expected, arrival / count)
            rows.append(row)
            claims += of_claims
            for name, values in of_times.items():
                times.setdefault(name, []).extend(values)
            for line in verdict.lines[:40]:
                say(f'{kind}: {line}')
            failed = failed or bool(verdict.lines)
    finally:
        # A run of hours that is interrupted has still shown something.
        print_table(rows, sorted(claims), times)
    return failed


def runs_of(options):
    """Names, S3 servers and faults of the long runs; Ceph's server comes in where the object store is what fails."""
    runs = []
    for kind in options.fault or [*KINDS, 'all']:
        faults = KINDS if kind == 'all' else [kind]
        if not options.ceph or not options.fault:
            runs.append((kind, options.weed, faults))
        if options.ceph if options.fault else kind.startswith('storage') or kind == 'all':
            runs.append((f'{kind}-ceph', None, faults))
    return runs


def measure(options, folder):
    """Prints figures of machines that nothing disturbs but what is measured."""
    with Cluster(options.program, options.weed, folder, options.seed) as cluster:
        if options.takeovers:
            takeovers = Takeovers(cluster, options.root, options.seed)
            for kind in LOSSES:
                values = sorted(takeovers.measure(kind, options.takeovers))
                print(f'{kind} → another node has the job: median {percentile(values, .5):.1f} s, worst {values[-1]:.1f} s of '
                      f'{len(values)} (asked: 7)', flush=True)
        if options.scaling:
            workers, copies = Scaling(cluster, options.program, options.root, SCALING_FORMS).measure(SCALING_ROUNDS)
            print(f'real forms, 1 → 2 workers: × {workers:.3f}; copies of the stages without a store: × {copies:.3f}; '
                  f'quotient {workers / copies:.3f} (asked: 0.95)')


def print_table(rows, claims, times):
    print(f'{"fault":<24}{"documents":>10}{"seconds":>9}{"lost":>6}{"twice":>7}{"wrong":>7}')
    for row in rows:
        print(f'{row["fault"]:<24}{row["documents"]:>10}{row["seconds"]:>9}{row["lost"]:>6}{row["twice"]:>7}{row["wrong"]:>7}')
    if claims:
        print(f'work available → claimed on another node, idle: p50 {percentile(claims, .5)} ms, '
              f'p99 {percentile(claims, .99)} ms of {len(claims)} (asked: 20, 100)')
    for name, values in sorted(times.items()):
        print(f'{name} → another node has the job: worst {max(values):.1f} s of {len(values)} (asked: 7)')


def main():
    options = arguments()
    for sign in (signal.SIGTERM, signal.SIGHUP):
        signal.signal(sign, lambda number, _: sys.exit(128 + number))
    try:
        require_rights()
        if not programs():
            raise Missing('PostgreSQL 15 is missing (package postgresql-15)')
        if options.full and (options.ceph or not options.fault):
            Ceph.require()
    except Missing as missing:
        print(f'cluster-tests: cannot run: {missing}', file=sys.stderr)
        # A machine on which everything has to be tested must not pass without.
        return 1 if options.full or os.environ.get('FORMWRIGHT_CI') else 0
    folder = options.keep or tempfile.mkdtemp(prefix='fwc-')
    os.makedirs(folder, exist_ok=True)
    os.chmod(folder, 0o711)
    try:
        if options.takeovers or options.scaling:
            failed = measure(options, folder)
        else:
            failed = run(options, folder)
    except KeyboardInterrupt:
        failed = True
    finally:
        if not options.keep:
            shutil.rmtree(folder, ignore_errors=True)
    return 1 if failed else 0


if __name__ == '__main__':
    try:
        code = main()
    except SystemExit as error:
        code = error.code
    except BaseException:
        import traceback
        traceback.print_exc()
        code = 1
    sys.stdout.flush()
    # Threads that wait for a service that is gone need not end.
    os._exit(code if isinstance(code, int) else 1)
