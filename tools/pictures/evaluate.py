"""Ranks pictures against worse copies of themselves, by the scores of `formwright portfolio`."""

import argparse
import hashlib
import io
import json
import struct
import subprocess
import sys
import tempfile
from pathlib import Path

import numpy
from PIL import Image, ImageFilter

EDGE = 2048
# More inputs than this are divided among several portfolios.
INPUTS = 480


def exposed(picture: Image.Image, stops: float) -> Image.Image:
    """The picture as if it had been exposed longer or shorter, computed in linear light."""
    values = numpy.asarray(picture, dtype=numpy.float64) / 255
    linear = numpy.where(values <= 0.04045, values / 12.92, ((values + 0.055) / 1.055) ** 2.4) * 2**stops
    linear = numpy.clip(linear, 0, 1)
    encoded = numpy.where(linear <= 0.0031308, linear * 12.92, 1.055 * linear ** (1 / 2.4) - 0.055)
    return Image.fromarray((encoded * 255).round().astype(numpy.uint8))


def blurred(picture: Image.Image) -> Image.Image:
    return picture.filter(ImageFilter.GaussianBlur(max(picture.size) * 0.0025))


def half(picture: Image.Image) -> Image.Image:
    return picture.resize((max(1, picture.width // 2), max(1, picture.height // 2)), Image.Resampling.LANCZOS)


def noisy(picture: Image.Image) -> Image.Image:
    values = numpy.asarray(picture, dtype=numpy.float64)
    values = values + numpy.random.default_rng(1).normal(0, 12, values.shape)
    return Image.fromarray(numpy.clip(values, 0, 255).round().astype(numpy.uint8))


def faded(picture: Image.Image) -> Image.Image:
    return picture.point(lambda value: round(51 + 0.6 * value))


def resaved(picture: Image.Image) -> Image.Image:
    for _ in range(5):
        file = io.BytesIO()
        picture.save(file, "JPEG", quality=40)
        picture = Image.open(file).convert("RGB")
        picture = picture.crop((3, 3, picture.width, picture.height))
    return picture


# name: (how the copy is made, quality of its JPEG, share of pairs asked for)
COPIES = {
    "blurred": (blurred, 95, 0.93),
    "1.5 stops darker": (lambda picture: exposed(picture, -1.5), 95, 0.93),
    "half the size": (half, 95, 0.93),
    "2 stops brighter": (lambda picture: exposed(picture, 2), 95, 0.93),
    "JPEG of quality 8": (lambda picture: picture, 8, 0.93),
    "noise of 12 levels": (noisy, 95, 0.93),
    "faded": (faded, 95, 0.85),
    "saved five times": (resaved, 95, None),
}


def listed(photos: Path, folder: Path) -> list[tuple[str, bytes]]:
    """The listed photos with their names."""
    found = []
    for line in photos.read_text().splitlines():
        if line.startswith("#"):
            continue
        package, path, *offset = line.split()
        data = (folder / package / path).read_bytes()
        if offset:
            start = int(offset[0], 16)
            # A WebP file states its length in its header.
            data = data[start : start + 8 + struct.unpack("<I", data[start + 4 : start + 8])[0]]
        found.append((line, data))
    return found


def sources(folder: Path) -> list[tuple[str, bytes]]:
    """The pictures of a folder with their names, without small ones."""
    return [
        (str(path.relative_to(folder)), path.read_bytes())
        for path in sorted(folder.rglob("*"))
        if path.suffix.lower() in {".jpg", ".jpeg", ".png", ".webp"} and path.is_file()
        and path.stat().st_size >= 50_000
    ]


def write_copies(pictures: list[tuple[str, bytes]], folder: Path) -> dict[str, str]:
    """Writes the copies of all pictures; the names of the pictures by those of their files."""
    names = {}
    for number, (name, data) in enumerate(pictures, 1):
        try:
            with Image.open(io.BytesIO(data)) as opened:
                # Patterns for a desktop of any colour, most of which are white throughout without their transparency.
                if opened.has_transparency_data and opened.convert("RGBA").getchannel("A").getextrema()[0] < 255:
                    continue
                picture = opened.convert("RGB")
        except OSError as error:
            print(f"{name}: {error}", file=sys.stderr)
            continue
        picture.thumbnail((EDGE, EDGE), Image.Resampling.LANCZOS)
        file = f"{number:03}"
        names[file] = name
        picture.save(folder / f"{file}-0.jpg", quality=95)
        for copy, (make, quality, _) in enumerate(COPIES.values(), 1):
            make(picture).save(folder / f"{file}-{copy}.jpg", quality=quality)
    return names


def scores(files: list[Path], program: Path, folder: Path) -> dict[str, float]:
    """The quality of each file, by its name."""
    found = {}
    for start in range(0, len(files), INPUTS):
        portfolio = folder / f"part-{start}.portfolio"
        portfolio.mkdir()
        for file in files[start : start + INPUTS]:
            file.rename(portfolio / file.name)
        result = folder / f"scores-{start}.json"
        subprocess.run([program, "portfolio", portfolio, "--scores", result], check=True, stderr=subprocess.DEVNULL)
        names = sorted(file.name for file in portfolio.iterdir())
        for entry in json.loads(result.read_text())["inputs"]:
            # Inputs are numbered in the order of their names, which have equally many digits.
            found[names[entry["input"]]] = next(
                score["value"] for score in entry["scores"] if score["name"] == "quality")
    return found


def is_tuned(name: str) -> bool:
    """Whether the formula was adjusted on a photo."""
    package, path, *offset = name.split()
    if offset:
        package, path = "gcompris-carved", f"{Path(path).stem}-{offset[0]}.webp"
    return hashlib.sha256(f"{package}/{path}".encode()).digest()[0] < 128


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--pictures", type=Path, required=True)
    parser.add_argument("--photos", type=Path)
    parser.add_argument("--program", type=Path, required=True)
    parser.add_argument("--list", action="store_true")
    parser.add_argument("--json", type=Path)
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as temporary:
        folder = Path(temporary)
        pictures = listed(arguments.photos, arguments.pictures) if arguments.photos else sources(arguments.pictures)
        names = write_copies(pictures, folder)
        quality = scores(sorted(folder.glob("*.jpg")), arguments.program, folder)
    groups = {"all": list(names)}
    if arguments.photos:
        groups = {
            "tuned": [file for file in names if is_tuned(names[file])],
            "unseen": [file for file in names if not is_tuned(names[file])],
        }
    heads = [f"{group} ({len(files)})" for group, files in groups.items()]
    print(f"| original above its copy | {' | '.join(heads)} | asked |\n|---|{'---|' * (len(heads) + 1)}")
    figures = {}
    for copy, (label, (_, _, asked)) in enumerate(COPIES.items(), 1):
        figures[label] = {}
        for group, files in groups.items():
            missed = [file for file in files if quality[f"{file}-0.jpg"] <= quality[f"{file}-{copy}.jpg"]]
            figures[label][group] = 1 - len(missed) / max(1, len(files))
            if arguments.list:
                for file in missed:
                    pair = quality[f"{file}-0.jpg"], quality[f"{file}-{copy}.jpg"]
                    print(f"  {label}: {names[file]}: {pair[0]:.4f} against {pair[1]:.4f}", file=sys.stderr)
        cells = [f"{share:.1%}" for share in figures[label].values()]
        print(f"| {label} | {' | '.join(cells)} | {f'{asked:.0%}' if asked else ''} |")
    if arguments.json:
        sizes = {group: len(files) for group, files in groups.items()}
        arguments.json.write_text(json.dumps({"pictures": sizes, "ranked above": figures}, indent=2) + "\n")


if __name__ == "__main__":
    main()
