import Geometry

extension PDFFile {
    /// Merges all widgets into their pages, and removes the form.
    ///
    /// Widgets without an appearance show nothing. A push button is drawn only if it shows a picture, like photo
    /// fields.
    ///
    /// - Throws: `QPDFError` if a page cannot be read.
    package func flattenWidgets() throws(QPDFError) {
        let widgets = try widgetPlaces()
        try makeAppearancesDrawable()
        let lowered = try lowerAnnotations(below: widgets)
        var structure = StructureTree(of: self)
        for (index, places) in widgets.sorted(by: { $0.key < $1.key }) {
            let page = try page(index)
            let annotations = page["/Annots"].items
            let shown = places.sorted().compactMap { place -> (place: Int, form: PDFObject, matrix: [Double])? in
                guard annotations[place].staysWhenFlat, let (form, matrix) = annotations[place].placedAppearance else {
                    return nil
                }
                return (place, form, matrix)
            }
            guard !shown.isEmpty else { continue }
            if structure == nil {
                try draw(shown.map { ($0.form, $0.matrix) }, over: page)
            } else {
                let form = tagged(shown, on: page)
                try structure?.add(try tags(shown.map(\.place), onPage: index), of: form, onPage: page)
                try draw(form, over: page)
            }
        }
        try removeWidgets(widgets.merging(lowered) { $0.union($1) })
        root.remove("/AcroForm")
        try check()
    }

    /// Returns all widgets, even those that cannot be filled.
    ///
    /// For each page with widgets, the result has the indices in its `/Annots`.
    package func widgetPlaces() throws(QPDFError) -> [Int: Set<Int>] {
        var widgets: [Int: Set<Int>] = [:]
        for index in 0..<(try pageCount()) {
            let places = try page(index)["/Annots"].items.enumerated().filter(\.element.isWidget)
            if !places.isEmpty { widgets[index] = Set(places.map(\.offset)) }
        }
        return widgets
    }

    /// Creates a form XObject that draws several forms as marked content.
    private func tagged(_ shown: [(place: Int, form: PDFObject, matrix: [Double])], on page: PDFObject) -> PDFObject {
        let names = newDictionary()
        var content = ""
        for (number, part) in shown.enumerated() {
            names.set("/W\(number)", part.form)
            let matrix = part.matrix.map(PDFText.number).joined(separator: " ")
            content += "/Span << /MCID \(number) >> BDC\nq \(matrix) cm /W\(number) Do Q\nEMC\n"
        }
        let form = newStream(content.utf8)
        let geometry = geometry(of: page)
        form.set("/Type", newName("XObject"))
        form.set("/Subtype", newName("Form"))
        form.set("/BBox", newArray([geometry.left, geometry.bottom, geometry.right, geometry.top]))
        let resources = newDictionary()
        resources.set("/XObject", names)
        form.set("/Resources", resources)
        return form
    }

    /// Returns the tags of widgets, given as indices of a page's annotations.
    private func tags(_ places: [Int], onPage index: Int) throws(QPDFError) -> [OverlayTag] {
        let widgets = Dictionary(try widgets(onPage: index).map { ($0.index, $0) }) { first, _ in first }
        return places.map { place in
            guard let widget = widgets[place] else {
                return OverlayTag(
                    role: .picture, label: "", region: Region(x: 0, y: 0, width: 0, height: 0), order: place,
                    widget: place)
            }
            let role: OverlayTag.Role =
                switch widget.kind {
                case .checkbox, .radio: .mark(isRadio: widget.kind == .radio, isOn: widget.isOn)
                case .text, .choice, .signature: .text
                }
            return OverlayTag(
                role: role, label: widget.tooltip ?? "", region: widget.region, order: place, widget: place)
        }
    }
}
