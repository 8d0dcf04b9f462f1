import Cairo
import FailureModel
import FormModel

/// Breaks a text across the writing lines of one blank.
///
/// Each line has its own edges, and all have one size, also the last one.
struct LineFlow {
    /// The lines from top to bottom, as fields of one line.
    let lines: [Field]
    /// Lays the lines out, beginning with the size that suits all of them.
    let fitter: TextFitter

    /// A text on its lines; a line without text has no placements.
    struct Result {
        var lines: [Line]
        /// What was done to a text that does not fit at a readable size.
        var warning: String?

        struct Line {
            var text = ""
            var placements: [TextFitter.Placement] = []
        }
    }

    /// Places a text on the lines.
    ///
    /// Its own line breaks are kept if that leaves it readable.
    ///
    /// - Throws: `missing_glyph`, or `value_overflow` if the options do not allow anything else.
    func place(_ text: FormattedText) throws(Failure) -> Result {
        let overflow = fitter.options.overflow
        let floor = min(fitter.options.minimumFontSize, fitter.size)
        let smallest = overflow == .shrink ? min(floor, fitter.options.smallestFontSize) : floor
        let measure = TextMeasure(
            text.text, families: fitter.families, limit: room(size: smallest), size: TextMeasure.size)
        try fitter.check(measure, field: lines[0])
        if !measure.isCut {
            if let placed = fitted(text, from: fitter.size, to: floor) { return placed }
            if smallest < floor, var placed = fitted(text, from: floor, to: smallest) {
                placed.warning = fitter.shrunkNote(placed.lines.flatMap(\.placements).map(\.size).min() ?? smallest)
                return placed
            }
        }
        guard overflow == .truncate || overflow == .shrink else {
            throw fitter.overflow(lines[0], lines: lines.count, at: floor)
        }
        return cut(text, size: smallest)
    }

    /// Returns an upper bound in ems on the length of a text that might fit.
    private func room(size: Double) -> Double {
        // Spaces at the ends of lines take no room.
        lines.reduce(0) { $0 + fitter.area(of: $1).width } / size * 1.5
    }

    /// Returns the text at the largest size that fits.
    ///
    /// Words are broken only at the smallest size.
    private func fitted(_ text: FormattedText, from largest: Double, to smallest: Double) -> Result? {
        let joined = text.mapPieces { String($0.map { $0.isNewline ? " " : $0 }) }
        let texts = joined == text ? [text] : [text, joined]
        let sizes = FontScale.sizes(from: largest, to: smallest)
        for (breaks, sizes) in [(TextLayout.Breaks.betweenWords, sizes), (.anywhere, sizes.suffix(1))] {
            for text in texts {
                for size in sizes {
                    let (result, rest) = flow(text, size: size, breaks)
                    if rest == 0 { return result }
                }
            }
        }
        return nil
    }

    /// Returns as much of the text as the lines hold.
    private func cut(_ text: FormattedText, size: Double) -> Result {
        var (result, rest) = flow(text, size: size, .anywhere)
        let all = text.text.count
        if result.lines.allSatisfy({ $0.placements.isEmpty }) {
            // Not even the first word fits.
            let measure = TextMeasure(
                text.text, families: fitter.families, limit: room(size: size), size: TextMeasure.size)
            let placed = fitter.truncated(text, measure, in: fitter.area(of: lines[0]), field: lines[0], size: size)
            result.lines[0].placements = [placed]
            result.warning = placed.warning
            return result
        }
        if rest > 0 { result.warning = TextFitter.cutNote(all - rest, of: all) }
        return result
    }

    /// Returns the text on the lines and the number of remaining characters.
    private func flow(
        _ text: FormattedText, size: Double, _ breaks: TextLayout.Breaks
    ) -> (result: Result, rest: Int) {
        var result = Result(lines: Array(repeating: Result.Line(), count: lines.count))
        var start = 0
        let count = text.text.utf8.count
        let areas = lines.map(fitter.area)
        for (index, line) in lines.enumerated() where start < count {
            let rest = text.part(start..<count)
            let end = lineEnd(of: rest, in: line, area: areas[index], size: size, breaks)
            let part = rest.part(0..<end).withoutTrailingSpace
            if line.combEdges != nil {
                guard part.text.count <= line.characterLimit ?? .max,
                    let cells = line.combEdges.flatMap({ try? fitter.placeComb(part.text, edges: $0, in: line) })
                else { break }
                result.lines[index].placements = cells
            } else if !part.text.isEmpty {
                let layout = fitter.layout(part, size: size, field: line)
                guard layout.extent.width <= areas[index].width + 0.5, part.text.count <= line.maxLength ?? .max else {
                    // The first line is often shorter than the others.
                    if areas[(index + 1)...].contains(where: { $0.width > areas[index].width + 1 }) { continue }
                    break
                }
                var placed = fitter.onOneLine(layout, size: size, area: areas[index], field: line)
                placed.line = line.region
                result.lines[index].placements = [placed]
            }
            result.lines[index].text = part.text
            start += end
        }
        return (result, text.part(start..<count).withoutTrailingSpace.text.count)
    }

    /// Returns the byte at which the text continues on the next line.
    private func lineEnd(
        of text: FormattedText, in line: Field, area: Region, size: Double, _ breaks: TextLayout.Breaks
    ) -> Int {
        var end = line.combEdges == nil ? firstLineEnd(of: text, in: line, width: area.width, size: size, breaks) : nil
        if let limit = line.characterLimit {
            let limited = Self.end(of: text.text, limit: limit, breaks)
            end = min(end ?? limited, limited)
        }
        return end ?? text.text.utf8.count
    }

    /// Returns the byte at which Pango begins the second line of a text.
    private func firstLineEnd(
        of text: FormattedText, in line: Field, width: Double, size: Double, _ breaks: TextLayout.Breaks
    ) -> Int {
        let all = text.text
        // Laying out all of a long text for each of its lines would take quadratic time.
        var length = 64 + Int(max(0, min(10_000, 4 * width / size)))
        while true {
            let cut = all.index(all.startIndex, offsetBy: length, limitedBy: all.endIndex) ?? all.endIndex
            let beginning = cut == all.endIndex ? text : text.prefix(String(all[..<cut]))
            let layout = fitter.layout(beginning, size: size, field: line, width: width, breaks)
            if let end = layout.secondLineStart { return end }
            if cut == all.endIndex { return all.utf8.count }
            length *= 4
        }
    }

    /// Returns the end in bytes of the words within a number of characters.
    private static func end(of text: String, limit: Int, _ breaks: TextLayout.Breaks) -> Int {
        let line = text.prefix { !$0.isNewline }
        let next = line.endIndex < text.endIndex ? text.index(after: line.endIndex) : text.endIndex
        guard line.count > limit else { return text[..<next].utf8.count }
        let room = line.prefix(limit + 1)
        if let space = room.lastIndex(where: \.isWhitespace) { return text[...space].utf8.count }
        return breaks == .anywhere ? line.prefix(limit).utf8.count : line.prefix { !$0.isWhitespace }.utf8.count
    }
}

extension FormattedText {
    /// The text without spaces and line breaks at its end.
    fileprivate var withoutTrailingSpace: FormattedText {
        guard let last = text.lastIndex(where: { !$0.isWhitespace }) else { return FormattedText() }
        return prefix(String(text[...last]))
    }
}
