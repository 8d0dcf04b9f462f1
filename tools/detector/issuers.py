"""Tells which issuer a form is from, and whether it may be used for training.

Two groups of issuers are kept for measuring: those of testdata/unseen for good, and those that issuers.json sets aside. The
latter are the first twelve of `dev2` by the SHA-256 of their names, among the issuers that neither `dev` nor
testdata/unseen has, and the first twelve of `dev3`. Nobody has looked at their pages.

    python3 issuers.py FILE.pdf...      prints the files that may be used for training
"""
import glob
import hashlib
import json
import os
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
UNSEEN = os.path.join(HERE, '../../testdata/unseen')


def listed(folder):
    """Returns what the corpus's manifests say, by document, from the folder of the PDFs or its parent."""
    found = {}
    for path in glob.glob(os.path.join(folder, '*manifest.json')) + glob.glob(os.path.join(folder, '../*manifest.json')):
        with open(path, encoding='utf-8') as file:
            found.update({d['name']: d for d in json.load(file)['documents']})
    return found


def digest(path):
    with open(path, 'rb') as file:
        return hashlib.sha256(file.read()).hexdigest()


def base(path):
    """Returns the name of the document that a file is a variant of."""
    return os.path.basename(path).removesuffix('.pdf').removesuffix('.scan').removesuffix('.acro')


class Issuers:
    TRAINING, UNSEEN, SET_ASIDE = 'training', 'unseen', 'set aside'

    def __init__(self):
        with open(os.path.join(UNSEEN, 'issuers.json'), encoding='utf-8') as file:
            self.unseen = json.load(file)
        with open(os.path.join(HERE, 'issuers.json'), encoding='utf-8') as file:
            known = json.load(file)
        self.same, self.set_aside = known['same issuer'], set(known['set aside'])
        self.copies = {digest(f) for f in glob.glob(os.path.join(UNSEEN, '*.pdf'))}
        self.manifests = {}

    def entry(self, path):
        """Returns what a manifest says of a form: its issuer, language, kind and more, or nothing."""
        folder = os.path.dirname(os.path.abspath(path))
        if folder not in self.manifests:
            self.manifests[folder] = listed(folder)
        return self.manifests[folder].get(base(path), {})

    def of(self, path):
        """Returns the issuer that a manifest names, or else the first part of the document's name."""
        name = self.entry(path).get('issuer', base(path).split('-')[0])
        return self.same.get(name, name)

    def use(self, path):
        """Returns what a form may be used for."""
        issuer = self.of(path)
        if (issuer in self.unseen or any(name in issuer for name in self.unseen.values()) or digest(path) in self.copies):
            return self.UNSEEN
        return self.SET_ASIDE if issuer in self.set_aside else self.TRAINING


if __name__ == '__main__':
    issuers = Issuers()
    print('\n'.join(f for f in sys.argv[1:] if issuers.use(f) == Issuers.TRAINING))
