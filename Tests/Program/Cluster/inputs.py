"""The forms of a run, drawn with repetition and made distinct by their values."""
import dataclasses
import glob
import os
import random

# A scan, whose recognition takes seconds.
SLOW = 'irs-4547.scan.pdf'
# Forms whose analysis takes little time.
SMALL = ['irs-8888.acro.pdf', 'irs-1040v.pdf', 'uscourts-b121.acro.pdf', 'va-10182.pdf']


@dataclasses.dataclass(frozen=True)
class Input:
    name: str
    data: bytes
    value: str


def draw(root, count, seed, is_short):
    """Draws inputs; each third has bytes of its own too, since stages share results for the same bytes."""
    folder = os.path.join(root, 'testdata', 'forms')
    if is_short:
        paths = [os.path.join(folder, name) for name in SMALL]
    else:
        paths = sorted(glob.glob(os.path.join(folder, '*.pdf')))
        paths += sorted(glob.glob(os.path.join(root, '..', 'shared', 'corpus', '*', '*.acro.pdf')))
    rng, inputs, contents = random.Random(seed), [], {}
    for number in range(count):
        path = rng.choice(paths)
        if path not in contents:
            with open(path, 'rb') as file:
                contents[path] = file.read()
        data = contents[path]
        if number % 3 == 0:
            data += f'\n% {seed} {number}\n'.encode()
        inputs.append(Input(f'{number:05}.pdf', data, f'Ada {number:05}'))
    return inputs


def values(detail, value):
    """Puts a value into the widest field for text."""
    regions = [region for region in detail['fieldMap'].values() if region['fieldType'] == 'text']
    if not regions:
        return []
    region = max(regions, key=lambda region: (region['width'], region['id']))
    return [{'fieldRegionId': region['id'], 'value': value, 'source': 'manual'}]
