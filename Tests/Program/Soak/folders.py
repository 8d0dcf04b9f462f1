"""Drops folders and archives into a watched folder while its watchers are killed. See tools/soak."""
import json
import os
import random
import shutil
import signal
import subprocess
import sys
import tempfile
import threading
import time
import zipfile

import campaign


class Watchers(campaign.Watchers):
    def __init__(self, program, folder, count):
        self.command = [program, 'watch-folders', folder]
        self.folder, self.log = folder, open(os.path.join(folder, 'watch.log'), 'ab')
        self.processes = [self.start() for _ in range(count)]


class Dropper:
    """Drops folders of pages in the ways in which people copy them, each with known words."""

    def __init__(self, rng, inbox, growing):
        self.rng, self.inbox, self.growing = rng, inbox, growing
        self.count = 0
        self.words = {}                                # stem -> the words of its pages
        self.made = tempfile.mkdtemp(prefix='formwright-soak-made-', dir=os.path.dirname(inbox))

    def pages(self):
        return {f'{"" if n % 3 else "deep/er/"}{n}.txt': f'w{self.rng.getrandbits(48):012x}'
                for n in range(self.rng.randint(1, 7))}

    def make(self, folder, pages):
        for path, word in pages.items():
            os.makedirs(os.path.dirname(os.path.join(folder, path)), exist_ok=True)
            with open(os.path.join(folder, path), 'w', encoding='utf-8') as file:
                file.write(word)
        with open(os.path.join(folder, '.DS_Store'), 'w', encoding='utf-8') as file:
            file.write('x')

    def prepared(self):
        self.count += 1
        stem = f'album {self.count}'
        pages = self.pages()
        self.words[stem] = sorted(word.upper() for word in pages.values())
        source = os.path.join(self.made, f'{stem}.binder')
        self.make(source, pages)
        return stem, source, os.path.join(self.inbox, f'{stem}.binder')

    # The patterns ----------------------------------------------------------------------------------------------------
    def moved(self):
        _, source, target = self.prepared()
        os.rename(source, target)

    def copied(self):
        _, source, target = self.prepared()
        subprocess.run(['cp', '-r', source, target], check=True)

    def synchronised(self):
        if not shutil.which('rsync'):
            return self.copied()
        _, source, _ = self.prepared()
        subprocess.run(['rsync', '-a', '--bwlimit=20', source, self.inbox + '/'], check=True)

    def unzipped(self):
        """Written file by file in place, with pauses shorter than the time to settle."""
        _, source, target = self.prepared()
        for parent, _, names in os.walk(source):
            for name in names:
                path = os.path.join(target, os.path.relpath(os.path.join(parent, name), source))
                os.makedirs(os.path.dirname(path), exist_ok=True)
                shutil.copyfile(os.path.join(parent, name), path)
                time.sleep(self.rng.random() * 0.2)

    def zipped(self):
        stem, source, target = self.prepared()
        hidden = os.path.join(self.inbox, f'.{stem}.tmp')
        with zipfile.ZipFile(hidden, 'w', zipfile.ZIP_DEFLATED) as archive:
            for parent, _, names in os.walk(source):
                for name in names:
                    path = os.path.join(parent, name)
                    archive.write(path, os.path.join(stem, os.path.relpath(path, source)))
        os.rename(hidden, target + '.zip')

    PATTERNS = [moved, moved, copied, copied, synchronised, unzipped, zipped, zipped]

    def grow(self):
        """A folder that grows for as long as it is told, with a file that is open for longer than it takes to settle."""
        _, source, target = self.prepared()
        os.makedirs(target)
        end = time.time() + self.growing
        with open(os.path.join(target, 'open.txt'), 'w', encoding='utf-8') as file:
            word = f'w{self.rng.getrandbits(48):012x}'
            for parent, _, names in os.walk(source):
                for name in names:
                    path = os.path.join(target, os.path.relpath(os.path.join(parent, name), source))
                    os.makedirs(os.path.dirname(path), exist_ok=True)
                    shutil.copyfile(os.path.join(parent, name), path)
            time.sleep(max(0, end - time.time()))
            file.write(word)
        stem = os.path.basename(target).removesuffix('.binder')
        self.words[stem] = sorted(self.words[stem] + [word.upper()])

    def run(self, files):
        grower = threading.Thread(target=self.grow)
        grower.start()
        time.sleep(0.2)
        while self.count < files:
            self.rng.choice(self.PATTERNS)(self)
            if self.rng.random() < .3:
                time.sleep(self.rng.random() * 0.3)
        grower.join()


def inspect(folder, dropper):
    """Every way in which what is there differs from what must be."""
    wrong = []
    outbox, archive = os.path.join(folder, 'outbox'), os.path.join(folder, 'archive')
    expected = {f'{stem}.{end}' for stem in dropper.words for end in ('print.txt', 'count.txt')}
    found = set(os.listdir(outbox))
    wrong += [f'no result: {name!r}' for name in sorted(expected - found)]
    wrong += [f'a result too many: {name!r}' for name in sorted(found - expected)]
    for stem, words in dropper.words.items():
        path = os.path.join(outbox, f'{stem}.print.txt')
        if os.path.exists(path):
            with open(path, encoding='utf-8') as file:
                if sorted(file.read().split()) != words:
                    wrong.append(f'other words: {stem!r}')
        places = [name for name in os.listdir(archive) if name.startswith(f'{stem}.binder')]
        if len(places) != 1:
            wrong.append(f'{stem!r} is in the archive as {places}')
    wrong += [f'failed: {name!r}' for name in os.listdir(os.path.join(folder, 'failed'))]
    wrong += [f'unfinished: {name}' for place in ('outbox', 'archive') for name in os.listdir(os.path.join(folder, place))
              if name.startswith('.')]
    return wrong, {'results': len(found)}


def quiet(inbox):
    drops = os.path.join(inbox, '.formwright', 'drops')
    return os.path.isdir(drops) and not os.listdir(drops) and not campaign.visible(inbox)


def main():
    parser = campaign.argparse.ArgumentParser(prog='tools/soak --folders')
    parser.add_argument('--program', required=True)
    parser.add_argument('--files', type=int, default=300)
    parser.add_argument('--kills', type=int, default=60)
    parser.add_argument('--watchers', type=int, default=2)
    parser.add_argument('--seed', type=int, default=1)
    parser.add_argument('--grow', type=float, default=60)
    parser.add_argument('--keep')
    options = parser.parse_args()
    folder = options.keep or tempfile.mkdtemp(prefix='formwright-soak-')
    for name in ('inbox', 'outbox', 'archive', 'failed'):
        os.makedirs(os.path.join(folder, name))
    inbox = os.path.join(folder, 'inbox')
    rng = random.Random(options.seed)
    dropper = Dropper(random.Random(options.seed + 1), inbox, options.grow)
    started = time.time()
    watchers = Watchers(options.program, folder, options.watchers)
    dropping = threading.Thread(target=dropper.run, args=(options.files,))
    dropping.start()
    kills = 0
    while kills < options.kills:
        time.sleep(rng.uniform(0.05, 0.8))
        watchers.kill(rng.randrange(options.watchers))
        kills += 1
    dropping.join()
    deadline = time.time() + 1800 + options.files
    while not quiet(inbox) and time.time() < deadline:
        time.sleep(0.3)
    for process in watchers.processes:
        process.send_signal(signal.SIGKILL)
        process.wait()
    wrong, figures = inspect(folder, dropper)
    print(json.dumps({'dropped': dropper.count, 'kills': kills, 'watchers': options.watchers, **figures,
                      'seconds': round(time.time() - started, 1), 'wrong': len(wrong)}))
    for line in wrong[:40]:
        print(line, file=sys.stderr)
    if not options.keep and not wrong:
        shutil.rmtree(folder)
    elif wrong:
        print(f'everything is in {folder}', file=sys.stderr)
    sys.exit(1 if wrong else 0)


if __name__ == '__main__':
    main()
