"""Fills forms about several people from a profile and tells whose fields were filled. See tools/evaluate-profile."""
import argparse
import collections
import csv
import json
import os
import subprocess
import tempfile

from keys import contains, half, locate

OTHER = 'other person'
COLUMNS = ('right', 'wrong', 'empty', 'undetected', 'others', 'strays')
PROFILE = {
    'given-name': 'Ada', 'additional-name': 'Maria', 'family-name': 'Byron', 'honorific-suffix': 'Jr.', 'nickname': 'Augusta',
    'organization-title': 'Analyst', 'street-address': "12 St James's Square\nUnit 4", 'address-level2': 'Springfield',
    'address-level1': 'IL', 'postal-code': '62704', 'country': 'US', 'bday': '1985-12-10', 'sex': 'Female',
    'tel': '+1 217-555-0142', 'tel-national': '217-555-0142', 'email': 'ada@example.org',
}
# A place for a whole asks for its parts, and these can be left out of it.
WHOLES = {'name': ('given-name', 'family-name'), 'street-address': ('address-line1',), 'country': ('country-name',)}
OPTIONAL = {'additional-name', 'honorific-suffix', 'address-line2', 'address-level1'}


def arguments():
    parser = argparse.ArgumentParser(prog='tools/evaluate-profile', description='see tools/evaluate-profile --help')
    parser.add_argument('--program', required=True)
    parser.add_argument('--corpus', required=True)
    parser.add_argument('--fields', required=True)
    parser.add_argument('--half', choices=('seen', 'unseen', 'all'), default='seen')
    parser.add_argument('--list', action='store_true')
    parser.add_argument('--only')
    parser.add_argument('--known')
    return parser.parse_args()


def parts(names):
    """Returns the names that a list of names stands for, without those that can be left out beside others."""
    found = {part for name in names for part in WHOLES.get(name, (name,))}
    return found - OPTIONAL or found


def judge(form, rows, options, folder):
    path = locate(options.corpus, {'form': form, 'variant': 'flat'})
    known = os.path.join(options.known, form + '.json') if options.known else os.path.join(folder, 'fields.json')
    if not options.known:
        with open(known, 'wb') as file:
            subprocess.run([options.program, 'inspect', path, '--json'], stdout=file, stderr=subprocess.DEVNULL, check=True)
    profile, report = os.path.join(folder, 'profile.json'), os.path.join(folder, 'report.json')
    with open(profile, 'w') as file:
        json.dump(PROFILE, file)
    subprocess.run([options.program, 'fill', path, '--fields', known, '--profile', profile, '--check', '--report', report],
                   stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, check=True)
    with open(known) as file:
        fields = json.load(file)['fields']
    with open(report) as file:
        filled = {entry['id'].lower(): entry['key'] for entry in json.load(file)['filled'] if entry['match'] == 'profile'}
    counts, notes = collections.Counter(), []
    judged = set()
    for field in fields:
        here = [row for row in rows if contains(field, (int(row['page']) - 1, float(row['x']), float(row['y'])))]
        key = filled.get(field['id'].lower())
        judged.update(id(row) for row in here)
        own = [row['autofill'] for row in here if row['autofill'] != OTHER]
        outcome = None
        if key and not here:
            outcome = 'strays'
        elif key and not own:
            outcome = 'others'
        elif own:
            # One detected field can be several blanks of the issuer's.
            is_right = key and parts(key.split()) in (parts(name.split()) for name in [*own, ' '.join(own)])
            outcome = 'right' if is_right else 'wrong' if key else 'empty'
        if outcome:
            counts[outcome] += len(own) if own else 1
            if outcome != 'right':
                notes.append(f"{outcome}: page {field['page'] + 1} {field['label'][:60]!r}: {key} for {' | '.join(own) or 'nobody'}")
    for row in rows:
        if row['autofill'] != OTHER and id(row) not in judged:
            counts['undetected'] += 1
            notes.append(f"undetected: page {row['page']}: {row['autofill']}")
    return counts, notes


def line(name, counts):
    own = sum(counts[column] for column in COLUMNS[:4])
    share = 100 * counts['right'] / own if own else 0
    print(f"{name:24}" + ''.join(f'{counts[column]:>12}' for column in COLUMNS) + f'{share:>9.1f} %')


def main():
    options = arguments()
    with open(options.fields, newline='') as file:
        rows = [row for row in csv.DictReader(file) if options.half in ('all', half(row['form']))]
    forms = sorted({row['form'] for row in rows})
    if options.only:
        forms = [form for form in forms if form in options.only.split(',')]
    total = collections.Counter()
    print(f"{'form':24}" + ''.join(f'{column:>12}' for column in COLUMNS) + f"{'right':>11}")
    with tempfile.TemporaryDirectory() as folder:
        for form in forms:
            counts, notes = judge(form, [row for row in rows if row['form'] == form], options, folder)
            total += counts
            line(form, counts)
            if options.list:
                for note in notes:
                    print('    ' + note)
    line('all', total)


if __name__ == '__main__':
    main()
