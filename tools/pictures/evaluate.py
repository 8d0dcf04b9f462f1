"""Ranks pictures against worse copies of themselves, by the scores of `formwright portfolio`."""

import argparse
import json
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


# name: (how the copy is made, quality of its JPEG, share of pairs asked for)
COPIES = {
    "blurred": (blurred, 95, 0.93),
    "1.5 stops darker": (lambda picture: exposed(picture, -1.5), 95, 0.95),
    "half the size": (half, 95, 0.95),
    "2 stops brighter": (lambda picture: exposed(picture, 2), 95, 0.85),
    "JPEG of quality 8": (lambda picture: picture, 8, 0.75),
}


def sources(folder: Path) -> list[Path]:
    """The pictures of a folder, of one name the largest, without previews."""
    largest: dict[str, Path] = {}
    for path in sorted(folder.rglob("*")):
        if path.suffix.lower() not in {".jpg", ".jpeg", ".png", ".webp"} or path.is_symlink():
            continue
        if path.stem == "screenshot" or path.stat().st_size < 50_000:
            continue
        # KDE's packages have a folder for each picture, with files named after their size.
        key = path.parts[-4] + path.parts[-2] if path.parts[-3:-2] == ("contents",) else path.stem
        if key not in largest or path.stat().st_size > largest[key].stat().st_size:
            largest[key] = path
    return [largest[key] for key in sorted(largest)]


def write_copies(paths: list[Path], folder: Path) -> list[str]:
    names = []
    for number, path in enumerate(paths, 1):
        try:
            with Image.open(path) as opened:
                # Patterns for a desktop of any colour, most of which are white throughout without their transparency.
                if opened.has_transparency_data and opened.convert("RGBA").getchannel("A").getextrema()[0] < 255:
                    continue
                picture = opened.convert("RGB")
        except OSError as error:
            print(f"{path}: {error}", file=sys.stderr)
            continue
        picture.thumbnail((EDGE, EDGE), Image.Resampling.LANCZOS)
        name = f"{number:03}"
        names.append(name)
        picture.save(folder / f"{name}-0.jpg", quality=95)
        for copy, (make, quality, _) in enumerate(COPIES.values(), 1):
            make(picture).save(folder / f"{name}-{copy}.jpg", quality=quality)
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


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--pictures", type=Path, required=True)
    parser.add_argument("--program", type=Path, required=True)
    parser.add_argument("--list", action="store_true")
    parser.add_argument("--json", type=Path)
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as temporary:
        folder = Path(temporary)
        paths = sources(arguments.pictures)
        names = write_copies(paths, folder)
        quality = scores(sorted(folder.glob("*.jpg")), arguments.program, folder)
    figures = {}
    print(f"{len(names)} pictures\n\n| copy | original ranks above it | asked |\n|---|---|---|")
    for copy, (label, (_, _, asked)) in enumerate(COPIES.items(), 1):
        missed = [name for name in names if quality[f"{name}-0.jpg"] <= quality[f"{name}-{copy}.jpg"]]
        figures[label] = 1 - len(missed) / len(names)
        print(f"| {label} | {figures[label]:.1%} | {asked:.0%} |")
        if arguments.list:
            for name in missed:
                pair = quality[f"{name}-0.jpg"], quality[f"{name}-{copy}.jpg"]
                print(f"  {paths[int(name) - 1].name}: {pair[0]:.4f} against {pair[1]:.4f}", file=sys.stderr)
    if arguments.json:
        arguments.json.write_text(json.dumps({"pictures": len(names), "ranked above": figures}, indent=2) + "\n")


if __name__ == "__main__":
    main()
