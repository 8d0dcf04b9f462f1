import QPDF

/// A page of the document as repeated for each record: text in PDF syntax, with references to the written file.
struct MergedPage {
    /// The appearance of an unfilled widget.
    struct WidgetDrawing {
        /// The index in the page's `/Annots`.
        var place: Int
        /// The operators that draw its appearance.
        var drawing: String
    }

    /// The entries of the dictionary, except those that differ between records.
    var entries: String
    /// References to the page's own content streams.
    var contents: [String]
    /// The entries of the resources, except the XObjects: each category and its value.
    var resources: [(key: String, value: String)]
    var xObjects: String
    /// The name of the overlay among the XObjects.
    var formName: String
    /// The fixed entries of the overlay's dictionary.
    var formEntries: [UInt8]
    var widgets: [WidgetDrawing] = []
    /// Annotations repeated for each record: external links, notes, stamps.
    var annotations: [String] = []

    /// Entries that make no sense in a copy, or that are written again.
    private static let dropped: Set<String> = [
        "/AA", "/Annots", "/B", "/Contents", "/Parent", "/PieceInfo", "/Resources", "/StructParents", "/Tabs", "/Thumb",
        "/Type",
    ]

    init(_ index: Int, of file: PDFFile) throws(QPDFError) {
        let page = try file.page(index)
        let geometry = file.geometry(of: page)
        var entries: [String] = []
        for key in page.keys where !Self.dropped.contains(key) { entries.append("\(key) \(page[key].syntax)") }
        for key in ["/CropBox", "/MediaBox", "/Rotate"] where page[key].isNull {
            let value = page.inherited(key)
            if !value.isNull { entries.append("\(key) \(value.syntax)") }
        }
        self.entries = entries.joined(separator: " ")
        let content = page["/Contents"]
        contents = (content.isStream ? [content] : content.items).map { $0.syntax }

        let resources = page.inherited("/Resources")
        self.resources = resources.keys.filter { $0 != "/XObject" }.map { ($0, resources[$0].syntax) }
        let xObjects = resources["/XObject"]
        let taken = Set(xObjects.keys)
        var names = (1...).lazy.map { "/Formwright\($0)" }.filter { !taken.contains($0) }.makeIterator()
        formName = names.next() ?? "/Formwright"
        var listed = taken.sorted().map { "\($0) \(xObjects[$0].syntax)" }
        formEntries = file.newForm("".utf8, geometry: geometry).dictionaryText
        for (place, annotation) in page["/Annots"].items.enumerated() {
            if annotation["/Subtype"].name != "Widget" {
                if let text = Self.copied(annotation) { annotations.append(text) }
            } else if let appearance = Self.appearance(of: annotation),
                let matrix = Self.matrix(appearance, annotation),
                let name = names.next()
            {
                listed.append("\(name) \(appearance.syntax)")
                widgets.append(WidgetDrawing(place: place, drawing: "q \(matrix) cm \(name) Do Q\n"))
            }
        }
        self.xObjects = listed.joined(separator: " ")
        try file.check()
    }

    /// The appearance stream that a viewer would show; `nil` for a hidden widget or one without an appearance.
    private static func appearance(of widget: PDFObject) -> PDFObject? {
        // Hidden and NoView (ISO 32000-1, table 165).
        guard (widget["/F"].integer ?? 0) & 0b100010 == 0 else { return nil }
        // Push buttons (table 226) would no longer do anything.
        let isPushButton =
            widget.inherited("/FT").name == "Btn" && (widget.inherited("/Ff").integer ?? 0) & 1 << 16 != 0
        guard !isPushButton else { return nil }
        let normal = widget["/AP"]["/N"]
        if normal.isStream { return normal.isIndirect ? normal : nil }
        let state = normal["/" + (widget["/AS"].name ?? "Off")]
        return state.isStream && state.isIndirect ? state : nil
    }

    /// The matrix from the appearance's box, transformed by its own matrix, to the annotation's rectangle (ISO 32000-1,
    /// 12.5.5).
    private static func matrix(_ appearance: PDFObject, _ annotation: PDFObject) -> String? {
        let box = appearance["/BBox"].items.compactMap(\.number)
        let rectangle = annotation["/Rect"].items.compactMap(\.number)
        let matrix = PDFMatrix(appearance["/Matrix"].items.compactMap(\.number)) ?? PDFMatrix()
        guard box.count == 4, rectangle.count == 4,
            let turned = matrix.box(x1: box[0], y1: box[1], x2: box[2], y2: box[3])
        else { return nil }
        let (width, height) = (turned.x2 - turned.x1, turned.y2 - turned.y1)
        guard width > 0, height > 0 else { return nil }
        let (left, right) = (min(rectangle[0], rectangle[2]), max(rectangle[0], rectangle[2]))
        let (bottom, top) = (min(rectangle[1], rectangle[3]), max(rectangle[1], rectangle[3]))
        let (sx, sy) = ((right - left) / width, (top - bottom) / height)
        return [sx, 0, 0, sy, left - turned.x1 * sx, bottom - turned.y1 * sy].map(PDFNumber.text).joined(separator: " ")
    }

    /// An annotation as repeated for each record; `nil` for links within the document, which would all lead to the
    /// first record.
    private static func copied(_ annotation: PDFObject) -> String? {
        let kind = annotation["/Subtype"].name
        guard annotation.isDictionary, kind != "Popup" else { return nil }
        if kind == "Link", annotation["/A"]["/S"].name != "URI" { return nil }
        let dropped: Set<String> = ["/P", "/Popup", "/IRT", "/Parent", "/StructParent", "/Dest"]
        let entries = annotation.keys.filter { !dropped.contains($0) }
            .map { "\($0) \(annotation[$0].syntax)" }
        return "<< \(entries.joined(separator: " ")) >>"
    }
}

/// Formats numbers in PDF syntax, which has no exponents.
enum PDFNumber {
    static func text(_ value: Double) -> String {
        let thousandths = (value * 100_000).rounded()
        guard abs(thousandths) < 1e15 else { return "0" }
        let whole = Int(thousandths)
        let fraction = String(abs(whole) % 100_000)
        let digits = String(repeating: "0", count: 5 - fraction.count) + fraction
        return "\(whole < 0 ? "-" : "")\(abs(whole) / 100_000).\(digits)"
    }
}
