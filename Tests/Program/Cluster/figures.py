"""Times that are printed and not judged: how soon another node has the work."""
import json
import time

from client import Refused, Unanswered

PROBE = 'probe'


def probe(cluster, count):
    """Gives idle workers short work one piece at a time."""
    for number in range(count):
        text = {'blocks': [{'_type': 'block', '_key': 'a', 'style': 'normal', 'markDefs': [], 'children': [
            {'_type': 'span', '_key': 'b', 'marks': [], 'text': f'Text {number}'}]}]}
        try:
            cluster.client.upload(f'{PROBE}-{number}.json', json.dumps(text).encode(), '/texts', 'application/json')
        except (Refused, Unanswered) as error:
            return str(error)
        end = time.time() + 60
        while time.time() < end and cluster.database.ask("SELECT 1 FROM jobs WHERE finished_at IS NULL LIMIT 1"):
            time.sleep(0.05)
        time.sleep(0.2)
    return None


def claim_times(cluster):
    """Milliseconds from the creation of the probes' jobs to their claims, by the server's clock."""
    rows = cluster.database.ask(f"""
        SELECT c.at - e.at FROM events e JOIN events c ON c.job_id = e.job_id AND c.cause = 'claimed' AND c.attempt = 1
        JOIN documents d ON d.sequence = e.document
        WHERE e.cause = 'enqueued' AND e.to_state = 'available' AND d.file_name LIKE '{PROBE}-%'""")
    return sorted(int(row[0]) for row in rows)


def handovers(cluster, disturbances):
    """Seconds by kind of fault until another node had the work."""
    events = [(int(at), int(job), cause, state, worker) for at, job, cause, state, worker in cluster.database.ask("""
        SELECT at, job_id, cause, to_state, coalesce(worker, '') FROM events
        WHERE job_id IS NOT NULL AND cause <> 'progressed' ORDER BY at, sequence""")]
    found = {}
    for disturbance in disturbances:
        moment = int(disturbance.at * 1000)
        times = until_claimed(events, moment) if disturbance.pid is None else until_taken_over(events, moment, disturbance.pid)
        if times:
            found.setdefault(disturbance.kind, []).extend((at - moment) / 1000 for at in times)
    return found


def until_claimed(events, moment):
    """The first claim after a moment at which work was waiting; none if all was being worked on."""
    states = {job: state for at, job, _, state, _ in events if at <= moment}
    if 'available' not in states.values():
        return []
    return [at for at, _, cause, _, _ in events if cause == 'claimed' and at >= moment][:1]


def until_taken_over(events, moment, pid):
    """The claims of jobs that a process held at a moment, and lost."""
    held, times = {}, []
    for at, job, cause, _, worker in events:
        if at <= moment:
            held[job] = 'held' if cause == 'claimed' and worker.endswith(f' {pid}') else None
        elif held.get(job) == 'held':
            held[job] = 'lost' if cause == 'expired' else None
        elif held.get(job) == 'lost' and cause == 'claimed':
            held[job] = None
            times.append(at)
    return times


def percentile(values, share):
    return values[min(len(values) - 1, int(len(values) * share))] if values else None
