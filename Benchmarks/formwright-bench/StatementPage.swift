import Typesetting

/// A statement's blocks as an HTML page, for programs that typeset HTML.
///
/// Charts are omitted.
struct StatementPage {
    private let blocks: any Sequence<FlowBlock>

    init(_ blocks: some Sequence<FlowBlock>) {
        self.blocks = blocks
    }

    /// Writes the page, one block at a time.
    func write(_ body: (String) throws -> Void) rethrows {
        try body(
            """
            <html lang=en><head><meta charset=utf-8><title>Statement</title><style>
            @page { size: A4; margin: 62pt 46pt 58pt; @bottom-center { content: counter(page) ' / ' counter(pages) } }
            body { font: 9.5pt 'Noto Sans' } table { width: 100%; border-collapse: collapse; font-size: 7.8pt }
            td, th { border-bottom: .4pt solid #ccc; padding: 2.5pt; text-align: start } .figure { text-align: end }
            thead { background: #ebebeb }
            </style></head><body>\n
            """)
        for block in blocks { try body(Self.html(block)) }
        try body("</body></html>\n")
    }

    private static func html(_ block: FlowBlock) -> String {
        switch block {
        case .paragraph(let paragraph): "<p>\(text(paragraph))</p>\n"
        case .heading(let heading): "<h\(heading.level)>\(text(heading.paragraph))</h\(heading.level)>\n"
        case .row(let row): self.row(row)
        case .begin(.table(let table)): "<table><thead>\(table.header.map(row).joined())</thead><tbody>\n"
        // The statement has no other containers.
        case .end: "</tbody></table>\n"
        default: ""
        }
    }

    private static func row(_ row: TableRow) -> String {
        let cells = row.cells.map { cell in
            let name = cell.isRowHeader ? "th" : "td"
            let figure = cell.paragraphs.first?.style.alignment == .end ? " class=figure" : ""
            let text = cell.paragraphs.map(text).joined(separator: "<br>")
            return "<\(name) colspan=\(cell.columnSpan)\(figure)>\(text)</\(name)>"
        }
        return "<tr>\(cells.joined())</tr>\n"
    }

    private static func text(_ paragraph: Paragraph) -> String {
        paragraph.text.replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing("\n", with: "<br>")
    }
}
