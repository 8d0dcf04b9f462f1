package import Geometry

extension PDFFile {
    /// Merges annotations below fields, which would cover their replacements, into the pages.
    ///
    /// Viewers draw annotations over the page, so a rectangle below a widget would hide the value that becomes part of
    /// the page. Drawings are moved to the page unchanged. Of annotations with their own purpose, such as links and
    /// other fields, only the appearance is moved, and of those that viewers draw themselves only the fill.
    ///
    /// - Parameters:
    ///   - widgets: The replaced widgets: for each page, indices in its `/Annots`.
    ///   - regions: Other regions to be drawn on, on the displayed page, for each page.
    /// - Returns: The annotations to remove, with their pop-ups: for each page, indices in its `/Annots`.
    /// - Throws: `QPDFError` if a page cannot be read.
    package func lowerAnnotations(
        below widgets: [Int: Set<Int>], regions: [Int: [Region]] = [:]
    ) throws(QPDFError) -> [Int: Set<Int>] {
        var lowered: [Int: Set<Int>] = [:]
        for index in Set(widgets.keys).union(regions.keys).sorted() {
            let page = try page(index)
            let annotations = page["/Annots"].items
            let replaced = widgets[index] ?? []
            guard annotations.count > replaced.count else { continue }
            let geometry = geometry(of: page)
            var drawn = (regions[index] ?? []).map { (place: annotations.count, region: $0) }
            for place in replaced where annotations.indices.contains(place) {
                if let region = annotations[place].region(geometry) { drawn.append((place, region)) }
            }
            var looks: [(form: PDFObject, matrix: [Double]?)] = []
            for (place, annotation) in annotations.enumerated() where !replaced.contains(place) && !annotation.isHidden
            {
                guard let region = annotation.region(geometry),
                    drawn.contains(where: { place < $0.place && annotation.canHide($0.region, from: region) })
                else { continue }
                guard annotation.shownAppearance != nil else {
                    if let fill = takeFill(of: annotation, on: page) { looks.append(fill) }
                    continue
                }
                guard let look = takeLook(of: annotation, on: page) else { continue }
                looks.append(look)
                guard annotation.isDrawing else { continue }
                let popup = annotation["/Popup"].identity
                lowered[index, default: []].formUnion(
                    [place] + annotations.indices.filter { popup != nil && annotations[$0].identity == popup })
            }
            if !looks.isEmpty { try draw(looks, over: page) }
        }
        try check()
        return lowered
    }

    /// Removes and returns the appearance of an annotation with its matrix, if it is opaque.
    private func takeLook(of annotation: PDFObject, on page: PDFObject) -> (form: PDFObject, matrix: [Double]?)? {
        guard annotation.shownAppearance?.paints.contains(.cover) ?? false else { return nil }
        let own = annotation["/AP"]["/N"]
        makeDrawable(annotation, on: page)
        guard let look = annotation.placedAppearance else { return nil }
        let nothing = newStream([])
        complete(nothing, of: annotation, on: page)
        let appearances = newDictionary()
        if own.isStream {
            appearances.set("/N", nothing)
        } else {
            let states = own.shallowCopy()
            states.set(annotation.shownState, nothing)
            appearances.set("/N", states)
        }
        annotation.set("/AP", appearances)
        annotation.removeFill()
        return look
    }
}

extension PDFObject {
    /// Whether this annotation is a drawing, rather than interactive or a mark on text.
    fileprivate var isDrawing: Bool {
        guard let kind = self["/Subtype"].name else { return false }
        return [
            "Caret", "Circle", "FreeText", "Ink", "Line", "Polygon", "PolyLine", "Redact", "Square", "Stamp",
            "Watermark",
        ].contains(kind)
    }

    /// Returns the annotation's region on the displayed page.
    fileprivate func region(_ geometry: PageGeometry) -> Region? {
        let r = self["/Rect"].items.compactMap(\.number)
        return r.count == 4 ? geometry.displayed(x1: r[0], y1: r[1], x2: r[2], y2: r[3]) : nil
    }

    /// Returns whether this annotation can hide content in a region.
    ///
    /// Viewers keep print visible under a highlight, whatever its appearance. Neighbouring fields often overlap at an
    /// edge, which hides no value, and each of them keeps its appearance.
    fileprivate func canHide(_ region: Region, from place: Region) -> Bool {
        guard self["/Subtype"].name != "Highlight", let shared = place.intersection(region) else { return false }
        guard isWidget else { return true }
        let least = 0.25
        return shared.width >= least * min(place.width, region.width)
            && shared.height >= least * min(place.height, region.height)
    }
}
