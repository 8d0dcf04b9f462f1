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
