"""What a store holds at the end, by content; of a store on a server or in a folder."""
import dataclasses
import os
import signal
import sqlite3
import subprocess
import time

from client import Client
from driver import Driver

QUERY = """
    SELECT d.file_name, d.id, d.state, d.fill, a.fill, a.stage, a.name, a.content
    FROM documents d LEFT JOIN artefacts a ON a.document = d.sequence AND a.fill IN (0, d.fill) ORDER BY d.sequence
"""


@dataclasses.dataclass
class Result:
    """A document: its state and the content of each file made for it."""
    document: str
    state: str
    fill: int
    files: dict


def results(rows):
    """Documents by name, in the order in which they came; a name may have several."""
    found = {}
    for name, document, state, fill, file_fill, stage, file, content in rows:
        of_name = found.setdefault(name, {})
        result = of_name.setdefault(document, Result(document, state, int(fill), {}))
        if stage:
            result.files['filling' if int(file_fill) else 'processing', stage, file] = content
    return {name: list(documents.values()) for name, documents in found.items()}


def reference(program, folder, inputs):
    """Results of the same inputs from a store in a folder, by a service that nothing disturbs."""
    os.makedirs(folder)
    settings = os.path.join(folder, 'pipeline.yaml')
    with open(settings, 'w', encoding='utf-8') as file:
        file.write(f'store: {folder}/store\nservice: {{rate: 1000000, queue: 100000, ownerQueue: 100000, uploads: 64}}\n')
    address = os.path.join(folder, 'address')
    with open(address, 'wb') as out, open(os.path.join(folder, 'serve.log'), 'wb') as log:
        process = subprocess.Popen([program, 'serve', '--config', settings, '--port', '0'], stdout=out, stderr=log,
                                   stdin=subprocess.DEVNULL)
    try:
        client = Client('127.0.0.1', listening_port(process, address))
        driver = Driver(client, inputs)
        driver.run()
        if driver.problems:
            raise RuntimeError(f'the run on a folder went wrong: {driver.problems[:3]}')
    finally:
        process.send_signal(signal.SIGTERM)
        process.wait()
    catalogue = sqlite3.connect(os.path.join(folder, 'store', 'catalogue.sqlite'))
    try:
        return {name: found[0] for name, found in results(catalogue.execute(QUERY)).items()}
    finally:
        catalogue.close()


def listening_port(process, address):
    while process.poll() is None:
        with open(address, encoding='utf-8') as file:
            text = file.read()
        if 'http://' in text:
            return int(text.split('http://')[1].split('/')[0].rsplit(':', 1)[1])
        time.sleep(0.05)
    raise RuntimeError('the service on a folder did not start')
