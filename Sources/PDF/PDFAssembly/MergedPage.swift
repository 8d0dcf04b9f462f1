import QPDF

/// A page of the document to repeat for each record.
///
/// Its parts are in PDF syntax, with references to the written file.
struct MergedPage {
    /// The appearance of an unfilled widget.
    struct WidgetDrawing {
        /// The index in the page's `/Annots`.
        var place: Int
        /// The drawing operators of its appearance.
        var drawing: String
    }

    /// The entries of the dictionary that are equal for all records.
    var entries: String
    /// References to the page's own content streams.
    var contents: [String]
    /// The resource categories with their values, except the XObjects.
    var resources: [(key: String, value: String)]
    var xObjects: String
    /// The name of the overlay among the XObjects.
    var formName: String
    /// The fixed entries of the overlay's dictionary.
    var formEntries: [UInt8]
    var widgets: [WidgetDrawing] = []
    /// Annotations to repeat for each record: external links, notes, stamps.
    var annotations: [String] = []

    /// Entries that are meaningless in a copy or written separately.
    private static let dropped: Set<String> = [
        "/AA", "/Annots", "/B", "/Contents", "/Parent", "/PieceInfo", "/Resources", "/StructParents", "/Tabs", "/Thumb",
        "/Type",
    ]

    /// Reads a page of the written file, except for some annotations.
    ///
    /// `left` gives those as indices in its `/Annots`.
    init(_ index: Int, of file: PDFFile, without left: Set<Int>) throws(QPDFError) {
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
        for (place, annotation) in page["/Annots"].items.enumerated() where !left.contains(place) {
            if !annotation.isWidget {
                if let text = Self.copied(annotation) { annotations.append(text) }
            } else if annotation.staysWhenFlat, let (appearance, numbers) = annotation.placedAppearance,
                let name = names.next()
            {
                let matrix = numbers.map(PDFText.number).joined(separator: " ")
                listed.append("\(name) \(appearance.syntax)")
                widgets.append(WidgetDrawing(place: place, drawing: "q \(matrix) cm \(name) Do Q\n"))
            }
        }
        self.xObjects = listed.joined(separator: " ")
        try file.check()
    }

    /// Returns an annotation to repeat for each record; `nil` for internal links.
    ///
    /// All their copies would lead to the first record.
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
