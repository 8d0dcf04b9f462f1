#!/usr/bin/env python3
"""Makes testdata/pictures/portfolio: pictures in other colour spaces and types, with what independent programs make of them.

usage: tools/portfolio-fixtures.py FOLDER

Needs Pillow, NumPy and blurhash (PyPI), vips (libvips-tools), and the wallpapers of Debian's mate-backgrounds.
"""
import io
import json
import struct
import subprocess
import sys
import tempfile
import zlib

import blurhash
import numpy as np
from PIL import Image, ImageCms

folder = sys.argv[1]
SRGB = ImageCms.createProfile("sRGB")


def profile(primaries, curve):
    """An ICC profile of a matrix and one curve; primaries are XYZ under D50."""

    def fixed(value):
        return struct.pack(">i", round(value * 65536))

    def xyz(values):
        return b"XYZ \0\0\0\0" + b"".join(fixed(v) for v in values)

    if isinstance(curve, float):
        trc = b"curv\0\0\0\0" + struct.pack(">IH", 1, round(curve * 256)) + b"\0\0"
    else:
        trc = b"para\0\0\0\0" + struct.pack(">HH", 3, 0) + b"".join(fixed(v) for v in curve)
    text = b"made for tests"
    desc = b"desc\0\0\0\0" + struct.pack(">I", len(text) + 1) + text + b"\0" + bytes(78)
    desc += bytes(-len(desc) % 4)
    copyright = b"text\0\0\0\0none\0\0\0\0"
    parts = [(b"desc", desc), (b"cprt", copyright), (b"wtpt", xyz((0.9642, 1, 0.8249)))]
    parts += [(n, xyz(v)) for n, v in zip((b"rXYZ", b"gXYZ", b"bXYZ"), primaries)]
    parts += [(n, trc) for n in (b"rTRC", b"gTRC", b"bTRC")]
    table, body = b"", b""
    start = 128 + 4 + 12 * len(parts)
    for name, content in parts:
        table += name + struct.pack(">II", start + len(body), len(content))
        body += content
    head = struct.pack(">I", start + len(body)) + bytes(4) + b"\x02\x40\0\0mntrRGB XYZ " + struct.pack(">6H", 2026, 1, 1, 0, 0, 0)
    head += b"acsp" + bytes(28) + fixed(0.9642) + fixed(1) + fixed(0.8249)
    head += bytes(128 - len(head))
    return head + struct.pack(">I", len(parts)) + table + body


P3 = profile(
    [(0.51512, 0.2412, -0.00105), (0.29198, 0.69225, 0.04189), (0.1571, 0.06657, 0.78407)],
    (2.4, 1 / 1.055, 0.055 / 1.055, 1 / 12.92, 0.04045))
ADOBE = profile([(0.60974, 0.31111, 0.01947), (0.20528, 0.62567, 0.06087), (0.14919, 0.06322, 0.74457)], 2.19921875)
PLAIN = profile(
    [(0.43607, 0.22249, 0.01392), (0.38515, 0.71687, 0.09708), (0.14307, 0.06061, 0.7141)],
    (2.4, 1 / 1.055, 0.055 / 1.055, 1 / 12.92, 0.04045))


def converted(picture, source):
    """The picture in sRGB: relative colorimetric, with black point compensation."""
    return ImageCms.profileToProfile(
        picture, ImageCms.ImageCmsProfile(io.BytesIO(source)), ImageCms.ImageCmsProfile(SRGB),
        renderingIntent=ImageCms.Intent.RELATIVE_COLORIMETRIC, outputMode="RGB",
        flags=ImageCms.Flags.BLACKPOINTCOMPENSATION)


def wallpaper(name, side):
    picture = Image.open("/usr/share/backgrounds/mate/nature/" + name).convert("RGB")
    picture.thumbnail((side, side), Image.Resampling.LANCZOS)
    return picture


def deep_png(samples, source):
    """A PNG of 16 bits a sample with a profile."""

    def chunk(name, content):
        return struct.pack(">I", len(content)) + name + content + struct.pack(">I", zlib.crc32(name + content))

    height, width, _ = samples.shape
    rows = b"".join(b"\0" + row.astype(">u2").tobytes() for row in samples)
    return (b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", struct.pack(">IIBBBBB", width, height, 16, 2, 0, 0, 0))
            + chunk(b"iCCP", b"p\0\0" + zlib.compress(source)) + chunk(b"IDAT", zlib.compress(rows, 9)) + chunk(b"IEND", b""))


def path(name):
    return folder + "/" + name


flower = wallpaper("YellowFlower.jpg", 160)
flower.save(path("p3.jpg"), quality=92, icc_profile=P3)
converted(Image.open(path("p3.jpg")), P3).save(path("p3.expected.png"))
flower.save(path("adobe.jpg"), quality=92, icc_profile=ADOBE)
converted(Image.open(path("adobe.jpg")), ADOBE).save(path("adobe.expected.png"))
flower.save(path("srgb.jpg"), quality=92, icc_profile=PLAIN)

small = np.asarray(flower.resize((80, 45), Image.Resampling.LANCZOS))
with open(path("deep.png"), "wb") as file:
    file.write(deep_png(small.astype(np.uint16) * 257, ADOBE))
converted(Image.fromarray(small), ADOBE).save(path("deep.expected.png"))

with tempfile.TemporaryDirectory() as scratch:
    # The profile with which libvips reads ink that says nothing about itself.
    flower.save(scratch + "/flower.png")
    subprocess.run(
        ["vips", "icc_export", scratch + "/flower.png", scratch + "/ink.tif", "--output-profile", "cmyk"], check=True)
    ink = Image.open(scratch + "/ink.tif").info["icc_profile"]
    # What remains of light in each ink, with black taken out by half.
    rest = 255 - np.asarray(flower).astype(int)
    black = rest.min(axis=2, keepdims=True) // 2
    Image.fromarray(np.concatenate([rest - black, black], axis=2).astype(np.uint8), "CMYK").save(path("cmyk.jpg"), quality=92)
    converted(Image.open(path("cmyk.jpg")), ink).save(path("cmyk.expected.png"))

dune = wallpaper("Dune.jpg", 640)
dune.save(path("dune.jpg"), quality=85)

# Types that the tests cannot make.
frames = [Image.new("RGB", (60, 40), c) for c in ((200, 30, 30), (30, 200, 30), (30, 30, 200))]
frames[0].save(path("moving.gif"), save_all=True, append_images=frames[1:], duration=100)
frames[0].save(path("moving.webp"), save_all=True, append_images=frames[1:], duration=100, lossless=True)
frames[0].save(path("moving.png"), save_all=True, append_images=frames[1:], duration=100)
frames[0].save(path("pages.tiff"), save_all=True, append_images=frames[1:])
frames[0].save(path("red.avif"), quality=90)

# What is measured on a picture, by NumPy.
tiny = wallpaper("Garden.jpg", 64)
tiny.save(path("tiny.png"))
rgb = np.asarray(tiny).astype(float)
luma = rgb @ [0.2126, 0.7152, 0.0722]
lap = luma[1:-1, :-2] + luma[1:-1, 2:] + luma[:-2, 1:-1] + luma[2:, 1:-1] - 4 * luma[1:-1, 1:-1]
h, w = lap.shape
tiles = [lap[r * h // 8:(r + 1) * h // 8, c * w // 8:(c + 1) * w // 8].var() for r in range(8) for c in range(8)]
rg, yb = rgb[..., 0] - rgb[..., 1], (rgb[..., 0] + rgb[..., 1]) / 2 - rgb[..., 2]
top = rgb.max(axis=2)
h, w = luma.shape
cells = np.array([[luma[r * h // 8:(r + 1) * h // 8, c * w // 9:(c + 1) * w // 9].mean() for c in range(9)] for r in range(8)])
bits = "".join("1" if b else "0" for b in (cells[:, 1:] > cells[:, :-1]).flatten())
with open(path("tiny.json"), "w") as file:
    json.dump({
        "blurHash": blurhash.encode(np.asarray(tiny), components_x=4, components_y=3),
        "sharpness": np.percentile(tiles, 90), "mean": luma.mean(), "deviation": luma.std(),
        "clipped": ((top <= 4) | ((top >= 253) & (luma >= 180))).mean(),
        "colorfulness": np.hypot(rg.std(), yb.std()) + 0.3 * np.hypot(rg.mean(), yb.mean()),
        "flatness": (abs(np.diff(luma, axis=1)) <= 2 + 1e-9).mean(), "differenceHash": "%016x" % int(bits, 2),
    }, file, indent=1)
    file.write("\n")
