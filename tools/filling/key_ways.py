"""The ways in which a key reaches a form: one record by fill, a table by batch, a watched folder, and the service.

Each way returns the exit status of the error code (0 if the form was filled), the entries that were filled as in the
report of a fill, all that the user is told, and the path of the filled form or None.
"""
import csv
import json
import os
import re
import shutil
import subprocess
import tempfile
import time
import urllib.error
import urllib.request

STATUS = {'unknown_field': 31, 'ambiguous_field': 32, 'mapping_needed': 209}


def entries(form, names, told):
    """Returns entries of a report for the fields or questions of these names."""
    fields = [f for f in form.fields if f['name'] in names or f.get('group', {}).get('name') in names]
    return [dict(id=f['id'], name=f['name'], label=f['label'], match='', warnings=[told]) for f in fields]


class Fill:
    def __call__(self, form, row):
        report, output = os.path.join(form.folder, 'report.json'), os.path.join(form.folder, 'filled.pdf')
        for path in (report, output):
            if os.path.exists(path):
                os.unlink(path)
        run = subprocess.run(
            [form.program, 'fill', form.path, '--fields', form.listing, '--no-template',
             '--set', f"{row['key']}={row['value']}", '-o', output, '--report', report],
            capture_output=True, text=True)
        filled = []
        if os.path.exists(report):
            with open(report, encoding='utf-8') as file:
                filled = json.load(file)['filled']
            # What counts is what a person at the terminal sees, not what a report could tell.
            for entry in filled:
                entry['warnings'] = [run.stderr]
        return run.returncode, filled, run.stderr, output


class Batch:
    def __call__(self, form, row):
        folder = tempfile.mkdtemp(dir=form.folder)
        table, mapping, output = (os.path.join(folder, name) for name in ('t.csv', 'map.yaml', 'out/1.pdf'))
        with open(table, 'w', encoding='utf-8', newline='') as file:
            csv.writer(file).writerows([[row['key']], [row['value']]])
        common = [form.program, 'batch', form.path, '--fields', form.listing, '--no-template', '--rows', table]
        run = subprocess.run(common + ['-o', os.path.join(folder, 'out/{row}.pdf')], capture_output=True, text=True)
        if run.returncode or not os.path.exists(output):
            return run.returncode, [], run.stderr, None
        subprocess.run(common + ['--check', '--write-map', mapping], capture_output=True, text=True, check=True)
        with open(mapping, encoding='utf-8') as file:
            names = re.findall(r'"((?:[^"\\]|\\.)*)"', re.search(r'^  field:(.*)$', file.read(), re.M)[1])
        names = [re.sub(r'\\(["\\])', r'\1', name) for name in names]
        return 0, entries(form, names, run.stderr), run.stderr, output


class Watch:
    """Drops all keys of a form at once, each beside its own copy of the form."""

    def __init__(self, rows):
        self.rows, self.done = rows, {}

    def __call__(self, form, row):
        if form.path not in self.done:
            self.done[form.path] = self.run(form, [r for r in self.rows if r['form'] == row['form']
                                                   and r['variant'] == row['variant']])
        return self.done[form.path][row['key'], row['value']]

    def run(self, form, rows):
        folder = tempfile.mkdtemp(dir=form.folder)
        inbox = os.path.join(folder, 'inbox')
        os.mkdir(inbox)
        for number, row in enumerate(rows):
            shutil.copy(form.path, os.path.join(inbox, f'k{number}.pdf'))
            with open(os.path.join(inbox, f'k{number}.values.json'), 'w', encoding='utf-8') as file:
                json.dump({row['key']: row['value']}, file)
        subprocess.run([form.program, 'watch', inbox, '--once', '--settle', '0', '--store', folder + '/store'],
                       capture_output=True, text=True, check=False)
        found = {}
        for number, row in enumerate(rows):
            report, failed = f'{folder}/outbox/k{number}.report.json', f'{folder}/failed/k{number}.error.json'
            if os.path.exists(report):
                with open(report, encoding='utf-8') as file:
                    outcome = 0, json.load(file)['filled'], '', f'{folder}/outbox/k{number}.filled.pdf'
            else:
                with open(failed, encoding='utf-8') as file:
                    error = json.load(file)
                outcome = STATUS.get(error['code'], 1), [], error['message'], None
            found[row['key'], row['value']] = outcome
        shutil.rmtree(folder + '/store', ignore_errors=True)
        return found


class HTTP:
    """Sends each key to a service that has the form."""

    def __init__(self, program, folder):
        self.server = subprocess.Popen(
            [program, 'serve', '--port', '0', '--store', folder + '/service'], cwd=folder, text=True,
            stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
        self.base, self.documents = None, {}
        for text in self.server.stdout:
            match = re.search(r'http://127\.0\.0\.1:\d+', text)
            if match:
                self.base = match[0] + '/api/v1/documents'
                break
        # Otherwise the service would block once its log fills the pipe.
        subprocess.Popen(['cat'], stdin=self.server.stdout, stdout=subprocess.DEVNULL)

    def close(self):
        self.server.terminate()
        self.server.wait()

    def send(self, method, path, body=None, kind='application/json'):
        request = urllib.request.Request(self.base + path, data=body, method=method, headers={'Content-Type': kind})
        try:
            with urllib.request.urlopen(request) as answer:
                return answer.status, json.loads(answer.read() or b'{}')
        except urllib.error.HTTPError as error:
            return error.code, json.loads(error.read() or b'{}')

    def document(self, form):
        if form.path not in self.documents:
            with open(form.path, 'rb') as file:
                part = (b'--b\r\nContent-Disposition: form-data; name="file"; filename="form.pdf"\r\n'
                        b'Content-Type: application/pdf\r\n\r\n' + file.read() + b'\r\n--b--\r\n')
            _, answer = self.send('POST', '/init-upload', part, 'multipart/form-data; boundary=b')
            name = '/' + answer['documentId']
            self.send('POST', name + '/process')
            while self.send('GET', name)[1]['document']['status'] in ('imported', 'processing'):
                time.sleep(0.1)
            self.documents[form.path] = name
        return self.documents[form.path]

    def __call__(self, form, row):
        body = json.dumps({row['key']: row['value']}).encode()
        status, answer = self.send('POST', self.document(form) + '/values', body)
        if status not in (200, 204):
            problem = (answer.get('fields') or [answer])[0]
            return STATUS.get(problem.get('code', answer.get('error')), 1), [], problem.get('message', ''), None
        told = ' '.join(bound['key'] for bound in answer.get('bound', []) if bound.get('isGuess')
                        or bound['match'] in ('beginning', 'uncertain'))
        ids = {bound['fieldRegionId'].lower(): bound for bound in answer.get('bound', [])}
        fields = [f for f in form.fields if f['id'].lower() in ids]
        return 0, [dict(id=f['id'], name=f['name'], label=f['label'], match=ids[f['id'].lower()]['match'],
                        warnings=[told]) for f in fields], '', None
