package import FormModel

extension PDFFile {
    /// Makes annotations that lie below fields, and would cover what is drawn in their place, parts of the pages.
    ///
    /// Viewers draw annotations over the page, so that a rectangle that was below a widget would hide the value that
    /// becomes part of the page.
    ///
    /// - Parameters:
    ///   - widgets: the widgets that are replaced: for each page, indices in its `/Annots`.
    ///   - regions: other places that are drawn on: for each page, regions of the displayed page.
    /// - Returns: the annotations that are to be removed, with their pop-ups: for each page, indices in its `/Annots`.
    /// - Throws: `QPDFError` if a page cannot be read.
    package func lowerAnnotations(
        below widgets: [Int: Set<Int>], regions: [Int: [Region]] = [:]
    ) throws(QPDFError) -> [Int: Set<Int>] {
        var lowered: [Int: Set<Int>] = [:]
        for index in Set(widgets.keys).union(regions.keys).sorted() {
            let page = try page(index)
            let annotations = page["/Annots"].items
            guard annotations.contains(where: \.canCover) else { continue }
            let geometry = geometry(of: page)
            var drawn = (regions[index] ?? []).map { (place: annotations.count, region: $0) }
            for place in widgets[index] ?? [] where annotations.indices.contains(place) {
                if let region = annotations[place].region(geometry) { drawn.append((place, region)) }
            }
            var forms: [(form: PDFObject, matrix: [Double]?)] = []
            for (place, annotation) in annotations.enumerated() where annotation.canCover {
                guard let region = annotation.region(geometry),
                    drawn.contains(where: { place < $0.place && $0.region.intersection(region) != nil })
                else { continue }
                makeDrawable(annotation, on: page)
                guard let (form, matrix) = annotation.placedAppearance, form.paintsAreas else { continue }
                forms.append((form, matrix))
                let popup = annotation["/Popup"].identity
                lowered[index, default: []].formUnion(
                    [place] + annotations.indices.filter { popup != nil && annotations[$0].identity == popup })
            }
            if !forms.isEmpty { try draw(forms, over: page) }
        }
        try check()
        return lowered
    }
}

extension PDFObject {
    /// Whether this is an annotation of a kind that people draw on pages, rather than one to click at or a mark on text.
    fileprivate var canCover: Bool {
        guard let kind = self["/Subtype"].name else { return false }
        return [
            "Caret", "Circle", "FreeText", "Ink", "Line", "Polygon", "PolyLine", "Redact", "Square", "Stamp",
            "Watermark",
        ].contains(kind)
    }

    /// The annotation's place on the displayed page.
    fileprivate func region(_ geometry: PageGeometry) -> Region? {
        let r = self["/Rect"].items.compactMap(\.number)
        return r.count == 4 ? geometry.displayed(x1: r[0], y1: r[1], x2: r[2], y2: r[3]) : nil
    }

    /// Whether a form XObject fills areas or draws pictures, rather than lines and text only.
    fileprivate var paintsAreas: Bool {
        guard let content = streamData else { return false }
        return !PDFTokens.operators(in: content)
            .isDisjoint(with: ["f", "F", "f*", "B", "B*", "b", "b*", "sh", "Do", "BI"])
    }
}
