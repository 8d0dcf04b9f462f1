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
    }

    /// Places a text; a testimonial is set in italics next to a vertical line.
    func place(_ text: ArrangedText) {
        let isQuote = text.role == .testimonial
        let size =
            text.role == .intro && text.text.count <= Self.short
            ? grid.sizes.subtitle : text.text.count <= Self.short ? grid.sizes.lead : grid.sizes.body
        place(Self.words(of: text), heading: text.header, size: size, isQuote: isQuote)
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

    /// Returns the height of a short text with heading, or `nil` if it is longer.
    ///
    /// A picture above leaves room for it.
    func shortHeight(_ text: ArrangedText) -> Double? {
        guard text.text.count <= Self.short else { return nil }
        let size = grid.sizes.lead
        let style = BookType.serif(size, color: setting.palette.ink)
        let lines = lines(
            of: Self.paragraphs(of: Self.words(of: text)).map {
                setting.fitReadable($0, style, width: grid.main.width)
            },
            size: size)
        let heading = grid.isWide || text.header.isEmpty ? 0 : size * 1.25 + 12
        return height(lines, 0..<lines.count) + heading
    }

    /// Returns the total and minimum heights of a text below a gallery.
    ///
    /// The minimum applies at the foot of a page.
    func extent(_ text: ArrangedText, below space: Double) -> GalleryPages.After {
        let size = text.text.count <= Self.short ? grid.sizes.lead : grid.sizes.body
        let columns = text.text.count > Self.oneColumn && grid.isWide ? 2 : 1
        let width = (grid.main.width - Double(columns - 1) * BookGrid.gutter) / Double(columns)
        let style = BookType.serif(size, color: setting.palette.ink)
        let lines = lines(
            of: Self.paragraphs(of: Self.words(of: text)).map { setting.fitReadable($0, style, width: width) },
            size: size)
        let heading = grid.isWide || text.header.isEmpty ? 0 : grid.sizes.lead * 1.25 + 6
        let begun = lines.prefix(Self.fewestBegun).reduce(0) { $0 + $1.height + $1.space }
        let whole = height(lines, 0..<lines.count) / Double(columns) + (columns > 1 ? 2 * size : 0)
        return GalleryPages.After(height: space + heading + whole, least: space + heading + begun)
    }

    private func place(_ text: String, heading: String, size: Double, isQuote: Bool) {
        let main = grid.main
        let inset = isQuote ? 14.0 : 0
        let isLong = text.count > Self.oneColumn
        let columns = isLong && grid.isWide ? 2 : 1
        let width = (main.width - inset - Double(columns - 1) * BookGrid.gutter) / Double(columns)
        let style = BookType.serif(size, isItalic: isQuote, color: setting.palette.ink)
        let paragraphs = Self.paragraphs(of: text).map {
            setting.fitReadable($0, style, width: width, spacing: 1.5)
        }
        let lines = lines(of: paragraphs, size: size)
        guard let first = lines.first else { return }
        let begun = lines.prefix(Self.fewestBegun).reduce(0) { $0 + $1.height + $1.space }
        placeHeading(heading, beside: max(begun, first.height))
        place(lines, paragraphs, x: main.x + inset, width: width, columns: columns, size: size, isQuote: isQuote)
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

    /// Returns the paragraphs, separated by blank lines.
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

    private func lines(of paragraphs: [FittedText], size: Double) -> [Line] {
        var lines: [Line] = []
        for (index, paragraph) in paragraphs.enumerated() {
            for line in 0..<paragraph.lineCount {
                lines.append(
                    Line(
                        paragraph: index, line: line, space: line == 0 && index > 0 ? size * 0.75 : 0,
                        height: paragraph.height(of: line..<line + 1)))
            }
        }
        return lines
    }

    private func place(
        _ lines: [Line], _ paragraphs: [FittedText], x: Double, width: Double, columns: Int, size: Double,
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
                items += self.items(lines, next..<end, paragraphs, x: own, size: size)
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
            if end < lines.count { end = max(next + 1, withoutStrays(lines, next..<end)) }
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
    private func items(
        _ lines: [Line], _ range: Range<Int>, _ paragraphs: [FittedText], x: Double, size: Double
    ) -> [PlannedItem] {
        var items: [PlannedItem] = []
        var y = flow.y
        var index = range.lowerBound
        while index < range.upperBound {
            let first = lines[index]
            if index > range.lowerBound { y += first.space }
            var end = index + 1
            while end < range.upperBound, lines[end].paragraph == first.paragraph { end += 1 }
            let own = first.line..<first.line + (end - index)
            let text = PlannedText(
                text: paragraphs[first.paragraph], lines: own, x: x, y: y, role: .paragraph, size: size)
            items.append(.text(text))
            y += text.height
            index = end
        }
        return items
    }
}
