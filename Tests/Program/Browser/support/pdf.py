"""Small PDF files with known fields."""

import itertools

# Corrections belong to the form, which is known by what it draws: each file has a speck of its own, so that tests do not see
# each other's corrections.
SPECKS = itertools.count(1)

def acroform(pages, size=(612, 792)):
    """Makes a PDF; `pages` lists dictionaries with `widgets` and, if needed, `rotate` and `crop`.

    A widget is (name, caption, (left, bottom, right, top), extra entries); its place is drawn as a solid blue rectangle,
    which pictures of the page show.
    """
    objects = {}

    def add(text):
        objects[len(objects) + 3] = text
        return len(objects) + 2

    kids, fields = [], []
    for page in pages:
        widgets = []
        content = f"1 1 1 rg 0 0 {next(SPECKS)} 0.01 re f 0 0.4 1 rg "
        for name, caption, (left, bottom, right, top), extra in page["widgets"]:
            content += f"{left} {bottom} {right - left} {top - bottom} re f "
            widgets.append(add(
                f"<< /Type /Annot /Subtype /Widget {'' if '/FT' in extra else '/FT /Tx'} /T ({name}) /TU ({caption}) "
                f"/Rect [{left} {bottom} {right} {top}] /F 4 {extra} >>"))
        fields += widgets
        stream = add(f"<< /Length {len(content)} >>\nstream\n{content}\nendstream")
        boxes = f"/MediaBox [0 0 {size[0]} {size[1]}]"
        if "crop" in page:
            boxes += f" /CropBox [{' '.join(map(str, page['crop']))}]"
        references = " ".join(f"{widget} 0 R" for widget in widgets)
        kids.append(add(
            f"<< /Type /Page /Parent 2 0 R {boxes} /Rotate {page.get('rotate', 0)} /Contents {stream} 0 R "
            f"/Annots [{references}] /Resources << >> >>"))
    all_fields = " ".join(f"{field} 0 R" for field in fields)
    objects[1] = f"<< /Type /Catalog /Pages 2 0 R /AcroForm << /Fields [{all_fields}] /DA (/Helv 10 Tf 0 g) >> >>"
    objects[2] = f"<< /Type /Pages /Count {len(kids)} /Kids [{' '.join(f'{kid} 0 R' for kid in kids)}] >>"
    return _file(objects)


def _file(objects):
    data, offsets = b"%PDF-1.7\n", {}
    for number in sorted(objects):
        offsets[number] = len(data)
        data += f"{number} 0 obj\n{objects[number]}\nendobj\n".encode("latin-1")
    start = len(data)
    data += f"xref\n0 {len(objects) + 1}\n0000000000 65535 f \n".encode()
    for number in sorted(objects):
        data += f"{offsets[number]:010} 00000 n \n".encode()
    return data + f"trailer << /Size {len(objects) + 1} /Root 1 0 R >>\nstartxref\n{start}\n%%EOF\n".encode()


def long_form(pages, fields_on_page):
    """A form with many pages of text fields, named `Page 3 field 7`."""
    def widgets(page):
        for index in range(fields_on_page):
            top = 740 - index * (700 // fields_on_page)
            yield (f"f{page}_{index}", f"Page {page + 1} field {index + 1}", (60, top - 16, 300, top), "")
    return acroform([{"widgets": list(widgets(page))} for page in range(pages)])


LINES = ["Full name of the reader", "Street address", "Town", "Telephone"]


def printed(values=None, scribble=False, form="Form 12-C"):
    """Makes a printed form with four ruled lines and without fields.

    `values` lists texts to set on the lines; with `scribble` the last line has handwriting.
    """
    texts = [
        (60, 732, 14, "Application for a library card of the town of Ashford"), (430, 762, 8, f"{form} (Rev. 04-2024)"),
        (60, 708, 10, "Print clearly and hand in the completed sheet at the desk on the ground floor."),
        (60, 692, 10, "Parents sign for children below the age of fourteen years."),
        (60, 322, 10, "The card is free of charge. A lost card is replaced once a year without a fee."),
        (60, 302, 10, "Opening hours: Monday to Friday, from nine to five, except on public holidays."),
        (60, 282, 10, "Books may be kept for four weeks, films and records for one week."),
    ]
    drawn = "0.8 w\n"
    for line, label in enumerate(LINES):
        y = 640 - 34 * line
        texts.append((60, y + 4, 10, f"{line + 1}. {label}"))
        drawn += f"200 {y} m 500 {y} l S\n"
        if values and values[line]:
            texts.append((204, y + 4, 12, values[line]))
    if scribble:
        y = 640 - 34 * (len(LINES) - 1) + 3
        drawn += f"1.2 w 206 {y} m "
        for turn in range(12):
            x = 206 + 9 * turn
            drawn += f"{x + 3} {y + 12} {x + 8} {y + 9 - turn % 3 * 4} {x + 9} {y + turn % 2 * 3} c "
        drawn += "S\n"
    content = drawn + "".join(f"BT /F1 {size} Tf {x} {y} Td ({text}) Tj ET\n" for x, y, size, text in texts)
    return _file({
        1: "<< /Type /Catalog /Pages 2 0 R >>", 2: "<< /Type /Pages /Count 1 /Kids [3 0 R] >>",
        3: "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>",
        4: f"<< /Length {len(content)} >>\nstream\n{content}\nendstream",
        5: "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>",
    })
