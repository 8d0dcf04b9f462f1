"""Fills one AcroForm form with many records, using pypdf: FORM RECORDS.json FOLDER."""

import json
import sys
from pathlib import Path

from pypdf import PdfReader, PdfWriter


def main(form, records, folder):
    # Reading once and cloning for each record is the fastest way that pypdf's documentation describes.
    reader = PdfReader(form)
    for number, record in enumerate(json.loads(Path(records).read_text())):
        writer = PdfWriter(clone_from=reader)
        for page in writer.pages:
            writer.update_page_form_field_values(page, record, auto_regenerate=False)
        with open(Path(folder) / f"{number}.pdf", "wb") as output:
            writer.write(output)


main(*sys.argv[1:])
