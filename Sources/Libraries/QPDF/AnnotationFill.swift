/// The fill colour of annotations that viewers draw themselves.
///
/// They have no appearance, or viewers create a new one.
extension PDFFile {
    /// Removes and returns the fill of an annotation without an appearance, if any.
    ///
    /// The fill is returned as a form with its matrix.
    func takeFill(of annotation: PDFObject, on page: PDFObject) -> (form: PDFObject, matrix: [Double]?)? {
        guard let (owner, key) = annotation.fill, let shape = annotation.shape else { return nil }
        let colour = owner[key].items.compactMap(\.number)
        guard let setColour = [1: "g", 3: "rg", 4: "k"][colour.count] else { return nil }
        let form = newStream(
            "/G gs \(colour.map(PDFText.number).joined(separator: " ")) \(setColour) \(shape) f\n".utf8)
        let (resources, states, state) = (newDictionary(), newDictionary(), newDictionary())
        state.set("/ca", newNumber(annotation["/CA"].number ?? 1))
        states.set("/G", state)
        resources.set("/ExtGState", states)
        form.set("/Resources", resources)
        complete(form, of: annotation, on: page)
        if !annotation["/OC"].isNull { form.set("/OC", annotation["/OC"]) }
        guard let matrix = annotation.placement(of: form) else { return nil }
        annotation.removeFill()
        return (form, matrix)
    }
}

extension PDFObject {
    /// The dictionary and key of the fill colour.
    ///
    /// See ISO 32000-1, 12.5.6.6 to 12.5.6.9 and table 189.
    fileprivate var fill: (owner: PDFObject, key: String)? {
        if isWidget { return (self["/MK"], "/BG") }
        return switch self["/Subtype"].name {
        case "Circle", "Polygon", "Square": (self, "/IC")
        case "FreeText": (self, "/C")
        default: nil
        }
    }

    /// Removes the fill colour of the annotation.
    func removeFill() {
        guard let (owner, key) = fill, !owner[key].isNull else { return }
        guard isWidget else { return remove(key) }
        // The dictionary may be shared with other widgets.
        let characteristics = owner.shallowCopy()
        characteristics.remove(key)
        set("/MK", characteristics)
    }

    /// The path of the annotation in content stream syntax, relative to its rectangle's corner.
    fileprivate var shape: String? {
        guard let box = boxAtOrigin else { return nil }
        let inset = self["/RD"].items.compactMap(\.number)
        let (left, bottom) = inset.count == 4 ? (inset[0], inset[1]) : (0, 0)
        let (right, top) = inset.count == 4 ? (box[2] - inset[2], box[3] - inset[3]) : (box[2], box[3])
        func path(_ parts: [([Double], String)]) -> String {
            parts.map { ($0.map(PDFText.number) + [$1]).joined(separator: " ") }.joined(separator: " ")
        }
        switch self["/Subtype"].name {
        case "Circle":
            let (x, y, rx, ry) = ((left + right) / 2, (bottom + top) / 2, (right - left) / 2, (top - bottom) / 2)
            // The distance of the control points of a quarter circle.
            let (kx, ky) = (0.5523 * rx, 0.5523 * ry)
            return path([
                ([left, y], "m"), ([left, y + ky, x - kx, top, x, top], "c"),
                ([x + kx, top, right, y + ky, right, y], "c"), ([right, y - ky, x + kx, bottom, x, bottom], "c"),
                ([x - kx, bottom, left, y - ky, left, y], "c"),
            ])
        case "Polygon":
            let rectangle = self["/Rect"].items.compactMap(\.number)
            let (x, y) = (min(rectangle[0], rectangle[2]), min(rectangle[1], rectangle[3]))
            let numbers = self["/Vertices"].items.compactMap(\.number)
            let corners = stride(from: 0, to: numbers.count - 1, by: 2).map { [numbers[$0] - x, numbers[$0 + 1] - y] }
            return path(corners.enumerated().map { ($1, $0 == 0 ? "m" : "l") })
        default: return path([([left, bottom, right - left, top - bottom], "re")])
        }
    }
}
