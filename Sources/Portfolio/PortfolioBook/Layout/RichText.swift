import Geometry
import Portfolio
import Typesetting

/// Fits plain paragraphs or the blocks of Markdown to a width.
struct RichText {
    let setting: BookSetting
    /// The size of body text in points.
    let size: Double
    let isQuote: Bool

    /// A paragraph broken into lines, or a row of a table.
    struct Piece {
        /// The lines, or the first cell of a row.
        var text: FittedText
        /// The distance from the left edge of the column.
        var indent = 0.0
        /// The space above, unless the piece begins a column.
        var space = 0.0
        var role: PageCanvas.Role = .paragraph
        /// The type size in points.
        var size: Double
        /// The bullet or number of an item, with its distance from the left edge.
        var marker: (text: FittedText, x: Double)?
        /// The background of code with its width.
        var background: (color: Color, width: Double)?
        /// The cells of a row; empty for a paragraph.
        var cells: [(text: FittedText, x: Double)] = []
        /// Whether the cells are the headings of a table.
        var isHead = false
        /// The line above a row with its width; `nil` for none.
        var rule: Double?
        /// The groups of the document's structure that end and begin before the piece.
        var opening: [PlannedItem] = []
        /// The number of groups that end behind the piece.
        var closing = 0
        /// Whether the next piece stays in the same column, as below a heading.
        var staysWithNext = false

        /// The number of lines that a break can separate.
        var lineCount: Int { cells.isEmpty ? text.lineCount : 1 }

        /// Returns the height of some of the lines.
        func height(of lines: Range<Int>) -> Double {
            guard cells.isEmpty else { return (cells.map(\.text.height).max() ?? 0) + RichText.rowPadding }
            return text.height(of: lines)
        }
    }

    /// The indent of each level of a list, in multiples of the type size.
    private static let listIndent = 1.6
    /// The deepest level that is still indented.
    private static let deepest = 4
    /// The size of code relative to the text around it.
    private static let codeSize = 0.84
    /// The distance between code and the edges of its background.
    static let codePadding = 7.0
    /// The distance between the columns of a table.
    private static let columnGap = 14.0
    /// The space in a row of a table, above and below its words.
    static let rowPadding = 6.0
    /// The narrowest column of a table, in multiples of the type size.
    private static let narrowest = 4.0
    /// The maximum number of lines of a row, which pages do not divide.
    private static let mostLines = 20

    private var ink: Color { setting.palette.ink }

    // MARK: Plain text

    /// Returns the paragraphs of a plain text, separated by blank lines.
    func pieces(of text: String, width: Double) -> [Piece] {
        let style = BookType.serif(size, isItalic: isQuote, color: ink)
        return Self.paragraphs(of: text).enumerated().map { index, paragraph in
            Piece(
                text: setting.fitReadable(paragraph, style, width: width), space: index > 0 ? size * 0.75 : 0,
                size: size)
        }
    }

    private static func paragraphs(of text: String) -> [String] {
        var paragraphs: [String] = []
        var lines: [Substring] = []
        let all: [Substring] = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
        for line in all + [Substring()] {
            if line.allSatisfy(\.isWhitespace) {
                if !lines.isEmpty { paragraphs.append(lines.joined(separator: "\n").trimmed) }
                lines = []
            } else {
                lines.append(line)
            }
        }
        return paragraphs
    }

    // MARK: Markdown

    /// Returns the pieces of blocks; headings of a text have a level below `level`.
    func pieces(of blocks: [RichBlock], width: Double, level: Int) -> [Piece] {
        var pieces: [Piece] = []
        var isAfterItem = false
        var lists = ListStructure()
        for block in blocks {
            let first = pieces.count
            switch block.kind {
            case .paragraph, .item: pieces.append(paragraph(block, width: width))
            case .heading: pieces.append(heading(block, width: width, level: level))
            case .code: pieces.append(code(block, width: width))
            case .table: pieces += table(block, width: width)
            }
            guard first < pieces.count else { continue }
            pieces[first].opening = lists.advance(to: block) + pieces[first].opening
            let isTight = block.kind == .item && isAfterItem
            isAfterItem = block.kind == .item
            pieces[first].space = first == 0 ? 0 : size * (block.kind == .heading ? 1.4 : isTight ? 0.3 : 0.75)
            if block.kind == .code, first > 0 { pieces[first].space += Self.codePadding }
            if first > 0, pieces[first - 1].background != nil {
                pieces[first].space += Self.codePadding
            }
        }
        if let last = pieces.indices.last { pieces[last].closing += lists.depth }
        return pieces
    }

    private func runs(_ spans: [RichSpan], isItalic: Bool = false, weight: Int = 400) -> [TextRun] {
        spans.map { span in
            var style = BookType.serif(size, isItalic: isItalic != span.isEmphasised, color: ink)
            if span.isCode { style = codeStyle(size: size) }
            style.weight = span.isStrong ? 700 : weight
            return TextRun(span.text, style)
        }
    }

    private func codeStyle(size: Double) -> TextStyle {
        TextStyle(
            families: TextStyle.monospacedFamilies, size: size * Self.codeSize, color: ink, hasLigatures: false)
    }

    private func paragraph(_ block: RichBlock, width: Double) -> Piece {
        let level = Double(min(block.level, Self.deepest))
        let indent = level * size * Self.listIndent + (block.isQuoted ? size * Self.listIndent : 0)
        let text = setting.fitReadable(
            runs(block.spans, isItalic: isQuote || block.isQuoted), size: size, width: max(width / 3, width - indent))
        var piece = Piece(text: text, indent: indent, size: size)
        if let marker = block.marker {
            let style = BookType.serif(size, color: ink)
            let mark = setting.fit(marker, style, width: width, spacing: 1.5)
            piece.marker = (mark, max(0, indent - mark.width - size * 0.5))
        }
        return piece
    }

    private func heading(_ block: RichBlock, width: Double, level: Int) -> Piece {
        let own = block.level <= 2 && size < setting.grid.sizes.lead ? setting.grid.sizes.lead : size
        let style = BookType.sans(own, weight: 700, color: ink)
        let text = setting.fit(block.text, style, width: min(width, own * 33), spacing: 1.3)
        return Piece(
            text: text, role: .heading(min(6, level + max(1, block.level - 1))), size: own, staysWithNext: true)
    }

    private func code(_ block: RichBlock, width: Double) -> Piece {
        let text = setting.fit(
            block.text, codeStyle(size: size), width: width - 2 * Self.codePadding, spacing: 1.35)
        return Piece(
            text: text, indent: Self.codePadding, role: .code, size: size * Self.codeSize,
            background: (setting.palette.card, width))
    }

    // MARK: Tables

    private func table(_ block: RichBlock, width: Double) -> [Piece] {
        guard let rows = block.rows, let head = rows.first, !head.isEmpty else { return [] }
        guard let widths = columnWidths(rows, width: width) else { return list(rows, width: width) }
        var pieces: [Piece] = rows.enumerated().compactMap { index, row in
            var x = 0.0
            var cells: [(text: FittedText, x: Double)] = []
            for (column, (cell, own)) in zip(row, widths).enumerated() {
                let runs = runs(cell, weight: index == 0 ? 700 : 400)
                let alignment = Alignment(block.alignment(of: column))
                cells.append(
                    (setting.fit(runs, size: size, width: own, spacing: 1.35, alignment: alignment), x))
                x += own + Self.columnGap
            }
            guard let first = cells.first else { return nil }
            return Piece(
                text: first.text, size: size, cells: cells, rule: index > 0 ? x - Self.columnGap : nil,
                staysWithNext: index == 0)
        }
        let isTall = pieces.contains { $0.cells.contains { $0.text.lineCount > Self.mostLines } }
        guard !isTall, let last = pieces.indices.last else { return list(rows, width: width) }
        pieces[0].opening = [.begin(.table)]
        pieces[0].isHead = true
        pieces[last].closing = 1
        return pieces
    }

    /// Returns the rows of a table one below the other, each value after its heading.
    ///
    /// This is for tables without room for their columns, and with rows that a page might cut off.
    private func list(_ rows: [[[RichSpan]]], width: Double) -> [Piece] {
        let heads = rows.first ?? []
        let body = rows.count > 1 ? rows.dropFirst() : rows[...]
        return body.flatMap { row in
            var pieces: [Piece] = []
            for (column, cell) in row.enumerated() where !cell.isEmpty {
                var runs = runs(cell)
                if rows.count > 1, column < heads.count, !heads[column].isEmpty {
                    runs =
                        self.runs(heads[column], weight: 700) + [TextRun(": ", BookType.serif(size, color: ink))] + runs
                }
                let text = setting.fitReadable(runs, size: size, width: width)
                pieces.append(Piece(text: text, space: size * (pieces.isEmpty ? 0.75 : 0.2), size: size))
            }
            return pieces
        }
    }

    /// Returns the widths of columns, or nil without room for all of them.
    ///
    /// They are as wide as their longest lines, or less for the widest if there is no room.
    private func columnWidths(_ rows: [[[RichSpan]]], width: Double) -> [Double]? {
        let count = rows.first?.count ?? 0
        var widths = (0..<count).map { column in
            rows.map { row in
                setting.fit(runs(row[column], weight: 700), size: size, width: width, spacing: 1.35).width + 1
            }.max() ?? 0
        }
        var room = width - Double(count - 1) * Self.columnGap
        var wide = Set(widths.indices)
        // Columns narrower than an equal share keep their width, and the others share the rest.
        while let share = wide.isEmpty ? nil : room / Double(wide.count) {
            let narrow = wide.filter { widths[$0] <= share }
            guard !narrow.isEmpty else {
                guard share >= Self.narrowest * size else { return nil }
                for column in wide { widths[column] = share }
                break
            }
            for column in narrow { room -= widths[column] }
            wide.subtract(narrow)
        }
        return widths
    }
}

extension Alignment {
    fileprivate init(_ alignment: RichBlock.Alignment?) {
        switch alignment {
        case nil, .start: self = .start
        case .center: self = .center
        case .end: self = .end
        }
    }
}
