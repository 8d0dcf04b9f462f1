"""Chooses a value for every field of a form: a short word or number of its own, that can be found again on the page."""
import re

CONSONANTS, VOWELS = 'bdfgklmnprstvz', 'aeiou'
# A character at about 9 pt; a careful person would not try to write more into a field.
CHARACTER_WIDTH = 5.5
LONGEST = 8


class Value:
    """What is written into one field or question, and its widgets.

    `kind` is text, number, date or mark. `option` is the export value of the chosen box of a question, `widgets` has the
    fields of the truth that must show the value; those of `empty` must stay as they are.
    """

    def __init__(self, name, kind, text, widgets, option=None, empty=()):
        self.name, self.kind, self.text = name, kind, text
        self.widgets, self.option, self.empty = widgets, option, list(empty)

    def is_in(self, text):
        """Tells whether a field's text has the value, in whatever form it was written."""
        plain = re.sub(r'\W|_', '', text).lower()
        if self.kind == 'date':
            year, month, day = self.text.split('-')
            return day in plain and (year in plain or year[2:] in plain)
        return re.sub(r'\W|_', '', self.text).lower() in plain


def syllable(index):
    return CONSONANTS[index // len(VOWELS) % len(CONSONANTS)] + VOWELS[index % len(VOWELS)]


def word(index, length):
    """Returns a word that is the only one with its index, if its length is at least four."""
    if length == 1:
        return CONSONANTS[index % len(CONSONANTS)].upper()
    # Neighbours in the form differ in their first letters too.
    first, rest = index * 13 % 70, index // 70
    text = syllable(first).capitalize() + syllable(rest * 31 + first * 7) + syllable(index * 17 + 5) + syllable(index)
    return text[:length]


def number(index, length):
    return str(4138297 * (index + 7) % 10 ** 8).rjust(8, '7')[:length]


def text_for(index, field, kind):
    length = max(1, min(LONGEST, int((field['width'] - 4) / CHARACTER_WIDTH)))
    limit = field.get('maxLen') or 0
    if field.get('comb') and limit:
        return number(index, min(8, limit)) * 2 if limit > 8 else number(index, limit)
    if limit:
        length = min(length, limit)
    if kind == 'date':
        return f'2026-03-{13 + index % 16}' if not limit or limit >= 10 else number(index, length)
    return number(index, min(length, 4)) if kind == 'number' else word(index, length)


def choose(truth, kinds):
    """Returns the values of all text fields and boxes. `kinds` has the fields, by name, that take numbers or dates only."""
    by_name = {}
    for field in truth:
        by_name.setdefault(field['name'], []).append(field)
    values = []
    for index, (name, fields) in enumerate(by_name.items()):
        if all(f['type'] in ('text', 'multiline') for f in fields):
            kind = kinds.get(name, 'text')
            narrowest = min(fields, key=lambda f: f['width'])
            text = text_for(index, narrowest, kind)
            if narrowest.get('comb') and narrowest.get('maxLen'):
                text = text[:narrowest['maxLen']]
            if kind == 'date' and '-' not in text:
                kind = 'number'
            values.append(Value(name, kind, text, fields))
        elif all(f['type'] in ('checkbox', 'radio') for f in fields):
            exports = list(dict.fromkeys(f.get('export') or 'Yes' for f in fields))
            option = exports[-1]
            chosen = [f for f in fields if (f.get('export') or 'Yes') == option]
            values.append(Value(name, 'mark', option if len(exports) > 1 else 'true', chosen, option,
                                [f for f in fields if f not in chosen]))
    return values
