/// The identity of a widget in a document.
package struct WidgetPlace: Sendable, Hashable {
    /// The page, from 0.
    package var page: Int
    /// The index in the page's `/Annots`.
    package var index: Int

    package init(page: Int, index: Int) {
        self.page = page
        self.index = index
    }
}

extension PDFFile {
    /// Returns the widgets with a visible appearance.
    package func widgetsWithAppearance() throws(QPDFError) -> Set<WidgetPlace> {
        var found: Set<WidgetPlace> = []
        for page in 0..<(try pageCount()) {
            for (index, annotation) in try self.page(page)["/Annots"].items.enumerated()
            where annotation.isWidget && annotation.placedAppearance != nil {
                found.insert(WidgetPlace(page: page, index: index))
            }
        }
        return found
    }
}

extension PDFObject {
    /// The appearance stream that a viewer shows, if any; `nil` for a hidden widget.
    package var shownAppearance: PDFObject? {
        guard !isHidden else { return nil }
        let normal = self["/AP"]["/N"]
        if normal.isStream { return normal.isIndirect ? normal : nil }
        let state = normal[shownState]
        return state.isStream && state.isIndirect ? state : nil
    }

    /// The key of the state shown by a button.
    var shownState: String { "/" + (self["/AS"].name ?? inherited("/V").name ?? "Off") }

    /// Whether viewers hide this annotation.
    var isHidden: Bool { (self["/F"].integer ?? 0) & (AnnotationFlag.hidden | AnnotationFlag.noView) != 0 }

    /// The appearance shown by a viewer, with its matrix to the page.
    ///
    /// `nil` if nothing would be visible.
    package var placedAppearance: (form: PDFObject, matrix: [Double])? {
        guard let form = shownAppearance, let matrix = placement(of: form) else { return nil }
        return (form, matrix)
    }

    /// Whether the appearance of this widget belongs on a flat page.
    ///
    /// It does except for push buttons without a picture, because a button triggers an action and has no value.
    package var staysWhenFlat: Bool {
        guard isPushButton else { return true }
        let paints = shownAppearance?.paints ?? []
        // Behind a caption, a gradient decorates a button. Alone it is a drawing.
        return !self["/MK"]["/I"].isNull || paints.contains(.picture)
            || paints.contains(.shading) && self["/MK"]["/CA"].isNull
    }

    /// Whether this is a push button, which triggers an action and has no value.
    package var isPushButton: Bool {
        inherited("/FT").name == "Btn" && (inherited("/Ff").integer ?? 0) & FieldBits.pushButton != 0
    }

    /// Returns the matrix from an appearance's transformed box to this annotation's rectangle.
    ///
    /// It has six numbers (ISO 32000-1, 12.5.5). `nil` if either is not a rectangle.
    package func placement(of appearance: PDFObject) -> [Double]? {
        let rectangle = self["/Rect"].items.compactMap(\.number)
        guard rectangle.count == 4, let turned = appearance.turnedBox(or: boxAtOrigin) else { return nil }
        let (width, height) = (turned.x2 - turned.x1, turned.y2 - turned.y1)
        guard width > 0, height > 0 else { return nil }
        let (left, right) = (min(rectangle[0], rectangle[2]), max(rectangle[0], rectangle[2]))
        let (bottom, top) = (min(rectangle[1], rectangle[3]), max(rectangle[1], rectangle[3]))
        let (sx, sy) = ((right - left) / width, (top - bottom) / height)
        return [sx, 0, 0, sy, left - turned.x1 * sx, bottom - turned.y1 * sy]
    }

    /// Returns the box of a form XObject, or a default, transformed by its matrix.
    ///
    /// `nil` if it is not a rectangle.
    func turnedBox(or missing: [Double]? = nil) -> (x1: Double, y1: Double, x2: Double, y2: Double)? {
        let own = self["/BBox"]
        let box = own.isNull ? missing ?? [] : own.items.compactMap(\.number)
        guard box.count == 4 else { return nil }
        let matrix = PDFMatrix(self["/Matrix"].items.compactMap(\.number)) ?? PDFMatrix()
        return matrix.box(x1: box[0], y1: box[1], x2: box[2], y2: box[3])
    }

    /// The annotation's rectangle moved to the origin, the default box of an appearance.
    var boxAtOrigin: [Double]? {
        let r = self["/Rect"].items.compactMap(\.number)
        return r.count == 4 ? [0, 0, abs(r[2] - r[0]), abs(r[3] - r[1])] : nil
    }
}
