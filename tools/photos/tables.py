"""Draws the tables that photographed sheets lie on, as pictures seen from above."""
import numpy as np
from PIL import Image, ImageDraw

# Pixels per millimetre of a table, and its side in millimetres.
SCALE, SIDE = 2.5, 1300

# The tables that the search for sheets may be adjusted on, and those that it is only measured on.
KNOWN = ('plain', 'wood', 'checked', 'cluttered')
OTHER = ('stone', 'striped', 'tiled', 'birch', 'desk')


def noise(rng, shape, cells):
    """Returns smooth noise from 0 to 1 with a number of cells across and down."""
    small = rng.random((max(2, int(cells[1])), max(2, int(cells[0])))).astype(np.float32)
    return np.asarray(Image.fromarray(small).resize((shape[1], shape[0]), Image.BICUBIC))


def colour(rng, low, high):
    """Returns a random colour whose brightness is between two values."""
    base = rng.uniform(low, high)
    return np.clip(base * (1 + rng.uniform(-0.35, 0.35, 3)), 5, 245)


def plain(rng, n, base=None):
    base = colour(rng, 25, 165) if base is None else base
    grain = 1 + 0.05 * (noise(rng, (n, n), (40, 40)) - 0.5) + 0.03 * (noise(rng, (n, n), (900, 900)) - 0.5)
    return base * grain[..., None]


def boards(rng, base, contrast, plank):
    """Returns boards with a grain along them."""
    n = int(SIDE * SCALE)
    width = int(plank * SCALE)
    picture = np.empty((n, n, 3), np.float32)
    for top in range(0, n, width):
        high = min(width, n - top)
        grain = noise(rng, (high, n), (12, high / 3)) * 0.6 + noise(rng, (high, n), (60, high)) * 0.4
        board = base * rng.uniform(0.85, 1.12) * (1 + contrast * (grain[..., None] - 0.5))
        board[:2] *= 0.45
        joint = int(rng.integers(0, n))
        board[:, joint:joint + 2] *= 0.5
        picture[top:top + high] = board
    return picture


def wood(rng):
    base = np.array(rng.choice([(120, 78, 45), (90, 55, 32), (150, 108, 66), (70, 45, 30)]), np.float32)
    return boards(rng, base, rng.uniform(0.3, 0.7), rng.uniform(70, 220))


def birch(rng):
    base = np.array(rng.choice([(196, 164, 122), (182, 150, 110), (170, 146, 116)]), np.float32)
    return boards(rng, base, rng.uniform(0.15, 0.35), rng.uniform(400, 900))


def checked(rng):
    n = int(SIDE * SCALE)
    size = rng.uniform(12, 45) * SCALE
    light = np.array(rng.choice([(215, 212, 205), (200, 200, 205), (190, 175, 150)]), np.float32)
    dark = colour(rng, 30, 120)
    stripe = ((np.arange(n) // size).astype(int) & 1).astype(np.float32)
    if rng.random() < 0.5:
        share = (stripe[:, None] + stripe[None, :]) / 2
    else:
        share = np.abs(stripe[:, None] - stripe[None, :])
    weave = 1 + 0.08 * (noise(rng, (n, n), (1200, 1200)) - 0.5)
    return (light + (dark - light) * share[..., None]) * weave[..., None]


def striped(rng):
    n = int(SIDE * SCALE)
    colours = [colour(rng, 40, 200) for _ in range(4)]
    rows, at = np.empty((n, 3), np.float32), 0
    while at < n:
        width = int(rng.uniform(4, 60) * SCALE)
        rows[at:at + width] = colours[int(rng.integers(0, 4))]
        at += width
    picture = np.repeat(rows[:, None], n, axis=1) * (1 + 0.1 * (noise(rng, (n, n), (1000, 1000))[..., None] - 0.5))
    return np.rot90(picture) if rng.random() < 0.5 else picture


def tiled(rng):
    n = int(SIDE * SCALE)
    picture = plain(rng, n, colour(rng, 70, 185))
    size, gap = rng.uniform(60, 200) * SCALE, max(2, int(rng.uniform(1, 4) * SCALE))
    grout = colour(rng, 40, 210)
    for at in np.arange(rng.uniform(0, size), n, size).astype(int):
        picture[at:at + gap] = grout
        picture[:, at:at + gap] = grout
    return picture


def stone(rng):
    n = int(SIDE * SCALE)
    base = colour(rng, 50, 170)
    speckle = sum(noise(rng, (n, n), (c, c)) * w for c, w in ((15, 0.3), (80, 0.3), (400, 0.25), (1500, 0.35)))
    return base * (1 + 0.7 * (speckle[..., None] - 0.6))


def thing(draw, rng, x, y, kinds):
    """Draws a thing at a place, in pixels."""
    kind = rng.choice(kinds)
    angle = rng.uniform(0, 2 * np.pi)
    c, s = np.cos(angle), np.sin(angle)

    def box(w, h, fill, dx=0.0, dy=0.0):
        corners = [(dx - w / 2, dy - h / 2), (dx + w / 2, dy - h / 2), (dx + w / 2, dy + h / 2), (dx - w / 2, dy + h / 2)]
        draw.polygon([(x + (a * c - b * s) * SCALE, y + (a * s + b * c) * SCALE) for a, b in corners], fill=fill)

    def paint(low, high):
        return tuple(int(v) for v in colour(rng, low, high))

    if kind == 'pen':
        box(rng.uniform(110, 150), rng.uniform(7, 11), paint(10, 180))
        box(20, 5, paint(10, 80), 60)
    elif kind == 'book':
        w, h = rng.uniform(100, 220), rng.uniform(120, 260)
        box(w, h, paint(20, 190))
        box(w * 0.7, h * 0.12, paint(60, 230), 0, -h * 0.25)
    elif kind == 'phone':
        box(75, 155, (15, 15, 18))
        box(68, 140, paint(10, 60))
    elif kind == 'mug':
        for radius, fill in ((45, paint(90, 235)), (38, paint(20, 90))):
            r = radius * SCALE
            draw.ellipse([x - r, y - r, x + r, y + r], fill=fill)
    elif kind == 'paper':
        w, h = rng.choice([(210, 297), (148, 210), (105, 148)])
        box(w, h, paint(205, 225) if rng.random() < 0.8 else (230, 220, 120))
        for line in np.arange(-h / 2 + 15, h / 2 - 15, 7):
            box(w * 0.75 * rng.uniform(0.5, 1), 1.6, (70, 70, 75), 0, line)
    elif kind == 'ruler':
        box(rng.uniform(200, 320), 32, paint(120, 220))
        for tick in range(-140, 140, 10):
            box(1, 10, (40, 40, 40), tick, -11)
    elif kind == 'cable':
        points = [(x, y)]
        for _ in range(12):
            angle += rng.normal(0, 0.5)
            points.append((points[-1][0] + 30 * SCALE * np.cos(angle), points[-1][1] + 30 * SCALE * np.sin(angle)))
        draw.line(points, fill=paint(10, 60), width=int(5 * SCALE), joint='curve')
    elif kind == 'keyboard':
        box(300, 115, paint(30, 110))
        for i in range(-7, 8):
            for j in range(-2, 3):
                box(16, 16, paint(60, 70), i * 19, j * 20)


THINGS = {'cluttered': ('pen', 'book', 'phone', 'mug', 'paper'), 'desk': ('ruler', 'cable', 'keyboard', 'paper', 'book')}


def with_things(rng, picture, kind):
    """Draws things around the middle of a table, where the sheet will lie."""
    image = Image.fromarray(np.clip(picture, 0, 255).astype(np.uint8))
    draw = ImageDraw.Draw(image)
    centre = SIDE * SCALE / 2
    for _ in range(int(rng.integers(8, 16))):
        angle, distance = rng.uniform(0, 2 * np.pi), rng.uniform(130, 420) * SCALE
        thing(draw, rng, centre + distance * np.cos(angle), centre + distance * np.sin(angle), THINGS[kind])
    return np.asarray(image, np.float32)


def table(rng, kind):
    """Returns a table of a kind: a square array of colours from 0 to 255."""
    if kind == 'plain':
        return plain(rng, int(SIDE * SCALE))
    if kind in THINGS:
        below = plain(rng, int(SIDE * SCALE)) if rng.random() < 0.5 else (wood if kind == 'cluttered' else birch)(rng)
        return with_things(rng, below, kind)
    return {'wood': wood, 'birch': birch, 'checked': checked, 'striped': striped, 'tiled': tiled, 'stone': stone}[kind](rng)
