"""Decides which forms may be used for training: none by the issuers of testdata/unseen, on whose forms detection is
measured.

    python3 unseen.py FILE.pdf...      prints the files that may be used for training
"""
import glob
import hashlib
import json
import os
import sys

UNSEEN = os.path.join(os.path.dirname(os.path.abspath(__file__)), '../../testdata/unseen')


def issuer(name):
    """Returns the first part of a document's name, such as `irs` of `irs-1040.scan`."""
    return name.split('-')[0]


def listed_issuers(folder):
    """Returns the issuers that the corpus's manifests name, by document, from the folder of the PDFs or its parent."""
    found = {}
    for path in glob.glob(os.path.join(folder, '*manifest.json')) + glob.glob(os.path.join(folder, '../*manifest.json')):
        with open(path, encoding='utf-8') as file:
            found.update({d['name']: d['issuer'] for d in json.load(file)['documents']})
    return found


def digest(path):
    with open(path, 'rb') as file:
        return hashlib.sha256(file.read()).hexdigest()


class Reserved:
    """The forms that must not be used for training: recognised by the name of the document, by the issuer in a manifest, or
    as a copy of a form in testdata/unseen."""

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
    """Returns the files that may be used for training, and reports on standard error which are excluded."""
    reserved = Reserved()
    left_out = [f for f in files if reserved.has(f)]
    if left_out:
        names = ', '.join(os.path.basename(f) for f in left_out)
        print(f'excluded from training, {len(left_out)} of {len(files)}: {names}', file=sys.stderr)
    return [f for f in files if f not in set(left_out)]


if __name__ == '__main__':
    print('\n'.join(learnable(sys.argv[1:])))
