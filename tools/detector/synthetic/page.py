"""A page that blocks draw on: text, lines, fills, and the fields that are true of it."""
import unicodedata

from vocabulary import LANGUAGES

FONTS = {'F1': 'Helvetica', 'F2': 'Times-Roman', 'F3': 'Courier', 'F4': 'Helvetica-Bold', 'F5': 'Helvetica-Oblique',
         'F6': 'ZapfDingbats'}
# The widths of the characters from space to tilde, in thousandths of the size.
HELVETICA = [int(w) for w in """
    278 278 355 556 556 889 667 191 333 333 389 584 278 333 278 278 556 556 556 556 556 556 556 556 556
    556 278 278 584 584 584 556 1015 667 667 722 722 667 611 778 722 278 500 667 556 833 722 778 667 778
    722 667 611 722 667 944 667 667 611 278 278 278 469 556 333 556 556 500 556 556 278 556 556 222 222
    500 222 833 556 556 556 556 333 500 278 556 500 722 500 500 500 334 260 334 584""".split()]
BOLD = [int(w) for w in """
    278 333 474 556 556 889 722 238 333 333 389 584 278 333 278 278 556 556 556 556 556 556 556 556 556
    556 333 333 584 584 584 611 975 722 722 722 722 667 611 778 722 278 556 722 611 833 722 778 667 778
    722 667 611 722 667 944 667 667 611 333 278 333 584 556 333 556 611 556 611 556 333 611 611 278 278
    556 278 889 611 611 611 611 389 556 333 611 556 778 556 556 500 389 280 389 584""".split()]
TIMES = [int(w) for w in """
    250 333 408 500 500 833 778 180 333 333 500 564 250 333 250 278 500 500 500 500 500 500 500 500 500
    500 278 278 564 564 564 444 921 722 667 667 722 611 556 722 722 333 389 722 611 889 722 722 556 722
    667 556 611 722 722 944 722 722 611 333 278 333 469 500 333 444 500 444 500 444 333 500 500 278 278
    500 278 778 500 500 500 500 333 389 278 500 500 722 500 500 444 480 200 480 541""".split()]
WIDTHS = {'F1': HELVETICA, 'F4': BOLD, 'F5': HELVETICA, 'F2': TIMES}
# Of further characters in Helvetica and Times.
OTHERS = {
    '…': (1000, 1000), '·': (278, 250), '•': (350, 350), 'º': (365, 310), 'ª': (370, 276), 'ß': (611, 500),
    'æ': (889, 667), 'Æ': (1000, 889), 'ø': (611, 500), 'Ø': (778, 722), '€': (556, 500), '°': (400, 400),
    '–': (556, 500), '¿': (611, 444), 'í': (278, 278), 'ì': (278, 278), 'î': (278, 278), '’': (222, 333)}
DINGBATS = {'n': 761, 'o': 762, 'p': 762, 'q': 759, 'r': 759, 'm': 873, '#': 974, '"': 961}
COLOURS = [(0, .2, .5), (.7, .1, .1), (0, .4, .25), (.1, .5, .75), (.85, .4, .1), (.45, .45, .45), (.6, .6, .65), (.5, .1, .45)]
TINTS = [(.88, .93, .98), (.98, .93, .86), (.9, .96, .9), (1, .96, .8), (.98, .88, .84), (.94, .9, .97), (.86, .94, .94),
         (.8, .88, .97), (.97, .85, .85), (.99, .82, .74)]
BLACK, WHITE = (0, 0, 0), (1, 1, 1)
SIZES = [(612, 792)] * 5 + [(595, 842)] * 6 + [(420, 595), (792, 612), (842, 595), (300, 400)]


def character_width(c, font):
    if font == 'F3':
        return 600
    if font == 'F6':
        return DINGBATS.get(c, 760)
    if c in OTHERS:
        return OTHERS[c][font == 'F2']
    code = ord(c) if ' ' <= c <= '~' else ord(unicodedata.normalize('NFD', c)[0])
    return WIDTHS[font][code - 32] if 32 <= code <= 126 else 556


def octal(s):
    """Returns a text as the body of a PDF's string in WinAnsi."""
    out = ''
    for b in s.encode('cp1252', 'replace'):
        out += f'\\{b:03o}' if b in b'()\\' or b < 32 or b > 126 else chr(b)
    return out


def triple(colour):
    return ' '.join(f'{c:.2f}'.rstrip('0').rstrip('.') for c in colour)


class Page:
    def __init__(self, rng):
        self.rng = rng
        self.width, self.height = rng.choice(SIZES)
        self.content, self.fields, self.printed = [], [], []
        self.font = rng.choice(['F1', 'F1', 'F1', 'F2', 'F2', 'F3'])
        self.size = rng.choice([8, 9, 10, 10, 11, 12] if self.width > 400 else [7, 8, 9])
        self.line = rng.choice([0.3, 0.5, 0.5, 0.8, 1.0, 1.5])
        self.margin = rng.choice([28, 36, 50, 60, 72] if self.width > 400 else [20, 28, 36])
        self.right = self.width - self.margin
        # What a line over the whole page extends over.
        self.edges = 0, self.width
        # Nothing is printed below this.
        self.bottom = self.height - self.margin
        self.language = LANGUAGES[rng.choice(['en', 'en', *LANGUAGES])]
        self.second = LANGUAGES[rng.choice(list(LANGUAGES))] if rng.random() < .1 else None
        self.letter = rng.choice([BLACK] * 8 + [(0, .1, .35), (.25, .25, .25)])
        self.ink = rng.choice([BLACK] * 7 + [rng.choice(COLOURS)] * 3)
        self.tint = rng.choice(TINTS) if rng.random() < .6 else (rng.choice([.8, .85, .9, .93]),) * 3
        # Conventions that one issuer keeps to.
        self.joins_lines = rng.random() < .65
        self.joins_blocks = rng.random() < .7
        self.panel = None
        self.content.append(f'{triple(self.letter)} rg {triple(self.ink)} RG')

    @property
    def span(self):
        return self.right - self.margin

    # Text ------------------------------------------------------------------------------------------------------------
    def measure(self, s, size=None, font=None):
        font = font or self.font
        return sum(character_width(c, font) for c in s) * (size or self.size) / 1000

    def fit(self, s, width, size=None, font=None):
        """Returns as many words of a text as fit, or the beginning of its first word."""
        while s and self.measure(s, size, font) > width:
            s = s.rsplit(' ', 1)[0].rstrip(' ,/') if ' ' in s else s[:-1]
        return s

    def wrap(self, s, width, size=None, font=None):
        lines = ['']
        for word in s.split():
            longer = (lines[-1] + ' ' + word).strip()
            if lines[-1] and self.measure(longer, size, font) > width:
                lines.append(word)
            else:
                lines[-1] = longer
        return [self.fit(line, width, size, font) for line in lines]

    def text(self, s, x, y, size=None, font=None, colour=None):
        size, font = size or self.size, font or self.font
        if not s.strip():
            return
        s = s.replace('\\', '')
        begin, end = (f'{triple(colour)} rg ', f' {triple(self.letter)} rg') if colour else ('', '')
        self.content.append(f'{begin}BT /{font} {size:g} Tf {x:.2f} {self.height - y:.2f} Td ({octal(s)}) Tj ET{end}')
        self.printed.append((x, y - .7 * size, self.measure(s, size, font), .75 * size, s))

    def put(self, s, x, y, width, align='left', size=None, font=None, colour=None):
        """Prints as much of a text as fits between x and x + width."""
        s = self.fit(s, width, size, font)
        room = width - self.measure(s, size, font)
        self.text(s, x + {'left': 0, 'centre': room / 2, 'right': room}[align], y, size, font, colour)

    def text_up(self, s, x, y, size=None, font=None):
        """Prints a text from y upwards, with its baseline at x."""
        size, font = size or self.size, font or self.font
        self.content.append(f'BT /{font} {size:g} Tf 0 1 -1 0 {x:.2f} {self.height - y:.2f} Tm ({octal(s)}) Tj ET')
        length = self.measure(s, size, font)
        self.printed.append((x - .7 * size, y - length, .75 * size, length, s))

    def put_caption(self, most, x, y, width, align='left', size=None, font=None):
        self.put(self.caption(most, width, size, font), x, y, width, align, size, font)

    # Lines and areas -------------------------------------------------------------------------------------------------
    def stroked(self, path, line=None, dash=None, colour=None):
        """Strokes a path; a dash is (length, gap), and one of length 0 draws dots."""
        begin, end = '', ''
        if colour:
            begin, end = f'{triple(colour)} RG ', f' {triple(self.ink)} RG'
        if dash:
            begin += ('1 J ' if dash[0] == 0 else '') + f'[{dash[0]:.2f} {dash[1]:.2f}] 0 d '
            end = (' 0 J' if dash[0] == 0 else '') + ' [] 0 d' + end
        self.content.append(f'{begin}{line or self.line:.2f} w {path} S{end}')

    def box(self, x, y, w, h, line=None, dash=None, colour=None):
        self.stroked(f'{x:.2f} {self.height - y - h:.2f} {w:.2f} {h:.2f} re', line, dash, colour)

    def fill(self, x, y, w, h, colour):
        colour = colour if isinstance(colour, tuple) else (colour,) * 3
        self.content.append(f'{triple(colour)} rg {x:.2f} {self.height - y - h:.2f} {w:.2f} {h:.2f} re f {triple(self.letter)} rg')

    def rule(self, x, y, w, line=None, dash=None, colour=None):
        self.stroked(f'{x:.2f} {self.height - y:.2f} m {x + w:.2f} {self.height - y:.2f} l', line, dash, colour)

    def wall(self, x, y, h, line=None, dash=None, colour=None):
        self.stroked(f'{x:.2f} {self.height - y:.2f} m {x:.2f} {self.height - y - h:.2f} l', line, dash, colour)

    def painted(self, path, line, filled, colour):
        """Fills a path if it has a colour to be filled with, and strokes it unless its line is 0."""
        if filled:
            self.content.append(f'{triple(filled)} rg {path} f {triple(self.letter)} rg')
        if line != 0:
            self.stroked(path, line, None, colour)

    def oval(self, x, y, w, h, line=None, filled=None, colour=None):
        """An ellipse, outlined unless it is filled with a colour and has no line."""
        rx, ry, kx, ky = w / 2, h / 2, 0.5523 * w / 2, 0.5523 * h / 2
        cx, cy = x + rx, self.height - y - ry
        path = (f'{cx + rx:.2f} {cy:.2f} m {cx + rx:.2f} {cy + ky:.2f} {cx + kx:.2f} {cy + ry:.2f} {cx:.2f} {cy + ry:.2f} c '
                f'{cx - kx:.2f} {cy + ry:.2f} {cx - rx:.2f} {cy + ky:.2f} {cx - rx:.2f} {cy:.2f} c '
                f'{cx - rx:.2f} {cy - ky:.2f} {cx - kx:.2f} {cy - ry:.2f} {cx:.2f} {cy - ry:.2f} c '
                f'{cx + kx:.2f} {cy - ry:.2f} {cx + rx:.2f} {cy - ky:.2f} {cx + rx:.2f} {cy:.2f} c')
        self.painted(path, line, filled, colour)

    def rounded(self, x, y, w, h, r, line=None, colour=None, filled=None):
        """A box with rounded corners."""
        k, b, t = .4477 * r, self.height - y - h, self.height - y
        path = (f'{x + r:.2f} {b:.2f} m {x + w - r:.2f} {b:.2f} l '
                f'{x + w - k:.2f} {b:.2f} {x + w:.2f} {b + k:.2f} {x + w:.2f} {b + r:.2f} c '
                f'{x + w:.2f} {t - r:.2f} l {x + w:.2f} {t - k:.2f} {x + w - k:.2f} {t:.2f} {x + w - r:.2f} {t:.2f} c '
                f'{x + r:.2f} {t:.2f} l {x + k:.2f} {t:.2f} {x:.2f} {t - k:.2f} {x:.2f} {t - r:.2f} c '
                f'{x:.2f} {b + r:.2f} l {x:.2f} {b + k:.2f} {x + k:.2f} {b:.2f} {x + r:.2f} {b:.2f} c')
        self.painted(path, line, filled, colour)

    def dash(self):
        """Returns a random dash, or dots."""
        rng = self.rng
        return (0, rng.uniform(1.8, 4)) if rng.random() < .4 else (rng.uniform(2, 6), rng.uniform(1, 4))

    # Fields ----------------------------------------------------------------------------------------------------------
    def field(self, x, y, w, h, kind='text'):
        self.fields.append({'page': 0, 'x': round(x, 2), 'y': round(y, 2), 'width': round(w, 2), 'height': round(h, 2),
                            'type': kind, 'name': f'f{len(self.fields)}'})

    # Words -----------------------------------------------------------------------------------------------------------
    def cased(self, s):
        kind = self.rng.random()
        return s[0].upper() + s[1:] if kind < .7 else s.upper() if kind < .85 else s.title() if kind < .92 else s

    def caption(self, most=3, width=None, size=None, font=None):
        """Returns a caption of at most `most` words that fits into a width: from 4 words, perhaps a question or two captions."""
        s = ''
        for _ in range(8):
            s = self.any_caption(most)
            if width is None or self.measure(s, size, font) <= width:
                return s
            most = max(1, min(most, 4) - 1)
        return self.fit(s, width, size, font)

    def any_caption(self, most):
        rng, words = self.rng, self.language
        if most > 3:
            kind = rng.random()
            if kind < .35:
                s = rng.choice(words.questions)
            elif kind < .6:
                s = rng.choice(words.captions) + rng.choice([', ', ' / ', ' - ']) + rng.choice(words.captions).lower()
            else:
                s = rng.choice(words.captions)
        else:
            s = rng.choice(words.by_words[most])
            if self.second and most > 1 and rng.random() < .5:
                s += ' / ' + rng.choice(self.second.by_words[most])
        return self.cased(s)

    def run(self, n):
        return ' '.join(self.rng.choice(self.language.prose) for _ in range(n))

    def prose(self, n):
        return self.run(n).capitalize() + '.'

    def prose_line(self, width, size=None):
        """Returns as many words of prose as fit."""
        s = ''
        while True:
            longer = (s + ' ' + self.rng.choice(self.language.prose)).strip()
            if self.measure(longer, size) > width:
                return s
            s = longer

    def pdf(self):
        body = '\n'.join(self.content).encode('latin-1', 'replace')
        objects = [b'<< /Type /Catalog /Pages 2 0 R >>', b'<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
                   (f'<< /Type /Page /Parent 2 0 R /MediaBox [0 0 {self.width} {self.height}] /Contents 4 0 R /Resources '
                    '<< /Font << ' + ' '.join(f'/{k} {5 + i} 0 R' for i, k in enumerate(FONTS)) + ' >> >> >>').encode(),
                   b'<< /Length %d >>\nstream\n' % len(body) + body + b'\nendstream']
        for key, name in FONTS.items():
            encoding = '' if key == 'F6' else ' /Encoding /WinAnsiEncoding'
            objects.append(f'<< /Type /Font /Subtype /Type1 /BaseFont /{name}{encoding} >>'.encode())
        out, offsets = b'%PDF-1.4\n', []
        for i, o in enumerate(objects):
            offsets.append(len(out))
            out += b'%d 0 obj\n' % (i + 1) + o + b'\nendobj\n'
        start = len(out)
        out += b'xref\n0 %d\n0000000000 65535 f \n' % (len(objects) + 1)
        out += b''.join(b'%010d 00000 n \n' % o for o in offsets)
        return out + b'trailer << /Size %d /Root 1 0 R >>\nstartxref\n%d\n%%%%EOF\n' % (len(objects) + 1, start)
