"""Pages as gray pixels, by poppler, and the ink by which two of them differ."""
import subprocess


class Raster:
    def __init__(self, width, height, dpi, pixels):
        self.width, self.height, self.scale, self.pixels = width, height, dpi / 72, pixels

    def rows(self, box, margin=0):
        """Yields the top row and the pixels of each row of a box (x, y, width, height in points), clipped to the page."""
        left = max(0, round((box[0] - margin) * self.scale))
        right = min(self.width, round((box[0] + box[2] + margin) * self.scale))
        top = max(0, round((box[1] - margin) * self.scale))
        bottom = min(self.height, round((box[1] + box[3] + margin) * self.scale))
        for y in range(top, bottom):
            yield left, y, self.pixels[y * self.width + left:y * self.width + max(left, right)]


def render(pdf, page, dpi, password=None):
    """Renders a page (from 0) with what a person sees, widgets included."""
    command = ['pdftoppm', '-gray', '-cropbox', '-r', str(dpi), '-f', str(page + 1), '-l', str(page + 1)]
    if password:
        command += ['-upw', password]
    data = subprocess.run([*command, pdf], capture_output=True, check=True).stdout
    magic, width, height, _ = data[:64].split(maxsplit=4)[:4]
    if magic != b'P5':
        raise ValueError(f'{pdf}: page {page + 1} was not rendered')
    width, height = int(width), int(height)
    return Raster(width, height, dpi, data[-width * height:])


def ink(blank, filled, box, threshold=48, margin=0):
    """Returns the number of pixels of a box that became darker, and their bounding box in points, or None."""
    count, left, right, top, bottom = 0, None, None, None, None
    for (x0, y, before), (_, _, after) in zip(blank.rows(box, margin), filled.rows(box, margin)):
        dark = [x for x, (b, a) in enumerate(zip(before, after)) if b - a > threshold]
        if dark:
            count += len(dark)
            left = min(dark[0] + x0, left) if left is not None else dark[0] + x0
            right = max(dark[-1] + x0 + 1, right) if right is not None else dark[-1] + x0 + 1
            top = y if top is None else top
            bottom = y + 1
    if not count:
        return 0, None
    scale = blank.scale
    return count, (left / scale, top / scale, (right - left) / scale, (bottom - top) / scale)
