"""Which forms may be learned from: none by the issuers of testdata/unseen, on whose forms detection is measured.

    python3 unseen.py FILE.pdf...      prints the files that may be learned from
"""
import glob
import hashlib
import json
import os
import sys

UNSEEN = os.path.join(os.path.dirname(os.path.abspath(__file__)), '../../testdata/unseen')


def issuer(name):
    """The first part of a document's name, such as `irs` of `irs-1040.scan`."""
    return name.split('-')[0]


def listed_issuers(folder):
    """The issuers by document that the corpus' manifests name, in the folder of the PDFs or in the one above."""
    found = {}
    for path in glob.glob(os.path.join(folder, '*manifest.json')) + glob.glob(os.path.join(folder, '../*manifest.json')):
        with open(path, encoding='utf-8') as file:
            found.update({d['name']: d['issuer'] for d in json.load(file)['documents']})
    return found


def digest(path):
    with open(path, 'rb') as file:
        return hashlib.sha256(file.read()).hexdigest()


class Reserved:
    """The forms that nothing may learn from: known by the name of the document, by the issuer in a manifest, or by being
    a copy of a form in testdata/unseen."""

    def __init__(self, folder=UNSEEN):
        with open(os.path.join(folder, 'issuers.json'), encoding='utf-8') as file:
            self.issuers = json.load(file)
        self.copies = {digest(f) for f in glob.glob(os.path.join(folder, '*.pdf'))}
        self.manifests = {}

    def has(self, path):
        folder, name = os.path.dirname(path), os.path.basename(path).removesuffix('.pdf')
        if folder not in self.manifests:
            self.manifests[folder] = listed_issuers(folder)
        listed = self.manifests[folder].get(name.removesuffix('.scan').removesuffix('.acro'), '')
        return (issuer(name) in self.issuers or any(i in listed for i in self.issuers.values())
                or digest(path) in self.copies)


def learnable(files):
    """The files that may be learned from; says on standard error which were left out."""
    reserved = Reserved()
    left_out = [f for f in files if reserved.has(f)]
    if left_out:
        names = ', '.join(os.path.basename(f) for f in left_out)
        print(f'never learned from, {len(left_out)} of {len(files)} left out: {names}', file=sys.stderr)
    return [f for f in files if f not in set(left_out)]


if __name__ == '__main__':
    print('\n'.join(learnable(sys.argv[1:])))
