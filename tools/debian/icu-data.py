#!/usr/bin/env python3
"""Writes a copy of Foundation's ICU with that part of its data which the program reads.

usage: icu-data.py ARCHIVE COPY

  ARCHIVE   lib_FoundationICU.a of the Swift toolchain
  COPY      the archive to write

Foundation has 34 MB of data for all that ICU can do. The program takes from it names of months and days, signs of
numbers, names of countries and time zones in English, calendars and character properties. Collation, dictionaries, converters,
transliterations, preparation of names for protocols, and names of units and languages are left out.

The format is that of ICU's package files (icu4c, source/tools/toolutil/package.cpp): a header, a table of the offsets
of names and contents, the names, and the contents in order, each aligned to 16 bytes.
"""

import re
import shutil
import struct
import subprocess
import sys
import tempfile
from pathlib import Path

KEPT = re.compile(
    r"""
    [^/]+\.(icu|nrm|res)              # characters, normalisation, and the languages themselves
    | brkitr/((char|line|sent|title|word)\.brk|\w+\.res)
    | (region|curr|zone)/(root|pool|res_index|supplementalData|tzdbNames|en(_\w+)?)\.res
    | rbnf/(root|res_index)\.res
    """,
    re.VERBOSE,
)
# The names of characters and of converters, which only transliterations and conversions read.
DROPPED = {"unames.icu", "cnvalias.icu"}
MEMBER = "icu_packaged_data.cpp.o"


def run(*command: str) -> bytes:
    return subprocess.run(command, check=True, stdout=subprocess.PIPE).stdout


def items(package: bytes) -> tuple[bytes, list[tuple[bytes, bytes]]]:
    """Returns the header and the named contents of a package."""
    (header,) = struct.unpack_from("<H", package)
    if package[2:4] != b"\xda\x27" or package[12:16] != b"CmnD":
        sys.exit("icu-data.py: the toolchain's data on languages has an unknown format")
    (count,) = struct.unpack_from("<I", package, header)
    places = [struct.unpack_from("<II", package, header + 4 + 8 * i) for i in range(count)]
    ends = [start for _, start in places[1:]] + [len(package) - header]
    found = []
    for (name, start), end in zip(places, ends):
        name += header
        found.append((package[name : package.index(b"\0", name)], package[header + start : header + end]))
    return package[:header], found


def packed(header: bytes, kept: list[tuple[bytes, bytes]]) -> bytes:
    """Returns a package with the given contents, which are sorted by name."""
    names = bytearray()
    name_offsets = []
    table = 4 + 8 * len(kept)
    for name, _ in kept:
        name_offsets.append(table + len(names))
        names += name + b"\0"
    contents = bytearray()
    offset = -(-(table + len(names)) // 16) * 16
    names += b"\xaa" * (offset - table - len(names))
    entries = bytearray()
    for (_, content), name_offset in zip(kept, name_offsets):
        entries += struct.pack("<II", name_offset, offset + len(contents))
        contents += content + b"\xaa" * (-len(content) % 16)
    return header + struct.pack("<I", len(kept)) + bytes(entries) + bytes(names) + bytes(contents)


def is_kept(name: bytes) -> bool:
    # Names begin with that of the package, such as icudt76l/.
    own = name.decode().split("/", 1)[1]
    return own not in DROPPED and KEPT.fullmatch(own) is not None


def main() -> None:
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    archive, target = sys.argv[1:]
    with tempfile.TemporaryDirectory() as folder:
        member, data, source = (Path(folder) / name for name in ("member.o", "data.dat", "data.s"))
        member.write_bytes(run("ar", "p", archive, MEMBER))
        symbols = run("nm", "--defined-only", "--format=posix", str(member)).decode().split()
        symbol = next((name for name in symbols if name.startswith("icudt")), None)
        if symbol is None:
            sys.exit(f"icu-data.py: {archive} has no data on languages")
        run("objcopy", "--output-target=binary", "--only-section=.rodata", str(member), str(data))
        header, all_items = items(data.read_bytes())
        kept = [item for item in all_items if is_kept(item[0])]
        data.write_bytes(packed(header, kept))
        source.write_text(
            f".section .rodata\n.balign 16\n.global {symbol}\n.type {symbol}, @object\n"
            f'{symbol}:\n.incbin "{data}"\n.size {symbol}, . - {symbol}\n'
            '.section .note.GNU-stack,"",@progbits\n')
        smaller = Path(folder) / MEMBER
        run("as", "-o", str(smaller), str(source))
        shutil.copyfile(archive, target)
        # Deterministic: without times and users.
        run("ar", "rD", target, str(smaller))


main()
