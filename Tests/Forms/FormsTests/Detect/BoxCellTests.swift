import FormModel
import TestSupport
import Testing

@Suite("Detection: check boxes in the cells of a table") struct BoxCellTests {
    private static let heads = [["Full time", "student"], ["Person with", "disability"], ["Eligible", "for credit"]]
    private static let rows = 4

    /// Draws a table of boxes whose columns have headings.
    private func table(
        _ page: inout PDFBuilder.Page, columns: Int = 3, names: [String] = [], cell: (Int) -> String? = { _ in nil }
    ) {
        page.text("Persons in the household", x: 60, y: 60, size: 12)
        let (left, top, width, height) = (60.0, 80.0, 70.0, 24.0)
        page.box(x: left, y: top, width: 150, height: 40)
        page.text("Name", x: left + 50, y: top + 22, size: 9)
        for (column, lines) in Self.heads.prefix(columns).enumerated() {
            let x = left + 150 + width * Double(column)
            page.box(x: x, y: top, width: width, height: 40)
            for (line, text) in lines.enumerated() {
                page.text(text, x: x + 12, y: top + 16 + 11 * Double(line), size: 9)
            }
        }
        for row in 0..<Self.rows {
            let y = top + 40 + height * Double(row)
            page.box(x: left, y: y, width: 150, height: height)
            if row < names.count { page.text(names[row], x: left + 6, y: y + 16, size: 9) }
            for column in 0..<columns {
                let x = left + 150 + width * Double(column)
                page.box(x: x, y: y, width: width, height: height)
                page.box(x: x + 18, y: y + 7, width: 10, height: 10)
                if let text = cell(column) { page.text(text, x: x + 32, y: y + 15, size: 8) }
            }
        }
    }

    private func labels(cell: (Int) -> String? = { _ in nil }) throws -> [String] {
        try DetectedPage.fields { table(&$0, cell: cell) }.filter { $0.type == .checkbox }.map(\.label)
    }

    @Test("a box alone in its cell has the heading of its column, in each row")
    func headings() throws {
        let expected = Self.heads.map { $0.joined(separator: " ") }
        #expect(try labels() == Array(repeating: expected, count: Self.rows).flatMap { $0 })
    }

    @Test("a box in a named row has the name, too, and that alone if it is the only one of its row", arguments: [1, 3])
    func rows(columns: Int) throws {
        let names = ["Birth certificate", "Passport", "Driving licence", "Proof of residence"]
        let labels = try DetectedPage.fields { table(&$0, columns: columns, names: names) }
            .filter { $0.type == .checkbox }.map(\.label)
        let heads = Self.heads.map { $0.joined(separator: " ") }
        #expect(labels == (columns == 1 ? names : names.flatMap { name in heads.map { "\(name), \($0)" } }))
    }

    @Test("in a table whose rows begin with a box, the text is in the cell behind each")
    func pairs() throws {
        let words = [["Coffee", "Tea"], ["Milk", "Sugar"], ["Water", "Juice"]]
        let labels = try DetectedPage.fields { page in
            page.text("Refreshments wanted", x: 60, y: 60, size: 12)
            for (row, pair) in words.enumerated() {
                let y = 80 + 24 * Double(row)
                for (place, word) in pair.enumerated() {
                    let x = 60 + 150 * Double(place)
                    page.box(x: x, y: y, width: 30, height: 24)
                    page.box(x: x + 10, y: y + 7, width: 10, height: 10)
                    page.box(x: x + 30, y: y, width: 120, height: 24)
                    page.text(word, x: x + 36, y: y + 16, size: 10)
                }
            }
        }.filter { $0.type == .checkbox }.map(\.label)
        #expect(labels == words.flatMap { $0 })
    }

    @Test("a box with a text beside it in its cell has that text")
    func texts() throws {
        let labels = try labels { ["Yes", "Perhaps", "Never"][$0] }
        #expect(labels.count == 3 * Self.rows)
        #expect(
            labels.allSatisfy { label in ["Yes", "Perhaps", "Never"].contains { label.hasSuffix($0) } }, "\(labels)")
    }
}
