"""Photographs a page: lays it on a drawn table and shows it as a camera would, with its corners known."""
import io

import numpy as np
from PIL import Image, ImageDraw, ImageFilter

import tables

# The size of the photos in pixels: 12 megapixels.
LONG, SHORT = 4032, 3024


def view(rng, size, tilt, turn, is_cut):
    """Returns the matrix from millimetres on the table to pixels, with the sheet's centre as origin, and the corners."""
    portrait = rng.random() < 0.8
    width, height = (SHORT, LONG) if portrait else (LONG, SHORT)
    diagonal = np.hypot(width, height)
    focal = rng.uniform(0.6, 0.9) * diagonal
    # A corner alone can be outside only if the sheet lies askew.
    roll = np.radians((rng.choice([-1, 1]) * rng.uniform(9, 17) if is_cut else rng.normal(0, 6)) + turn)
    axis = rng.uniform(0, 2 * np.pi)

    def about_z(a):
        return np.array([[np.cos(a), -np.sin(a), 0], [np.sin(a), np.cos(a), 0], [0, 0, 1]])

    t = np.radians(tilt)
    about_x = np.array([[1, 0, 0], [0, np.cos(t), -np.sin(t)], [0, np.sin(t), np.cos(t)]])
    # Tilted about an axis in the sheet, then turned.
    rotation = about_z(roll) @ about_z(axis) @ about_x @ about_z(-axis)
    w, h = size
    sheet = np.array([(-w / 2, -h / 2), (w / 2, -h / 2), (w / 2, h / 2), (-w / 2, h / 2)])
    camera = np.array([[focal, 0, width / 2], [0, focal, height / 2], [0, 0, 1]])

    def seen(distance, shift):
        matrix = camera @ np.column_stack([rotation[:, 0], rotation[:, 1], (shift[0], shift[1], distance)])
        points = np.column_stack([sheet, np.ones(4)]) @ matrix.T
        return matrix, points[:, :2] / points[:, 2:]

    # As near as its bounds fill the wanted share of the picture.
    share = rng.uniform(0.72, 0.95)
    near, far = 100.0, 5000.0
    for _ in range(60):
        distance = (near + far) / 2
        _, corners = seen(distance, (0, 0))
        extent = corners.max(axis=0) - corners.min(axis=0)
        if extent[0] > share * width or extent[1] > share * height:
            near = distance
        else:
            far = distance
    _, corners = seen(distance, (0, 0))
    low, high = corners.min(axis=0), corners.max(axis=0)
    middle = np.array([width, height]) / 2 - (low + high) / 2
    room = (np.array([width, height]) - (high - low)) / 2
    wanted = middle + rng.uniform(-0.8, 0.8, 2) * room
    if is_cut:
        corner = int(rng.integers(0, 4))
        outside = rng.uniform(0.02, 0.06, 2) * min(width, height)
        sign = np.sign(corners[corner] - corners.mean(axis=0))
        edge = np.where(sign > 0, [width, height], 0)
        wanted = edge + sign * outside - corners[corner]
        # The other corners stay inside.
        margin = 0.015 * min(width, height)
        others = np.delete(corners, corner, axis=0) + wanted
        wanted = wanted - np.maximum(0, others.max(axis=0) - [width - margin, height - margin])
        wanted = wanted + np.maximum(0, margin - others.min(axis=0))
    shift = wanted * distance / focal
    matrix, corners = seen(distance, shift)
    return matrix, corners, (width, height)


def warped(image, matrix, scale, origin, size):
    """Draws a picture of the table's plane; `scale` is its pixels per millimetre, `origin` the sheet's centre in it."""
    to_plane = np.linalg.inv(matrix)
    to_picture = np.array([[scale, 0, origin[0]], [0, scale, origin[1]], [0, 0, 1]]) @ to_plane
    # Pillow asks for the source's place of each pixel, by its centre.
    half = np.array([[1, 0, 0.0], [0, 1, 0.0], [0, 0, 1]])
    coefficients = to_picture @ half
    coefficients = coefficients / coefficients[2, 2]
    return image.transform(size, Image.PERSPECTIVE, coefficients.ravel()[:8], Image.BICUBIC)


def light(rng, size):
    """Returns the light on each pixel, with shadows."""
    width, height = size
    small = (width // 8, height // 8)
    y, x = np.mgrid[0:small[1], 0:small[0]]
    x, y = x / small[0] - 0.5, y / small[1] - 0.5
    field = np.exp(rng.uniform(-0.45, 0.45) * x + rng.uniform(-0.45, 0.45) * y)
    field *= 1 - rng.uniform(0.1, 0.4) * (x * x + y * y)
    for _ in range(int(rng.integers(0, 3))):
        mask = Image.new('L', small, 0)
        # The shadow of a head, a hand or a telephone, from outside the picture.
        side = rng.uniform(0, 2 * np.pi)
        cx, cy = small[0] * (0.5 + 0.55 * np.cos(side)), small[1] * (0.5 + 0.55 * np.sin(side))
        angles = np.sort(rng.uniform(0, 2 * np.pi, 9))
        radius = rng.uniform(0.15, 0.5, 9) * min(small)
        ImageDraw.Draw(mask).polygon(list(zip(cx + radius * np.cos(angles), cy + radius * np.sin(angles))), fill=255)
        mask = mask.filter(ImageFilter.GaussianBlur(rng.uniform(3, 25)))
        field *= 1 - rng.uniform(0.2, 0.5) * np.asarray(mask, np.float32) / 255
    large = Image.fromarray(field.astype(np.float32)).resize(size, Image.BICUBIC)
    return np.asarray(large)


def photo(page, size, rng, kind, tilt, turn=0.0, is_cut=False):
    """Returns the JPEG of a photo, the sheet's corners in it, beginning with the page's top left one, and what of the sheet
    lies under a thing, as a picture of the sheet, or None.

    `page` is the sheet as a picture, `size` its size in millimetres.
    """
    matrix, corners, extent = view(rng, size, tilt, turn, is_cut)
    table = Image.fromarray(np.clip(tables.table(rng, kind), 0, 255).astype(np.uint8))
    # The table is turned against the sheet.
    table = table.rotate(rng.uniform(-25, 25) if kind != 'cluttered' else 0, Image.BICUBIC)
    centre = tables.SIDE * tables.SCALE / 2
    # The sheet's own shadow on the table.
    w, h = np.array(size) * tables.SCALE
    shadow = Image.new('L', table.size, 0)
    dx, dy = rng.uniform(-3, 3, 2) * tables.SCALE
    ImageDraw.Draw(shadow).rectangle(
        [centre - w / 2 + dx, centre - h / 2 + dy, centre + w / 2 + dx, centre + h / 2 + dy], fill=255)
    shadow = shadow.filter(ImageFilter.GaussianBlur(rng.uniform(1.5, 6)))
    dark = 1 - rng.uniform(0.1, 0.4) * np.asarray(shadow, np.float32)[..., None] / 255
    table = Image.fromarray(np.clip(np.asarray(table, np.float32) * dark, 0, 255).astype(np.uint8))
    below = np.asarray(warped(table, matrix, tables.SCALE, (centre, centre), extent), np.float32)
    sheet = page.convert('RGBA')
    margin = 8
    canvas = Image.new('RGBA', (sheet.width + 2 * margin, sheet.height + 2 * margin), (255, 255, 255, 0))
    canvas.paste(sheet, (margin, margin))
    scale = page.width / size[0]
    above = np.asarray(
        warped(canvas, matrix, scale, (margin + sheet.width / 2, margin + sheet.height / 2), extent), np.float32)
    alpha = above[..., 3:] / 255
    paper = np.array([1, rng.uniform(0.975, 1), rng.uniform(0.94, 1)], np.float32)
    # Print reflects some light, too.
    picture = below * (1 - alpha) + (above[..., :3] * 0.86 + 18) * paper * alpha
    covered = None
    if kind in tables.THINGS:
        over = Image.new('RGBA', table.size, (0, 0, 0, 0))
        angle = rng.uniform(0, 2 * np.pi)
        place = (centre + np.cos(angle) * (w / 2 + 20), centre + np.sin(angle) * (h / 2 + 20))
        tables.thing(ImageDraw.Draw(over), rng, *place, tables.THINGS[kind][:1])
        drawn = np.asarray(warped(over, matrix, tables.SCALE, (centre, centre), extent), np.float32)
        cover = drawn[..., 3:] / 255
        covered = over.getchannel('A').crop(
            [int(round(v)) for v in (centre - w / 2, centre - h / 2, centre + w / 2, centre + h / 2)])
        picture = picture * (1 - cover) + drawn[..., :3] * cover
    cast = np.array([1, rng.uniform(0.93, 1), rng.uniform(0.8, 1)], np.float32)
    field = light(rng, extent)
    picture = picture * field[..., None] * cast
    level = np.percentile(picture[alpha[..., 0] > 0.5], 90)
    picture *= rng.uniform(195, 245) / level
    picture = np.clip(picture, 0, 255).astype(np.uint8)
    picture = np.asarray(Image.fromarray(picture).filter(ImageFilter.GaussianBlur(rng.uniform(0.5, 1.1))), np.float32)
    picture = picture + rng.normal(0, rng.uniform(1.5, 5), picture.shape).astype(np.float32)
    file = io.BytesIO()
    Image.fromarray(np.clip(picture, 0, 255).astype(np.uint8)).save(file, 'JPEG', quality=int(rng.integers(80, 93)))
    return file.getvalue(), corners, covered
