"""Compares what a cluster holds at the end with what it should hold: what is lost, there twice, or wrong."""
import dataclasses
import hashlib
import json

from client import Refused, Unanswered
from results import QUERY, results


@dataclasses.dataclass
class Verdict:
    lost: list = dataclasses.field(default_factory=list)
    twice: list = dataclasses.field(default_factory=list)
    wrong: list = dataclasses.field(default_factory=list)

    @property
    def lines(self):
        return [f'{kind}: {line}' for kind in ('lost', 'twice', 'wrong') for line in getattr(self, kind)]


def judge(cluster, driver, expected):
    verdict = Verdict(wrong=list(driver.problems))
    found = results(cluster.database.ask(QUERY))
    for item in driver.inputs:
        judge_document(verdict, cluster, item.name, driver.progress[item.name], found.get(item.name, []), expected[item.name])
    judge_moves(verdict, cluster, driver)
    for arguments, is_good in ((['store', 'check', '--hashes', '--json'], lambda answer: not answer['faults']),
                               (['status', '--json'], lambda answer: not answer['running'])):
        result = cluster.services[0].run(*arguments, check=False)
        try:
            good = result.returncode == 0 and is_good(json.loads(result.stdout))
        except ValueError:
            verdict.wrong.append(f'{" ".join(arguments)} prints no JSON (status {result.returncode}): {result.stdout[:200]!r}')
            continue
        if not good:
            verdict.wrong.append(f'{" ".join(arguments)}: {result.returncode}, {result.stdout.strip()} {result.stderr.strip()}')
    return verdict


def judge_document(verdict, cluster, name, progress, documents, expected):
    known = [result for result in documents if result.document == progress.document]
    if not known:
        verdict.lost.append(f'{name}: the document that the service had accepted is gone')
        return
    # An upload whose answer was lost may be there, but nobody has asked for its analysis.
    others = [result for result in documents if result.document != progress.document]
    if len(others) > progress.unknown_uploads or any(other.state != 'imported' for other in others):
        verdict.twice.append(f'{name}: {len(documents)} documents, {progress.unknown_uploads} uploads without an answer')
    result = known[0]
    if result.state != expected.state:
        verdict.lost.append(f'{name}: {result.state} instead of {expected.state}')
        return
    if not expected.fill <= result.fill <= expected.fill + progress.unknown_fills:
        verdict.twice.append(f'{name}: fill {result.fill}, {progress.unknown_fills} requests without an answer')
    for file in sorted(expected.files.keys() | result.files.keys()):
        if expected.files.get(file) != result.files.get(file):
            verdict.wrong.append(f'{name}: {"/".join(file)} differs from that of a store in a folder')
    if result.state == 'filled':
        try:
            digest = hashlib.sha256(cluster.client.filled(result.document)).hexdigest()
        except (Refused, Unanswered) as error:
            verdict.wrong.append(f'{name}: the filled form cannot be downloaded: {error}')
            return
        if digest not in {content for (part, _, _), content in expected.files.items() if part == 'filling'}:
            verdict.wrong.append(f'{name}: the downloaded form is none that a store in a folder has')


def judge_moves(verdict, cluster, driver):
    """Each stage of each document has one result."""
    rows = cluster.database.ask("""
        SELECT d.file_name, e.fill, e.stage, count(*) FROM events e JOIN documents d ON d.sequence = e.document
        WHERE e.cause IN ('completed', 'reused') GROUP BY d.sequence, d.file_name, e.fill, e.stage HAVING count(*) > 1""")
    verdict.twice += [f'{name}: {count} results of {stage} for fill {fill}' for name, fill, stage, count in rows]


def stored_events(cluster):
    """Numbers and causes of the feed by document; progress is left out, since a later event replaces it."""
    found = {}
    for document, number, cause in cluster.database.ask("""
            SELECT d.id, e.sequence, e.cause FROM events e JOIN documents d ON d.sequence = e.document
            WHERE e.cause <> 'progressed' ORDER BY e.sequence"""):
        found.setdefault(document, []).append((int(number), cause))
    return found


def judge_feed(verdict, cluster, driver, followers):
    """Each event reaches readers once and in order, through both services and during the faults."""
    documents = [progress.document for progress in driver.progress.values() if progress.document]
    stored = stored_events(cluster)
    for document in documents:
        for number, client in enumerate(cluster.clients):
            expected = stored.get(document, [])
            heard = heard_events(client, document, expected[-1][0]) if expected else []
            if heard != expected:
                verdict.wrong.append(f'service {number + 1} sends {len(heard)} events of {document}, {len(expected)} are stored')
    for follower in followers:
        heard = follower.finish(stored.get(follower.document, [(0, '')])[-1][0])
        numbers = [number for number, _ in heard]
        if numbers != sorted(set(numbers)):
            verdict.twice.append(f'a reader got events of {follower.document} twice or out of order: {numbers}')
        missed = sorted(set(stored.get(follower.document, [])) - set(heard))
        extra = sorted(event for event in set(heard) - set(stored.get(follower.document, [])) if event[1] != 'progressed')
        if missed or extra:
            verdict.wrong.append(f'a reader during the faults missed {missed} of {follower.document} and got {extra} besides; '
                                 f'all that came in {follower.connections} connections: {follower.pieces}')


def heard_events(client, document, last):
    heard = []
    for number, cause in client.events(document, 0):
        if cause != 'progressed':
            heard.append((number, cause))
        if number >= last:
            break
    return heard
