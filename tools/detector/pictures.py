"""Draws true and found fields on a page, with the standard library and poppler's pdftoppm only."""
import struct
import subprocess
import zlib

DPI = 100
FOUND, MISSED, RIGHT, FALSE = (0, 150, 0), (255, 120, 0), (0, 0, 255), (230, 0, 0)


def render(pdf, page):
    """Returns the page as width, height and RGB bytes."""
    run = subprocess.run(['pdftoppm', '-r', str(DPI), '-cropbox', '-f', str(page + 1), '-l', str(page + 1), pdf],
                         capture_output=True, check=True)
    magic, size, _, pixels = run.stdout.split(b'\n', 3)
    assert magic == b'P6'
    width, height = map(int, size.split())
    return width, height, bytearray(pixels)


def png(width, height, pixels):
    def chunk(kind, data):
        return struct.pack('>I', len(data)) + kind + data + struct.pack('>I', zlib.crc32(kind + data))
    rows = b''.join(b'\0' + bytes(pixels[y * width * 3:(y + 1) * width * 3]) for y in range(height))
    return (b'\x89PNG\r\n\x1a\n' + chunk(b'IHDR', struct.pack('>IIBBBBB', width, height, 8, 2, 0, 0, 0))
            + chunk(b'IDAT', zlib.compress(rows, 6)) + chunk(b'IEND', b''))


class Canvas:
    def __init__(self, pdf, page):
        self.width, self.height, self.pixels = render(pdf, page)

    def blend(self, x, y, colour, share):
        if 0 <= x < self.width and 0 <= y < self.height:
            i = (y * self.width + x) * 3
            for k in range(3):
                self.pixels[i + k] = int(self.pixels[i + k] * (1 - share) + colour[k] * share)

    def frame(self, field, colour, fill=0.0):
        s = DPI / 72
        x0, y0 = round(field['x'] * s), round(field['y'] * s)
        x1, y1 = round((field['x'] + field['width']) * s), round((field['y'] + field['height']) * s)
        if fill:
            for y in range(y0, y1 + 1):
                for x in range(x0, x1 + 1):
                    self.blend(x, y, colour, fill)
        for x in range(x0, x1 + 1):
            self.blend(x, y0, colour, 1)
            self.blend(x, y1, colour, 1)
        for y in range(y0, y1 + 1):
            self.blend(x0, y, colour, 1)
            self.blend(x1, y, colour, 1)


def draw(pdf, page, truth, found, matches, out):
    canvas = Canvas(pdf, page)
    hit = {i for i, _, _ in matches}
    right = {j for _, j, _ in matches}
    for i, field in enumerate(truth):
        if field['page'] == page:
            canvas.frame(field, FOUND if i in hit else MISSED, 0.2 if i in hit else 0.4)
    for j, field in enumerate(found):
        if field['page'] == page:
            canvas.frame(field, RIGHT if j in right else FALSE, 0 if j in right else 0.25)
    with open(out, 'wb') as file:
        file.write(png(canvas.width, canvas.height, canvas.pixels))
