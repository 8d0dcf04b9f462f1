"""Drops files of accounts into a watched folder while its watchers are killed. See tools/soak."""
import csv
import hashlib
import os
import time
from collections import Counter

import campaign

NAMES = ['depot', 'Größe', 'a b', "o'neil", 'x' * 40]
SYMBOLS = ['AAA', 'BBB', 'CCC']
HEAD = 'id,date,action,symbol,quantity,price,fees,currency\n'


class Dropper:
    """Makes the files of accounts whose trades are known, and drops each once the one before it has been taken."""

    def __init__(self, rng, inbox):
        self.rng, self.inbox = rng, inbox
        self.count = 0
        self.files = {}                                # digest -> (name, places)
        self.trades = {name: [] for name in NAMES}     # the lines that count
        self.shares = {name: Counter() for name in NAMES}
        self.refused = Counter()                       # account -> how many of its files are refused
        self.last = {}                                 # account -> the file that was dropped last

    def put(self, name, data, place):
        path = os.path.join(self.inbox, name)
        # Nobody overwrites a file that has not been taken.
        while os.path.exists(path):
            time.sleep(0.01)
        hidden = os.path.join(self.inbox, f'.{self.rng.getrandbits(60)}.tmp')
        with open(hidden, 'wb') as file:
            file.write(data)
        os.rename(hidden, path)
        digest = hashlib.sha256(data).hexdigest()
        self.files[digest] = (name, (*self.files.get(digest, (name, ()))[1], place))
        self.count += 1

    def line(self, account):
        symbol, quantity = self.rng.choice(SYMBOLS), self.rng.randint(1, 100)
        number = self.rng.getrandbits(64)
        self.shares[account][symbol] += quantity
        return f'{number},2025-01-{self.rng.randint(1, 28):02},BUY,{symbol},{quantity},{self.rng.randint(1, 500)},0,USD\n'

    # The patterns ----------------------------------------------------------------------------------------------------
    def grown(self, account):
        """New trades, together with some that earlier files have already."""
        known = self.trades[account]
        lines = self.rng.sample(known, min(len(known), 5)) + [self.line(account) for _ in range(self.rng.randint(1, 5))]
        self.rng.shuffle(lines)
        known += [line for line in lines if line not in known]
        data = (HEAD + ''.join(lines)).encode()
        self.put(f'{account}.trades.csv', data, 'archive')
        self.last[account] = data

    def again(self, account):
        """The bytes of the file before, if there is one."""
        if account in self.last:
            self.put(f'{account}.trades.csv', self.last[account], 'archive')

    def prices(self, account):
        rows = ''.join(f'2025-02-{day:02},{symbol},{self.rng.randint(1, 500)}\n' for day in range(1, 9) for symbol in SYMBOLS)
        self.put(f'{account}.prices.csv', f'date,symbol,close\n{rows}'.encode(), 'archive')

    def damaged(self, account):
        """Good trades beside a mistake: none of them counts."""
        data = HEAD + f'{self.rng.getrandbits(64)},2025-01-02,BUY,AAA,1000000,1,0,USD\n' + 'x,2025-13-01,BUY,AAA,1,1,0,USD\n'
        self.put(f'{account}.trades.csv', data.encode(), 'failed')
        self.refused[account] += 1

    PATTERNS = [grown] * 6 + [again, prices, damaged]

    def run(self, files):
        for account in NAMES:
            self.grown(account)
        while self.count < files:
            self.rng.choice(self.PATTERNS)(self, self.rng.choice(NAMES))
            if self.rng.random() < .3:
                time.sleep(self.rng.random() * 0.3)


def inspect(folder, dropper):
    """Every way in which what is there differs from what must be."""
    wrong = campaign.misplaced(folder, dropper.files)
    outbox, failed = os.path.join(folder, 'outbox'), os.path.join(folder, 'failed')
    expected = {f'{name}.{end}' for name in NAMES
                for end in ('statement.pdf', 'holdings.csv', 'holdings.json', 'gains.csv', 'report.json')}
    results = set(os.listdir(outbox))
    wrong += [f'no result: {name!r}' for name in sorted(expected - results)]
    wrong += [f'a result too many: {name!r}' for name in sorted(results - expected)]
    for name in NAMES:
        if f'{name}.holdings.csv' in results:
            with open(os.path.join(outbox, f'{name}.holdings.csv'), newline='', encoding='utf-8') as file:
                shares = {row['symbol']: int(row['quantity']) for row in csv.DictReader(file)}
            if shares != dict(dropper.shares[name]):
                wrong.append(f'{name!r} has {shares}, not {dict(dropper.shares[name])}')
        if f'{name}.statement.pdf' in results and not campaign.opens(os.path.join(outbox, f'{name}.statement.pdf')):
            wrong.append(f'does not open: the statement of {name!r}')
        reports = [report for report in os.listdir(failed) if report.startswith(name) and report.endswith('.error.json')]
        if len(reports) != dropper.refused[name]:
            wrong.append(f'{name!r} has {len(reports)} reports, not {dropper.refused[name]}')
    return wrong, {'results': len(results), 'reports': sum(dropper.refused.values())}


if __name__ == '__main__':
    campaign.run(campaign.arguments(), Dropper, inspect, '--kind', 'account')
