import Geometry

extension PDFFile {
    /// Adds fields to the document's AcroForm, creating it if necessary, and widgets to the pages.
    ///
    /// Widgets are added in field order, which is the tab order on pages without one. Text is set in Helvetica, which
    /// every viewer has. The marks of buttons are drawn, so that they need no font.
    package func add(_ fields: [NewField]) throws(QPDFError) {
        let form = root["/AcroForm"].isDictionary ? root["/AcroForm"].shallowCopy() : newDictionary()
        let listed = newArray()
        for field in form["/Fields"].items { listed.append(field) }
        var geometries: [Int: PageGeometry] = [:]
        var annotations: [Int: [PDFObject]] = [:]
        for field in fields {
            var widgets: [PDFObject] = []
            for widget in field.widgets {
                let geometry: PageGeometry
                if let known = geometries[widget.page] {
                    geometry = known
                } else {
                    geometry = try self.geometry(ofPage: widget.page)
                    geometries[widget.page] = geometry
                }
                let object = indirect(newDictionary())
                try fill(object, widget, of: field.kind, geometry: geometry)
                widgets.append(object)
                annotations[widget.page, default: []].append(object)
            }
            listed.append(try join(widgets, of: field))
        }
        for (index, added) in annotations.sorted(by: { $0.key < $1.key }) {
            let page = try page(index)
            let all = newArray()
            for annotation in page["/Annots"].items + added { all.append(annotation) }
            page.set("/Annots", all)
            if page["/Tabs"].isNull { page.set("/Tabs", newName("W")) }
        }
        form.set("/Fields", listed)
        form.remove("/XFA")
        form.remove("/NeedAppearances")
        form.set("/DA", newText("/Helv 0 Tf 0 g"))
        form.set("/DR", resources(of: form))
        root.set("/AcroForm", indirect(form))
        try check()
    }

    /// The names of the form's top-level fields.
    package var fieldNames: Set<String> { Set(root["/AcroForm"]["/Fields"].items.compactMap { $0["/T"].text }) }

    /// Creates a field from its widgets.
    ///
    /// A single widget is the field itself, several are its kids.
    private func join(_ widgets: [PDFObject], of field: NewField) throws(QPDFError) -> PDFObject {
        let object: PDFObject
        if widgets.count == 1, case .box = field.kind {
            object = widgets[0]
        } else if widgets.count == 1, !field.isRadio {
            object = widgets[0]
        } else {
            object = indirect(newDictionary())
            let kids = newArray()
            for widget in widgets {
                widget.set("/Parent", object)
                kids.append(widget)
            }
            object.set("/Kids", kids)
        }
        object.set("/T", newText(field.name))
        object.set("/TU", newText(field.tooltip))
        var flags = (field.isReadOnly ? FieldBits.readOnly : 0) | (field.isRequired ? FieldBits.required : 0)
        switch field.kind {
        case .text(let text):
            object.set("/FT", newName("Tx"))
            if text.isMultiline { flags |= FieldBits.multiline }
            if let length = text.maxLength {
                object.set("/MaxLen", newInteger(length))
                if text.isComb { flags |= FieldBits.comb }
            }
            if let format = text.dateFormat { object.set("/AA", dateActions(format)) }
        case .choice(let options, _):
            object.set("/FT", newName("Ch"))
            flags |= FieldBits.combo
            let listed = newArray()
            for option in options { listed.append(newText(option)) }
            object.set("/Opt", listed)
        case .box:
            object.set("/FT", newName("Btn"))
            object.set("/V", newName("Off"))
        case .radio:
            object.set("/FT", newName("Btn"))
            flags |= FieldBits.radio | FieldBits.noToggleToOff
            object.set("/V", newName("Off"))
        case .signature: object.set("/FT", newName("Sig"))
        }
        if flags != 0 { object.set("/Ff", newInteger(flags)) }
        return object
    }

    /// Sets the entries of a widget annotation.
    private func fill(
        _ object: PDFObject, _ widget: NewWidget, of kind: NewField.Kind, geometry: PageGeometry
    ) throws(QPDFError) {
        let box = geometry.userSpace(widget.region)
        object.set("/Type", newName("Annot"))
        object.set("/Subtype", newName("Widget"))
        object.set("/Rect", newArray(box))
        object.set("/P", try page(widget.page))
        object.set("/F", newInteger(AnnotationFlag.print))
        object.set(WidgetHint.key, widget.hint.dictionary(in: self))
        let characteristics = newDictionary()
        if geometry.rotation != 0 { characteristics.set("/R", newInteger(geometry.rotation)) }
        let (width, height) = (box[2] - box[0], box[3] - box[1])
        let normal: PDFObject
        switch kind {
        case .text(let text), .choice(_, let text):
            let size = (text.size / geometry.userUnit * 100).rounded() / 100
            object.set("/DA", newText("/Helv \(PDFText.number(size)) Tf 0 g"))
            if text.alignment != .left { object.set("/Q", newInteger(text.alignment == .center ? 1 : 2)) }
            normal = appearance("/Tx BMC\nEMC\n", width: width, height: height)
        case .box, .radio:
            object.set("/DA", newText("/ZaDb 0 Tf 0 g"))
            characteristics.set("/CA", newText(widget.isRound ? "l" : "8"))
            normal = newDictionary()
            let mark = widget.isRound ? Self.dot(width, height) : Self.cross(width, height)
            normal.set("/" + (widget.state ?? "Yes"), appearance(mark, width: width, height: height))
            normal.set("/Off", appearance("", width: width, height: height))
            object.set("/AS", newName("Off"))
        case .signature: normal = appearance("", width: width, height: height)
        }
        if !characteristics.keys.isEmpty { object.set("/MK", characteristics) }
        let appearances = newDictionary()
        appearances.set("/N", normal)
        object.set("/AP", appearances)
    }

    /// Returns the Acrobat scripts that check and format a date.
    private func dateActions(_ format: String) -> PDFObject {
        let actions = newDictionary()
        for (key, function) in [("/F", "AFDate_FormatEx"), ("/K", "AFDate_KeystrokeEx")] {
            let action = newDictionary()
            action.set("/S", newName("JavaScript"))
            action.set("/JS", newText("\(function)(\"\(format)\");"))
            actions.set(key, action)
        }
        return actions
    }

    private func appearance(_ content: String, width: Double, height: Double) -> PDFObject {
        let form = newStream(content.utf8)
        form.set("/Type", newName("XObject"))
        form.set("/Subtype", newName("Form"))
        form.set("/BBox", newArray([0, 0, width, height]))
        form.set("/Resources", newDictionary())
        return form
    }

    /// Returns the form's resources with the fonts of the fields.
    private func resources(of form: PDFObject) -> PDFObject {
        let resources = form["/DR"].isDictionary ? form["/DR"].shallowCopy() : newDictionary()
        let fonts = resources["/Font"].isDictionary ? resources["/Font"].shallowCopy() : newDictionary()
        for (key, name) in [("/Helv", "Helvetica"), ("/ZaDb", "ZapfDingbats")] where fonts[key].isNull {
            let font = newDictionary()
            font.set("/Type", newName("Font"))
            font.set("/Subtype", newName("Type1"))
            font.set("/BaseFont", newName(name))
            if key == "/Helv" { font.set("/Encoding", newName("WinAnsiEncoding")) }
            fonts.set(key, indirect(font))
        }
        resources.set("/Font", fonts)
        return resources
    }

    private static func cross(_ width: Double, _ height: Double) -> String {
        let side = min(width, height)
        let (x, y, r) = (width / 2, height / 2, side * 0.28)
        let n = PDFText.number
        return "q 0 G \(n(max(0.7, side * 0.1))) w \(n(x - r)) \(n(y - r)) m \(n(x + r)) \(n(y + r)) l "
            + "\(n(x - r)) \(n(y + r)) m \(n(x + r)) \(n(y - r)) l S Q\n"
    }

    private static func dot(_ width: Double, _ height: Double) -> String {
        let (x, y, r) = (width / 2, height / 2, min(width, height) * 0.22)
        // The distance of the control points of a quarter circle.
        let k = r * 0.5523
        let n = PDFText.number
        return "q 0 g \(n(x + r)) \(n(y)) m \(n(x + r)) \(n(y + k)) \(n(x + k)) \(n(y + r)) \(n(x)) \(n(y + r)) c "
            + "\(n(x - k)) \(n(y + r)) \(n(x - r)) \(n(y + k)) \(n(x - r)) \(n(y)) c "
            + "\(n(x - r)) \(n(y - k)) \(n(x - k)) \(n(y - r)) \(n(x)) \(n(y - r)) c "
            + "\(n(x + k)) \(n(y - r)) \(n(x + r)) \(n(y - k)) \(n(x + r)) \(n(y)) c f Q\n"
    }
}

extension NewField {
    fileprivate var isRadio: Bool { if case .radio = kind { true } else { false } }
}

/// Formats numbers in PDF syntax, which has no exponents.
package enum PDFText {
    /// Returns operators marked as an artifact, not part of the document's text.
    package static func artifact(_ operators: String) -> String { "/Artifact BMC\n\(operators)EMC\n" }

    /// Returns a number with up to five decimal places.
    package static func number(_ value: Double) -> String {
        let parts = (value * 100_000).rounded()
        guard abs(parts) < 1e15 else { return "0" }
        let whole = Int(parts)
        let fraction = String(abs(whole) % 100_000)
        let digits = String(repeating: "0", count: 5 - fraction.count) + fraction
        let end = digits.lastIndex { $0 != "0" }
        return "\(whole < 0 ? "-" : "")\(abs(whole) / 100_000)\(end.map { "." + digits[...$0] } ?? "")"
    }
}
