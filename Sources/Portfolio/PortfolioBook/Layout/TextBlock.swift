import Geometry
import Portfolio
import Typesetting

/// Places a text with its heading in one or two columns.
struct TextBlock {
    let setting: BookSetting
    let flow: PageFlow
    /// The level of the heading.
    let level: Int

    private var grid: BookGrid { setting.grid }

    /// The maximum length of a short text, set in larger type, in characters.
    private static let short = 420
    /// The maximum length of a single-column text in characters.
    private static let oneColumn = 1_200
    /// The minimum number of lines before or after a page break.
    private static let fewest = 2
    /// The minimum number of lines to start at the foot of a page.
    private static let fewestBegun = 4

    /// A line of a paragraph.
    private struct Line {
        var paragraph: Int
        var line: Int
        /// The space above, unless the line begins a column.
        var space: Double
        var height: Double
        /// Whether the line must not end a column.
        var staysWithNext: Bool
    }

    /// Places a text; a testimonial is set in italics next to a vertical line.
    func place(_ text: ArrangedText) {
        let isQuote = text.role == .testimonial
        let size =
            text.role == .intro && text.text.count <= Self.short ? grid.sizes.subtitle : size(of: text)
        let inset = isQuote ? 14.0 : 0
        let columns = columns(of: text)
        let width = width(of: text, inset: inset)
        let pieces = pieces(of: text, size: size, width: width)
        let lines = lines(of: pieces)
        guard let first = lines.first else { return }
        let begun = lines.prefix(Self.fewestBegun).reduce(0) { $0 + $1.height + $1.space }
        placeHeading(text.header, beside: max(begun, first.height))
        place(
            lines, pieces, x: grid.main.x + inset, width: width, columns: columns, size: size, isQuote: isQuote)
    }

    /// Returns the text without a first line that only repeats the heading.
    static func words(of text: ArrangedText) -> String {
        let words = text.text.trimmed
        guard let end = words.firstIndex(where: \.isNewline), words[..<end].lowercased() == text.header.lowercased()
        else {
            return words
        }
        return String(words[end...]).trimmed
    }

    /// Returns the blocks of a Markdown text, or `nil` for a plain one.
    ///
    /// A first block that only repeats the heading is left out.
    private func blocks(of text: ArrangedText) -> [RichBlock]? {
        guard let analysis = setting.book.analyses[text.input], analysis.type == .text, let blocks = analysis.blocks
        else { return nil }
        let repeats = blocks.first.map { $0.text.lowercased() == text.header.lowercased() } ?? false
        return repeats && blocks.count > 1 ? Array(blocks.dropFirst()) : blocks
    }

    private func pieces(of text: ArrangedText, size: Double, width: Double) -> [RichText.Piece] {
        let rich = RichText(setting: setting, size: size, isQuote: text.role == .testimonial)
        if let blocks = blocks(of: text) { return rich.pieces(of: blocks, width: width, level: level) }
        return rich.pieces(of: Self.words(of: text), width: width)
    }

    /// Returns the type size: larger for a short text.
    private func size(of text: ArrangedText) -> Double {
        text.text.count <= Self.short && !isWide(text) ? grid.sizes.lead : grid.sizes.body
    }

    /// Returns the number of columns: two for a long text on a wide page.
    private func columns(of text: ArrangedText) -> Int {
        text.text.count > Self.oneColumn && grid.isWide && !isWide(text) ? 2 : 1
    }

    private func width(of text: ArrangedText, inset: Double = 0) -> Double {
        let columns = Double(columns(of: text))
        return (grid.main.width - inset - (columns - 1) * BookGrid.gutter) / columns
    }

    /// Returns whether a text has tables or code, which need the whole width.
    private func isWide(_ text: ArrangedText) -> Bool {
        blocks(of: text)?.contains { $0.kind == .table || $0.kind == .code } ?? false
    }

    /// Returns the height of a short text with heading, or `nil` if it is longer.
    ///
    /// A picture above leaves room for it.
    func shortHeight(_ text: ArrangedText) -> Double? {
        guard text.text.count <= Self.short else { return nil }
        let lines = lines(of: pieces(of: text, size: size(of: text), width: grid.main.width))
        let heading = grid.isWide || text.header.isEmpty ? 0 : grid.sizes.lead * 1.25 + 12
        return height(lines, 0..<lines.count) + heading
    }

    /// Returns the words of a text for the side column of a wide page.
    ///
    /// `nil` if it has blocks other than paragraphs.
    func beside(_ text: ArrangedText) -> FittedText? {
        let blocks = blocks(of: text)
        guard blocks?.allSatisfy({ $0.kind == .paragraph && $0.level == 0 }) ?? true else { return nil }
        return setting.fitReadable(
            Self.words(of: text), BookType.serif(grid.sizes.body, color: setting.palette.ink), width: grid.side.width,
            spacing: 1.5)
    }

    /// Returns the total and minimum heights of a text below a gallery.
    ///
    /// The minimum applies at the foot of a page.
    func extent(_ text: ArrangedText, below space: Double) -> GalleryPages.After {
        let size = size(of: text)
        let columns = columns(of: text)
        let lines = lines(of: pieces(of: text, size: size, width: width(of: text)))
        let heading = grid.isWide || text.header.isEmpty ? 0 : grid.sizes.lead * 1.25 + 6
        let begun = lines.prefix(Self.fewestBegun).reduce(0) { $0 + $1.height + $1.space }
        let whole = height(lines, 0..<lines.count) / Double(columns) + (columns > 1 ? 2 * size : 0)
        return GalleryPages.After(height: space + heading + whole, least: space + heading + begun)
    }

    /// Places the heading beside or above the text.
    private func placeHeading(_ heading: String, beside height: Double) {
        guard !heading.isEmpty else { return flow.reserve(height) }
        let size = level == 2 ? grid.sizes.subtitle : grid.sizes.lead
        let style = BookType.sans(size, weight: 700, color: setting.palette.accent)
        if grid.isWide {
            let text = setting.fit(heading, style, width: grid.side.width, spacing: 1.25)
            flow.reserve(max(height, text.height))
            flow.place(
                [text.planned(x: grid.side.x, y: flow.y, size: size, as: .heading(level))], height: 0)
        } else {
            let text = setting.fit(heading, style, width: grid.content.width, spacing: 1.25)
            flow.reserve(height + text.height + 6)
            flow.place(
                [text.planned(x: grid.content.x, y: flow.y, size: size, as: .heading(level))],
                height: text.height + 6)
        }
    }

    private func lines(of pieces: [RichText.Piece]) -> [Line] {
        var lines: [Line] = []
        for (index, piece) in pieces.enumerated() {
            for line in 0..<piece.lineCount {
                lines.append(
                    Line(
                        paragraph: index, line: line, space: line == 0 && index > 0 ? piece.space : 0,
                        height: piece.height(of: line..<line + 1), staysWithNext: piece.staysWithNext))
            }
        }
        return lines
    }

    private func place(
        _ lines: [Line], _ pieces: [RichText.Piece], x: Double, width: Double, columns: Int, size: Double,
        isQuote: Bool
    ) {
        var next = 0
        while next < lines.count {
            let left = height(lines, next..<lines.count)
            if left > flow.remaining * Double(columns), !flow.isEmpty,
                flow.remaining < Double(Self.fewestBegun) * size * 1.5
            {
                flow.beginPage()
            }
            // The last columns are balanced.
            var room = min(flow.remaining, left / Double(columns))
            var ends = self.ends(lines, from: next, room: room, columns: columns)
            while room < flow.remaining, (ends.last ?? next) < lines.count {
                room = min(flow.remaining, room + size)
                ends = self.ends(lines, from: next, room: room, columns: columns)
            }
            var items: [PlannedItem] = []
            var tallest = 0.0
            for (column, end) in ends.enumerated() {
                let own = x + Double(column) * (width + BookGrid.gutter)
                items += self.items(lines, next..<end, pieces, x: own)
                tallest = max(tallest, height(lines, next..<end))
                next = end
            }
            if isQuote {
                let bar = Region(x: x - 14, y: flow.y + 2, width: 2.5, height: max(0, tallest - 4))
                items.append(.box(bar, setting.palette.accent, radius: 0))
            }
            flow.place(items, height: tallest)
            if next < lines.count { flow.beginPage() }
        }
    }

    private func height(_ lines: [Line], _ range: Range<Int>) -> Double {
        range.reduce(0) { $0 + lines[$1].height + ($1 == range.lowerBound ? 0 : lines[$1].space) }
    }

    /// Returns the ends of columns of a height; each has at least one line.
    private func ends(_ lines: [Line], from start: Int, room: Double, columns: Int) -> [Int] {
        var ends: [Int] = []
        var next = start
        while ends.count < columns, next < lines.count {
            var end = next
            var used = 0.0
            while end < lines.count {
                used += lines[end].height + (end == next ? 0 : lines[end].space)
                if used > room + 0.01 { break }
                end += 1
            }
            end = max(next + 1, end)
            if end < lines.count {
                end = max(next + 1, withoutStrays(lines, next..<end))
                var kept = end
                while kept > next, lines[kept - 1].staysWithNext { kept -= 1 }
                if kept > next { end = kept }
            }
            ends.append(end)
            next = end
        }
        return ends
    }

    /// Returns a column end that avoids widows and orphans.
    private func withoutStrays(_ lines: [Line], _ column: Range<Int>) -> Int {
        let end = column.upperBound
        let last = lines[end - 1]
        guard lines[end].paragraph == last.paragraph else { return end }
        if last.line < Self.fewest - 1 { return end - 1 - last.line }
        let isLastLine = end + 1 == lines.count || lines[end + 1].paragraph != lines[end].paragraph
        return isLastLine && last.line >= Self.fewest ? end - 1 : end
    }

    /// Returns the lines of a column, with one item per paragraph.
    private func items(_ lines: [Line], _ range: Range<Int>, _ pieces: [RichText.Piece], x: Double) -> [PlannedItem] {
        var items: [PlannedItem] = []
        var y = flow.y
        var index = range.lowerBound
        while index < range.upperBound {
            let first = lines[index]
            if index > range.lowerBound { y += first.space }
            var end = index + 1
            while end < range.upperBound, lines[end].paragraph == first.paragraph { end += 1 }
            let piece = pieces[first.paragraph]
            let own = first.line..<first.line + (end - index)
            let height = piece.height(of: own)
            if own.lowerBound == 0 { items += piece.opening }
            if piece.cells.isEmpty {
                items += self.items(piece, own, x: x, y: y, height: height)
            } else {
                items += row(piece, x: x, y: y)
            }
            if own.upperBound == piece.lineCount {
                items += [PlannedItem](repeating: .end, count: piece.closing)
            }
            y += height
            index = end
        }
        return items
    }

    private func items(
        _ piece: RichText.Piece, _ lines: Range<Int>, x: Double, y: Double, height: Double
    ) -> [PlannedItem] {
        var items: [PlannedItem] = []
        if let background = piece.background {
            let padding = RichText.codePadding
            items.append(
                .box(
                    Region(x: x, y: y - padding, width: background.width, height: height + 2 * padding),
                    background.color, radius: 3))
        }
        if let marker = piece.marker, lines.lowerBound == 0 {
            items += [
                .begin(.label), marker.text.planned(x: x + marker.x, y: y, size: piece.size, as: .content), .end,
                .begin(.listBody),
            ]
        }
        items.append(
            .text(
                PlannedText(
                    text: piece.text, lines: lines, x: x + piece.indent, y: y, role: piece.role, size: piece.size)))
        return items
    }

    /// Returns the cells of a table's row below their line.
    private func row(_ piece: RichText.Piece, x: Double, y: Double) -> [PlannedItem] {
        var items: [PlannedItem] = [.begin(.tableRow)]
        if let width = piece.rule {
            items.append(.box(Region(x: x, y: y, width: width, height: 0.5), setting.palette.rule, radius: 0))
        }
        for cell in piece.cells {
            items.append(.begin(piece.isHead ? .columnHeader : .tableCell))
            if cell.text.lineCount > 0 {
                let y = y + RichText.rowPadding / 2
                items.append(cell.text.planned(x: x + cell.x, y: y, size: piece.size, as: .content))
            }
            items.append(.end)
        }
        return items + [.end]
    }
}
