/// The logical structure of a document (ISO 32000-1, 14.7), with a few bytes per element.
struct StructureTree {
    /// The index of an element.
    typealias Element = Int32

    /// The kind of an element (ISO 32000-1, 14.8.4).
    enum Kind: UInt8 {
        case document, heading1, heading2, heading3, heading4, heading5, heading6, paragraph, list, listItem, label
        case listBody, blockQuote, code, table, tableHead, tableBody, tableRow, columnHeader, rowHeader, tableCell
        case figure, inlineFigure, caption, link, span, contents, contentsItem, reference, section, note
    }

    /// Optional attributes of an element; most elements have none.
    struct Details {
        var alternativeText: String?
        /// The text represented by a picture, such as an emoji.
        var actualText: String?
        var language: String?
        var numbering: ListStyle.Numbering?
        var columnSpan = 1
        var summary: String?
        /// The identifier, unique in the document.
        var identifier: String?
    }

    /// A child of an element, in document order.
    struct Kid {
        var owner: Element
        var content: Content
    }

    enum Content {
        case element(Element)
        /// A marked-content sequence, with both numbers counted from 0.
        case marked(page: Int32, id: Int32)
        /// An annotation, by its index in the document.
        case annotation(Int32)
    }

    private(set) var kinds: [Kind] = [.document]
    private(set) var parents: [Element] = [-1]
    private(set) var details: [Element: Details] = [:]
    /// The boxes of figures on their pages.
    private(set) var boxes: [Element: PDFRectangle] = [:]
    private(set) var kids: [Kid] = []

    /// The levels of the headings around the next content, outermost first.
    private var openLevels: [Int] = []

    /// The root element.
    static let document: Element = 0

    mutating func add(_ kind: Kind, to parent: Element, _ details: Details? = nil) -> Element {
        let element = Element(kinds.count)
        kinds.append(kind.headingLevel.map { .heading(nested($0)) } ?? kind)
        parents.append(parent)
        if let details { self.details[element] = details }
        kids.append(Kid(owner: parent, content: .element(element)))
        return element
    }

    /// Returns the depth of a heading of a level among the headings before it.
    ///
    /// PDF/UA-1 (7.4.2) permits no skipped levels.
    private mutating func nested(_ level: Int) -> Int {
        while let last = openLevels.last, last >= level { openLevels.removeLast() }
        openLevels.append(level)
        return openLevels.count
    }

    mutating func add(_ content: Content, to owner: Element) {
        kids.append(Kid(owner: owner, content: content))
    }

    mutating func setBox(of element: Element, to box: PDFRectangle) { boxes[element] = box }
}

extension StructureTree.Kind {
    /// Returns the heading of a level from 1 to 6.
    static func heading(_ level: Int) -> Self {
        switch level {
        case ...1: .heading1
        case 2: .heading2
        case 3: .heading3
        case 4: .heading4
        case 5: .heading5
        default: .heading6
        }
    }

    /// The level of a heading, or `nil` for other kinds.
    var headingLevel: Int? {
        let first = Self.heading1.rawValue
        return (first...Self.heading6.rawValue).contains(rawValue) ? Int(rawValue - first) + 1 : nil
    }

    /// The standard structure type.
    var name: StaticString {
        switch self {
        case .document: "Document"
        case .heading1: "H1"
        case .heading2: "H2"
        case .heading3: "H3"
        case .heading4: "H4"
        case .heading5: "H5"
        case .heading6: "H6"
        case .paragraph: "P"
        case .list: "L"
        case .listItem: "LI"
        case .label: "Lbl"
        case .listBody: "LBody"
        case .blockQuote: "BlockQuote"
        case .code: "Code"
        case .table: "Table"
        case .tableHead: "THead"
        case .tableBody: "TBody"
        case .tableRow: "TR"
        case .columnHeader, .rowHeader: "TH"
        case .tableCell: "TD"
        case .figure, .inlineFigure: "Figure"
        case .caption: "Caption"
        case .link: "Link"
        case .span: "Span"
        case .contents: "TOC"
        case .contentsItem: "TOCI"
        case .reference: "Reference"
        case .section: "Sect"
        case .note: "Note"
        }
    }
}
