"""Makes up people's answers to forms, always the same for a form and a number."""
import random

GIVEN = ('Ada', 'Jordan', 'Avery', 'Miriam', 'Oscar', 'Priya', 'Hugh', 'Lena', 'Tomas', 'Ruth', 'Kofi', 'Ingrid')
FAMILY = ('Lovelace', 'Okafor', 'Lindqvist', 'Reyes', 'Morgan', 'Whitaker', 'Dunmore', 'Ashby', 'Novak', 'Tanaka', 'Price', 'Gill')
STREETS = ('Harbour Street', 'Dunmore Road', 'Oak Lane', 'Mill Court', 'Station Road', 'Kent Avenue')
TOWNS = ('Springfield', 'Ashford', 'Kingsport', 'Norwich', 'Dover', 'Salem')
WORDS = ('clerk', 'teacher', 'see attached', 'none', 'monthly', 'owner', 'tenant', 'spouse', 'retired', 'part time')


def text(rng, room):
    """Returns an answer of at most so many characters, or None if none is that short."""
    answers = [
        lambda: f'{rng.choice(GIVEN)} {rng.choice(FAMILY)}',
        lambda: f'{rng.randint(1, 1999)} {rng.choice(STREETS)}',
        lambda: f'{rng.choice(TOWNS)} {rng.randint(10000, 99999)}',
        lambda: f'{rng.randint(1, 12):02}/{rng.randint(1, 28):02}/{rng.randint(1940, 2025)}',
        lambda: f'{rng.randint(200, 989)}-555-{rng.randint(100, 9999):04}',
        lambda: f'{rng.randint(1, 98)},{rng.randint(0, 999):03}.{rng.randint(0, 99):02}',
        lambda: rng.choice(FAMILY),
        lambda: rng.choice(TOWNS),
        lambda: rng.choice(WORDS),
        lambda: str(rng.randint(1, 9999)),
        lambda: str(rng.randint(1, 99)),
    ]
    rng.shuffle(answers)
    for answer in answers:
        value = answer()
        if len(value) <= room:
            return value
    return None


def comb(rng, cells):
    """Returns characters for a comb's cells."""
    if cells < 4 or rng.random() < 0.7:
        return ''.join(rng.choice('0123456789') for _ in range(cells if rng.random() < 0.7 else max(1, cells - 2)))
    return rng.choice(FAMILY).upper()[:cells]


def answers(name, number, fields):
    """Returns a person's answers by the names of fields; empty cells have none, and boxes are ticked by "yes"."""
    rng = random.Random(f'{name} {number}')
    values = {}
    for field in fields:
        chance = rng.random()
        if field['type'] == 'signature':
            continue
        if field['type'] == 'checkbox':
            if chance < 0.4:
                values[field['name']] = 'yes'
            continue
        if chance > 0.75:
            continue
        if 'combEdges' in field:
            values[field['name']] = comb(rng, len(field['combEdges']) - 1)
            continue
        # A size of 9 points, with half of that for a character and some room at the ends.
        value = text(rng, min(field.get('maxLength') or 99, int((field['width'] - 6) / 5.4)))
        if value:
            values[field['name']] = value
    return values
