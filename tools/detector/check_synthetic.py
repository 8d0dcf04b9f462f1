"""Checks the synthetic pages: fields must not overlap each other or print, nor print other print, and all must be on the page.

    python3 check_synthetic.py [COUNT] [FIRST]      checks COUNT seeds (1000) from FIRST (0); fails if anything is wrong
"""
import collections
import sys

import synthetic

# Print that marks a blank may lie in its field.
MARKS = set('_.-·…*=–"/[]()$% ')
# Shallower overlaps are of descenders with the field below.
LEAST = 2


def overlap(a, b):
    """Returns the width and height of what two boxes (x, y, width, height) share."""
    return (min(a[0] + a[2], b[0] + b[2]) - max(a[0], b[0]), min(a[1] + a[3], b[1] + b[3]) - max(a[1], b[1]))


def problems(page):
    """Yields what is wrong with a page, in words."""
    fields = [(f['x'], f['y'], f['width'], f['height']) for f in page.fields]
    boxes = {i for i, f in enumerate(page.fields) if f['type'] == 'checkbox'}
    print_ = [(p[:4], p[4]) for p in page.printed]
    for i, a in enumerate(fields):
        if a[0] < 0 or a[1] < 0 or a[0] + a[2] > page.width or a[1] + a[3] > page.height or min(a[2:]) < 4:
            yield 'field off the page or too small'
        for b in fields[:i]:
            if min(overlap(a, b)) > .05:
                yield 'field on field'
        for b, s in print_:
            # A bubble to fill in has its letter in it.
            if min(overlap(a, b)) > LEAST and not set(s) <= MARKS and not (i in boxes and len(s) == 1):
                yield 'print on a field'
    for i, (a, s) in enumerate(print_):
        if a[0] < 0 or a[1] < 0 or a[0] + a[2] > page.width or a[1] + a[3] > page.height:
            yield 'print off the page'
        for b, t in print_[:i]:
            if min(overlap(a, b)) > LEAST and not set(s) <= MARKS and not set(t) <= MARKS:
                yield 'print on print'


def main():
    count, first = (int(a) for a in (sys.argv[1:] + ['1000', '0'][len(sys.argv) - 1:]))
    found, seeds, kinds = collections.Counter(), collections.defaultdict(list), collections.Counter()
    forms = 0
    for seed in range(first, first + count):
        page = synthetic.make(seed)
        forms += bool(page.fields)
        kinds.update(f['type'] for f in page.fields)
        for problem in problems(page):
            found[problem] += 1
            seeds[problem].append(seed)
    print(f'{count} pages, {forms} with fields; fields:', ', '.join(f'{k} {n}' for k, n in kinds.most_common()))
    for problem, times in found.items():
        print(f'{problem}: {times}, for example on page', seeds[problem][0])
    sys.exit(bool(found))


if __name__ == '__main__':
    main()
