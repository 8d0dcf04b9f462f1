"""Drops forms and values into a watched folder in hostile patterns while its watchers are killed. See tools/soak."""
import hashlib
import json
import os
import time

import campaign

# By its label, since the names of detected fields depend on what else is found.
FIELD = 'Name(s) shown on return'


class Ledger:
    """What was dropped, where it may end, and what must come of it."""

    def __init__(self):
        self.files = {}    # digest -> (name, places)
        self.results = {}  # stem -> how many filled PDFs of it there must be
        self.reports = {}  # stem -> how many error reports

    def expect(self, data, name, *places):
        self.files[hashlib.sha256(data).hexdigest()] = (name, places)


class Dropper:
    """Makes files and drops them, each kind in its own way of going wrong."""

    def __init__(self, rng, inbox, form, ledger):
        self.rng, self.inbox, self.ledger = rng, inbox, ledger
        self.form_bytes = open(form, 'rb').read()
        self.count = 0
        self.later = []

    # The bytes are never the same twice, unless they are meant to be.
    def form(self):
        return self.form_bytes + b'\n%% %d\n' % self.rng.getrandbits(64)

    def values(self, key=FIELD):
        return json.dumps({key: f'Name {self.rng.getrandbits(40)}'}).encode()

    def path(self, name):
        return os.path.join(self.inbox, name)

    def put(self, name, data, *places):
        """At once, as a careful program does."""
        self.ledger.expect(data, name, *places)
        self.count += 1
        hidden = self.path(f'.{self.rng.getrandbits(60)}.tmp')
        with open(hidden, 'wb') as file:
            file.write(data)
        os.rename(hidden, self.path(name))

    def pour(self, name, data, *places):
        """In pieces, with pauses, as a slow copy does."""
        self.ledger.expect(data, name, *places)
        self.count += 1
        with open(self.path(name), 'wb') as file:
            for start in range(0, len(data), max(1, len(data) // 4)):
                file.write(data[start:start + max(1, len(data) // 4)])
                file.flush()
                time.sleep(0.02)

    def stem(self):
        return f'f{self.rng.getrandbits(48):x}'

    # The patterns ----------------------------------------------------------------------------------------------------
    def pair(self):
        stem = self.stem()
        self.put(f'{stem}.values.json', self.values(), 'archive')
        self.put(f'{stem}.pdf', self.form(), 'archive')
        self.ledger.results[stem] = 1

    def slow_pair(self):
        stem = self.stem()
        self.pour(f'{stem}.pdf', self.form(), 'archive')
        self.pour(f'{stem}.values.yaml', f'{FIELD}: Name {self.rng.getrandbits(40)}\n'.encode(), 'archive')
        self.ledger.results[stem] = 1

    def values_later(self):
        stem, form, values = self.stem(), self.form(), self.values()
        self.put(f'{stem}.pdf', form, 'archive')
        self.later.append(lambda: self.put(f'{stem}.json', values, 'archive'))
        self.ledger.results[stem] = 1

    def form_later(self):
        stem, form = self.stem(), self.form()
        self.put(f'{stem}.values.json', self.values(), 'archive')
        self.later.append(lambda: self.put(f'{stem}.pdf', form, 'archive'))
        self.ledger.results[stem] = 1

    def rows(self):
        stem, count = self.stem(), self.rng.randint(2, 6)
        table = f'{FIELD}\n' + ''.join(f'Name {self.rng.getrandbits(40)}\n' for _ in range(count))
        bad = self.rng.random() < .5
        self.put(f'{stem}.values.csv', (table + ('one,two\n' if bad else '')).encode(), 'archive')
        self.put(f'{stem}.pdf', self.form(), 'archive')
        for row in range(count):
            self.ledger.results[f'{stem}.{row + 1:04}'] = 1
        if bad:
            self.ledger.reports[f'{stem}.{count + 1:04}'] = 1

    def no_form(self):
        stem = self.stem()
        self.put(f'{stem}.pdf', b'this is text %d' % self.rng.getrandbits(60), 'failed')
        self.ledger.reports[stem] = 1

    def broken_form(self):
        stem = self.stem()
        self.put(f'{stem}.pdf', self.form_bytes[:self.rng.randint(200, 9000)] + b'%d' % self.rng.getrandbits(60), 'failed')
        self.ledger.reports[stem] = 1

    def bad_values(self):
        stem = self.stem()
        self.put(f'{stem}.values.json', self.values('no such field'), 'failed')
        self.put(f'{stem}.pdf', self.form(), 'failed')
        self.ledger.reports[stem] = 1

    def unfinished(self):
        stem, data = self.stem(), self.form()
        partial = self.path(f'{stem}.pdf.part')
        with open(partial, 'wb') as file:
            file.write(data[:2000])
        with open(partial, 'ab') as file:
            file.write(data[2000:])
        self.ledger.expect(data, f'{stem}.pdf', 'archive')
        self.count += 1
        self.later.append(lambda: os.rename(partial, self.path(f'{stem}.pdf')))

    def renamed(self):
        data, stem = self.form(), self.stem()
        self.ledger.expect(data, stem, 'archive')
        self.count += 1
        with open(self.path(f'{stem}a.pdf'), 'wb') as file:
            file.write(data)
        try:
            os.rename(self.path(f'{stem}a.pdf'), self.path(f'{stem}b.pdf'))
        except FileNotFoundError:
            pass

    def twins(self):
        """Equal bytes under two names: equal digests, so they are distinguished by their values."""
        data = self.form()
        for stem in (self.stem(), self.stem()):
            hidden = self.path(f'.{stem}.tmp')
            open(hidden, 'wb').write(data)
            os.rename(hidden, self.path(f'{stem}.pdf'))
            self.put(f'{stem}.values.json', self.values(), 'archive')
            self.ledger.results[stem] = 1
        self.ledger.files[hashlib.sha256(data).hexdigest()] = ('twins', ('archive', 'archive'))
        self.count += 2

    def name_again(self):
        """A name that is used again for other bytes, once the first are taken."""
        stem = self.stem()

        def drop():
            if os.path.exists(self.path(f'{stem}.pdf')) or os.path.exists(self.path(f'{stem}.values.json')):
                self.later.append(drop)
                return
            self.put(f'{stem}.values.json', self.values(), 'archive')
            self.put(f'{stem}.pdf', self.form(), 'archive')
        drop()
        self.later.append(drop)
        self.ledger.results[stem] = 2

    def odd_name(self):
        stem = self.rng.choice(['Größe ', 'a\nb ', 'q"uote$ ', '-rf ', '表 ', 'x' * 190]) + self.stem()
        self.put(f'{stem}.values.json', self.values(), 'archive')
        self.put(f'{stem}.PDF', self.form(), 'archive')
        self.ledger.results[stem] = 1

    def empty(self):
        stem = self.stem()
        name = self.path(f'{stem}.pdf')
        open(name, 'wb').close()
        self.count += 1
        self.ledger.reports[stem] = 1

    def left_alone(self):
        stem, kind = self.stem(), self.rng.choice(['link', 'pipe', 'folder', 'hidden', 'backup'])
        self.count += 1
        path = self.path(f'{stem}.pdf')
        if kind == 'link':
            os.symlink('/etc/hostname', path)
        elif kind == 'pipe':
            os.mkfifo(path)
        elif kind == 'folder':
            os.mkdir(path)
        else:
            data = self.form()
            name = f'.{stem}.pdf' if kind == 'hidden' else f'{stem}.pdf~'
            self.ledger.expect(data, name, 'inbox')
            open(self.path(name), 'wb').write(data)

    PATTERNS = [pair] * 6 + [slow_pair, values_later, form_later, rows, no_form, broken_form, bad_values, unfinished, renamed,
                             twins, name_again, odd_name, empty, left_alone]

    def run(self, files):
        while self.count < files:
            self.rng.choice(self.PATTERNS)(self)
            while self.later and self.rng.random() < .5:
                self.later.pop(self.rng.randrange(len(self.later)))()
            if self.rng.random() < .3:
                time.sleep(self.rng.random() * 0.05)
        while self.later:
            waiting, self.later = self.later, []
            for drop in waiting:
                drop()
            time.sleep(0.1)


def inspect(folder, dropper):
    """Every way in which what is there differs from what must be."""
    ledger = dropper.ledger
    wrong = campaign.misplaced(folder, ledger.files)
    outbox = os.path.join(folder, 'outbox')
    results = set(os.listdir(outbox))
    expected = set()
    for stem, count in ledger.results.items():
        for number in range(1, count + 1):
            end = '' if number == 1 else f'-{number}'
            expected |= {f'{stem}{end}.filled.pdf', f'{stem}{end}.report.json'}
    filled = {name for name in results if name.endswith(('.filled.pdf', '.report.json'))}
    wrong += [f'no result: {name!r}' for name in sorted(expected - filled)]
    wrong += [f'a result too many: {name!r}' for name in sorted(filled - expected)]
    reports = {name for name in os.listdir(os.path.join(folder, 'failed')) if name.endswith('.error.json')}
    wanted = {f'{stem}.error.json' for stem in ledger.reports}
    wrong += [f'no report: {name!r}' for name in sorted(wanted - reports)]
    wrong += [f'a report too many: {name!r}' for name in sorted(reports - wanted)]
    for name in sorted(filled):
        path = os.path.join(outbox, name)
        if name.endswith('.pdf'):
            if not campaign.opens(path):
                wrong.append(f'does not open: {name!r}')
        else:
            json.load(open(path, encoding='utf-8'))
    return wrong, {'results': len(filled), 'reports': len(ledger.reports)}


if __name__ == '__main__':
    options = campaign.arguments()
    campaign.run(options, lambda rng, inbox: Dropper(rng, inbox, options.form, Ledger()), inspect)
