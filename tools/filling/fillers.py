"""Fills a form by Formwright, pypdf, PyMuPDF and pdftk-java, each as its documentation says, so that the values are drawn.

Each filler is called with the form, its values and the path of the output, and returns the names of the values that it
found a field for. Peers get the form without encryption, and write it flattened.
"""
import json
import logging
import os
import re
import shutil
import subprocess

# A font for writing systems that the form's own does not have; pdftk-java takes one.
REPLACEMENT_FONT = '/usr/share/fonts/truetype/dejavu/DejaVuSans.ttf'
UNUSABLE = range(30, 41)


class Formwright:
    name = 'Formwright'

    def __init__(self, program, folder):
        self.program, self.folder = program, folder
        self.refused, self.names = {}, {}

    def inspect(self, form):
        listing = os.path.join(self.folder, 'fields.json')
        run = subprocess.run([self.program, 'inspect', form, '--json', '--no-template'], capture_output=True, text=True)
        if run.returncode:
            raise RuntimeError(run.stderr.strip())
        with open(listing, 'w', encoding='utf-8') as file:
            file.write(run.stdout)
        fields = json.loads(run.stdout)['fields']
        self.names = {field['id']: field['name'] for field in fields}
        return fields

    def run(self, form, values, output):
        path = os.path.join(self.folder, 'values.json')
        with open(path, 'w', encoding='utf-8') as file:
            json.dump({v.name: True if v.text == 'true' else v.text for v in values}, file)
        run = subprocess.run(
            [self.program, 'fill', form, '--fields', os.path.join(self.folder, 'fields.json'), '--no-template',
             '--values', path, '-o', output], capture_output=True, text=True)
        if run.returncode and run.returncode not in UNUSABLE:
            raise RuntimeError(run.stderr.strip())
        return run.returncode, run.stderr

    def unusable(self, form, values, output):
        """Returns the values that are refused, with the reason, by asking for halves: a message can name only the first."""
        status, message = self.run(form, values, output)
        if not status:
            return []
        if len(values) == 1:
            return [(values[0], status, message.strip())]
        named = [v for v in values if f'({self.names.get(v.name, v.name)})' in message or f'"{v.name}"' in message]
        if named and len(named) < len(values):
            rest = [v for v in values if v not in named]
            return self.unusable(form, named, output) + self.unusable(form, rest, output)
        middle = len(values) // 2
        return self.unusable(form, values[:middle], output) + self.unusable(form, values[middle:], output)

    def __call__(self, form, values, output, inspected=False):
        """Fills what is accepted; what is refused, and why, is in `refused`."""
        if not inspected:
            self.inspect(form)
        refused = self.unusable(form, values, output)
        self.refused = {v.name: message for v, _, message in refused}
        unknown = {v.name for v, status, _ in refused if status in (31, 32)}
        status, message = self.run(form, [v for v in values if v.name not in self.refused], output)
        if status:
            raise RuntimeError(message.strip())
        return {v.name for v in values} - unknown


class PyPDF:
    name = 'pypdf'

    def __init__(self):
        logging.getLogger('pypdf').setLevel(logging.CRITICAL)

    def __call__(self, form, values, output):
        import pypdf
        writer = pypdf.PdfWriter(clone_from=form)
        fields = writer.get_fields() or {}
        texts = {v.name: '/' + v.option if v.kind == 'mark' else v.text for v in values}
        writer.update_page_form_field_values(None, texts, auto_regenerate=False)
        filled = output + '.widgets'
        writer.write(filled)
        # What pypdf itself flattens loses marks that its widgets show. qpdf warns of forms that it repairs.
        subprocess.run(['qpdf', '--flatten-annotations=all', '--no-warn', '--warning-exit-0', filled, output],
                       capture_output=True, check=True)
        os.unlink(filled)
        return set(texts) & set(fields)


class PyMuPDF:
    name = 'PyMuPDF'

    def __call__(self, form, values, output):
        import pymupdf
        document = pymupdf.open(form)
        by_name = {v.name: v for v in values}
        found = set()
        for page in document:
            for widget in page.widgets():
                value = by_name.get(widget.field_name)
                if value is None:
                    continue
                found.add(value.name)
                if value.kind != 'mark':
                    widget.field_value = value.text
                elif str(widget.on_state()).replace('#20', ' ') == value.option or not value.empty:
                    widget.field_value = True
                else:
                    continue
                try:
                    widget.update()
                except ValueError:
                    # One widget that it cannot draw must not cost the others.
                    continue
        document.bake()
        document.save(output)
        return found


class PDFtk:
    name = 'pdftk-java'

    def __init__(self, folder):
        self.folder = folder

    def __call__(self, form, values, output):
        known = subprocess.run(['pdftk', form, 'dump_data_fields_utf8'], capture_output=True, text=True, check=True).stdout
        names = set(re.findall(r'^FieldName: (.*)$', known, re.MULTILINE))
        data = os.path.join(self.folder, 'values.fdf')
        with open(data, 'wb') as file:
            file.write(fdf(values))
        command = ['pdftk', form, 'fill_form', data, 'output', output, 'flatten', 'drop_xfa']
        if any(ord(c) > 255 for v in values for c in v.text) and os.path.exists(REPLACEMENT_FONT):
            command += ['replacement_font', REPLACEMENT_FONT]
        subprocess.run(command, capture_output=True, check=True)
        return {v.name for v in values} & names


def fdf(values):
    """Returns values in Forms Data Format."""
    def text(string):
        data = b'\xfe\xff' + string.encode('utf-16-be')
        return b'<' + data.hex().encode() + b'>'

    def name(string):
        plain = re.compile(rb'[A-Za-z0-9_.-]')
        return b'/' + b''.join(bytes([c]) if plain.match(bytes([c])) else b'#%02X' % c for c in string.encode('utf-8'))

    fields = b'\n'.join(b'<< /T ' + text(v.name) + b' /V ' + (name(v.option) if v.kind == 'mark' else text(v.text)) + b' >>'
                        for v in values)
    return (b'%FDF-1.2\n1 0 obj\n<< /FDF << /Fields [\n' + fields + b'\n] >> >>\nendobj\n'
            b'trailer << /Root 1 0 R >>\n%%EOF\n')


def peers(folder):
    found = [PyPDF(), PyMuPDF()]
    return found + [PDFtk(folder)] if shutil.which('pdftk') else found


def decrypted(form, output):
    """Returns the path of a form without encryption: peers refuse forms that have an owner's password, or need one."""
    run = subprocess.run(['qpdf', '--is-encrypted', form], capture_output=True)
    if run.returncode:
        return form
    subprocess.run(['qpdf', '--decrypt', form, output], check=True, capture_output=True)
    return output


def cleared(form, output):
    """Writes a form whose text fields show nothing and whose boxes are off: some forms are published with values."""
    import pypdf
    writer = pypdf.PdfWriter(clone_from=form)
    for page in writer.pages:
        for widget in page.get('/Annots') or []:
            widget = widget.get_object()
            if widget.get('/Subtype') != '/Widget':
                continue
            kind = widget.get('/FT') or (widget['/Parent'].get_object().get('/FT') if '/Parent' in widget else None)
            if kind != '/Btn':
                widget.pop('/AP', None)
                # A reader would draw the value again.
                while widget is not None:
                    widget.pop('/V', None)
                    widget = widget['/Parent'].get_object() if '/Parent' in widget else None
            elif '/AS' in widget:
                widget[pypdf.generic.NameObject('/AS')] = pypdf.generic.NameObject('/Off')
    writer.write(output)
    return output


def named_as_in(form, truth):
    """Returns the truth with the names as the form has them: those of the truth are without surrounding space."""
    import pymupdf
    import pypdf
    known = set(pypdf.PdfReader(form).get_fields() or {})
    widgets = [(page.number, tuple(widget.rect), widget.field_name) for page in pymupdf.open(form) for widget in page.widgets()]

    def name(field):
        corners = field['x'], field['y'], field['x'] + field['width'], field['y'] + field['height']
        same = {n for page, rect, n in widgets
                if page == field['page'] and all(abs(a - b) < 1 for a, b in zip(rect, corners)) and n in known}
        return field['name'] if field['name'] in same or len(same) != 1 else same.pop()

    return [dict(field, name=name(field)) for field in truth]


def formats(form):
    """Returns the kind, number or date, of the fields whose format script allows nothing else, by name."""
    import pypdf
    result = {}
    for name, field in (pypdf.PdfReader(form).get_fields() or {}).items():
        script = ''
        for action in (field.get('/AA') or {}).values():
            action = action.get_object()
            code = action.get('/JS') if hasattr(action, 'get') else None
            code = code.get_object() if code is not None else ''
            script += code.get_data().decode('latin-1') if hasattr(code, 'get_data') else str(code)
        if 'AFDate' in script or 'AFTime' in script:
            result[name] = 'date'
        elif 'AFNumber' in script or 'AFPercent' in script or 'AFSpecial' in script:
            result[name] = 'number'
    return result
