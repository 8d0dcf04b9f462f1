import FormImport
import FailureModel
import Cairo
import FormModel

/// Finds the font size at which a text fits a region.
///
/// It tries the size of the field, then smaller ones down to the minimum, on one line or, if the region is high enough,
/// on several. Words are broken only at the smallest size.
struct TextFitter {
    var options: ComposeOptions
    var families: String
    /// The key under which the text was given, if messages should name it.
    var key: String?
    /// Whether the text was kept from an earlier fill.
    var isKept = false
    var isItalic = false
    /// The preferred size in points.
    var size: Double
    /// The alignment; nil for the side where the text's script begins.
    var alignment: Field.Alignment?
    /// The right edge of the column in points, if left of the field's own.
    var rightEdge: Double?

    /// A layout and the position of its top-left corner.
    struct Placement {
        var layout: TextLayout
        var x: Double
        var y: Double
        var size: Double
        var warning: String?
        /// Whether the text covers printed words.
        var overlaps = false
        /// The writing line of the text, if its field has several.
        var line: Region?

        /// The bounding box of the ink on the page.
        var ink: Region {
            let ink = layout.ink
            return Region(x: x + ink.x, y: y + ink.y, width: ink.width, height: ink.height)
        }
    }

    /// The padding on either side of the text in points.
    private static let padding = 2.0
    /// The padding in a box or cell with a printed line at the side.
    private static let paddingInCell = 3.5
    /// The line height as a share of the font size, close enough for every face.
    private static let lineHeight = 1.36
    /// A lower bound on any line height, as a share of the font size.
    private static let leastLineHeight = 0.8

    /// Places a text in a field.
    ///
    /// - Throws: `missing_glyph`, or `value_overflow` if the options do not allow anything else.
    func place(_ text: FormattedText, in field: Field) throws(Failure) -> Placement {
        let area = area(of: field)
        let preferred = size
        if let placed = whole(text, in: area, field: field) { return placed }
        let floor = min(options.minimumFontSize, preferred)
        let smallest = options.overflow == .shrink ? min(floor, options.smallestFontSize) : floor
        // The length of a short text does not matter, since it is laid out anyway.
        let measure = TextMeasure(
            text.text, families: families, limit: room(in: area, size: smallest),
            size: isShort(text) ? max(1, size) : TextMeasure.size)
        try check(measure, field: field)
        if !measure.isCut {
            if let placed = fitted(text, measure, in: area, field: field, from: preferred, to: floor) { return placed }
            if options.overflow == .shrink, var placed = shrunk(text, measure, in: area, field: field, from: floor) {
                placed.warning = shrunkNote(placed.size)
                return placed
            }
        }
        guard options.overflow == .truncate || options.overflow == .shrink else { throw overflow(field, at: floor) }
        return truncated(text, measure, in: area, field: field, size: smallest)
    }

    /// Returns the part of a field that text may fill.
    func area(of field: Field) -> Region {
        var region = field.region
        if let rightEdge { region.width = rightEdge - region.x }
        let isCell = field.evidence == .box || field.evidence == .cell
        return region.insetBy(dx: min(isCell ? Self.paddingInCell : Self.padding, region.width / 8), dy: 0)
    }

    /// Returns an upper bound in ems on the unwrapped length of text that might fit.
    ///
    /// It exceeds what really fits, since spaces at the ends of lines take no room.
    private func room(in area: Region, size: Double) -> Double {
        let lines = max(1, (area.height / (size * Self.leastLineHeight)).rounded(.down))
        return lines * area.width / size * 1.5
    }

    /// Lays out a short text on one line in the size of the field.
    ///
    /// Most values are placed like this. Measuring them first would take as long again, and Pango searches all fonts
    /// for each further size.
    ///
    /// - Returns: nil if the text does not fit or needs a missing font.
    private func whole(_ text: FormattedText, in area: Region, field: Field) -> Placement? {
        guard field.type != .multiline, isShort(text) else { return nil }
        let layout = layout(text, size: size, field: field)
        guard layout.missingGlyph == nil, layout.extent.width <= area.width else { return nil }
        return onOneLine(layout, size: size, area: area, field: field)
    }

    /// Returns whether a text can be laid out without measuring it.
    ///
    /// Pango's range ends at about 2 million points.
    private func isShort(_ text: FormattedText) -> Bool {
        size <= Self.largestOfWhole && text.text.unicodeScalars.count <= TextMeasure.pieceLength
    }

    /// Maximum size in points of a text that is laid out without measuring it.
    private static let largestOfWhole = 100.0

    /// Returns the text at the largest size that fits, on one line or several.
    private func fitted(
        _ text: FormattedText, _ measure: TextMeasure, in area: Region, field: Field, from largest: Double,
        to smallest: Double
    ) -> Placement? {
        var line: Placement?
        if field.type != .multiline {
            line = onOneLine(text, measure, in: area, field: field, from: largest, to: smallest)
            let least = line?.size ?? smallest
            guard least < largest, area.height >= 2 * Self.lineHeight * least else { return line }
        }
        let sizes = FontScale.sizes(from: largest, to: smallest)
        if let line {
            let several = wrapped(text, measure, in: area, field: field, sizes.filter { $0 > line.size }, .betweenWords)
            return several ?? line
        }
        return wrapped(text, measure, in: area, field: field, sizes, .betweenWords)
            ?? wrapped(text, measure, in: area, field: field, sizes.suffix(1), .anywhere)
    }

    /// Returns the text below the readable minimum, wrapped if that allows a larger size.
    private func shrunk(
        _ text: FormattedText, _ measure: TextMeasure, in area: Region, field: Field, from largest: Double
    ) -> Placement? {
        let smallest = min(largest, options.smallestFontSize)
        let sizes = FontScale.sizes(from: largest, to: smallest)
        let several = wrapped(text, measure, in: area, field: field, sizes, .anywhere)
        guard field.type != .multiline else { return several }
        let one = onOneLine(text, measure, in: area, field: field, from: largest, to: smallest)
        guard let several, let one else { return several ?? one }
        return several.size > one.size ? several : one
    }

    private func onOneLine(
        _ text: FormattedText, _ measure: TextMeasure, in area: Region, field: Field, from largest: Double,
        to smallest: Double
    ) -> Placement? {
        var needed = measure.length * largest
        if needed < Self.longestLine {
            let whole = layout(text, size: largest, field: field)
            needed = whole.extent.width
            if needed <= area.width { return onOneLine(whole, size: largest, area: area, field: field) }
        }
        // Widths grow linearly with the size; the factor of 0.99 keeps rounding from causing an overflow.
        let room = largest * area.width / needed * 0.99
        guard room >= smallest else { return nil }
        let size = max(smallest, FontScale.step(notAbove: room))
        return onOneLine(layout(text, size: size, field: field), size: size, area: area, field: field)
    }

    /// Maximum width of a laid-out line in points; Pango's range ends at about 2 million.
    private static let longestLine = 1_000_000.0

    /// Places one character in the centre of each cell of a comb.
    func placeComb(_ text: String, edges: [Double], in field: Field) throws(Failure) -> [Placement] {
        let narrowest = zip(edges, edges.dropFirst()).map { $1 - $0 }.min() ?? field.region.width
        let size = min(size, FontScale.step(notAbove: narrowest))
        try check(text, field: field, size: size)
        return zip(text, zip(edges, edges.dropFirst())).filter { !$0.0.isWhitespace }.map { character, cell in
            let layout = layout(FormattedText(String(character)), size: size, field: field, alignment: .left)
            let x = (cell.0 + cell.1 - layout.extent.width) / 2 - layout.extent.x
            return Placement(layout: layout, x: x, y: top(of: layout, in: field.region, field: field), size: size)
        }
    }

    func onOneLine(_ layout: TextLayout, size: Double, area: Region, field: Field) -> Placement {
        let slack = area.width - layout.extent.width
        let alignment = alignment ?? (layout.isRightToLeft ? .right : .left)
        let shift =
            switch alignment {
            case .left: 0.0
            case .center: slack / 2
            case .right: slack
            }
        return Placement(
            layout: layout, x: area.x + shift - layout.extent.x, y: top(of: layout, in: area, field: field), size: size)
    }

    /// Returns the top that puts the first baseline on the field's, or centres the layout.
    func top(of layout: TextLayout, in area: Region, field: Field) -> Double {
        if let baseline = field.baseline { return baseline - layout.baseline }
        return area.midY - layout.extent.height / 2 - layout.extent.y
    }

    /// Returns the wrapped text at the first of the descending sizes that fits.
    private func wrapped(
        _ text: FormattedText, _ measure: TextMeasure, in area: Region, field: Field, _ sizes: some Sequence<Double>,
        _ breaks: TextLayout.Breaks
    ) -> Placement? {
        for size in sizes {
            // A size is tried only if a line fits its height and, for a long text, the estimated room suffices.
            guard size * Self.leastLineHeight <= area.height,
                measure.isExact || measure.length <= room(in: area, size: size)
            else { continue }
            let layout = layout(text, size: size, field: field, width: area.width, breaks)
            guard layout.extent.height <= area.height, layout.extent.width <= area.width + 0.5 else { continue }
            let slack = area.height - layout.extent.height
            let y: Double
            if field.type != .multiline {
                y = area.y + slack / 2
            } else if layout.lineCount == 1, area.height < (field.baseline == nil ? 2 : 3.5) * size * Self.lineHeight {
                // A line of text stands on the rule below it.
                y = top(of: layout, in: area, field: field)
            } else {
                y = area.y + min(Self.padding, slack / 2)
            }
            return Placement(layout: layout, x: area.x, y: y, size: size)
        }
        return nil
    }

    /// Returns the longest prefix that fits, found by bisection.
    func truncated(
        _ text: FormattedText, _ measure: TextMeasure, in area: Region, field: Field, size: Double
    ) -> Placement {
        let characters = Array(String(measure.measured))
        let longest = text.text.count
        let isMultiline = field.type == .multiline
        func beginning(_ count: Int) -> TextLayout {
            layout(
                text.prefix(String(characters.prefix(count))), size: size, field: field,
                width: isMultiline ? area.width : nil)
        }
        func fits(_ count: Int) -> Bool {
            let layout = beginning(count)
            return layout.extent.width <= area.width + 0.5 && (!isMultiline || layout.extent.height <= area.height)
        }
        var low = 0
        var high = characters.count
        while low < high {
            let middle = (low + high + 1) / 2
            if fits(middle) { low = middle } else { high = middle - 1 }
        }
        var placed = onOneLine(beginning(low), size: size, area: area, field: field)
        placed.warning = Self.cutNote(low, of: longest)
        return placed
    }

    func layout(
        _ text: FormattedText, size: Double, field: Field, width: Double? = nil,
        _ breaks: TextLayout.Breaks = .anywhere,
        alignment: Field.Alignment? = nil
    ) -> TextLayout {
        func layout(_ alignment: Field.Alignment) -> TextLayout {
            TextLayout(
                text, families: families, size: size, width: width, breaks: breaks, isItalic: isItalic,
                alignment: alignment)
        }
        // Without a width there is nothing to align within; the line is shifted instead.
        let side = alignment ?? (width == nil ? .left : self.alignment ?? .left)
        let made = layout(side)
        // Pango's left is the side where lines begin, which for Hebrew and Arabic is the right.
        return side == .right && made.isRightToLeft ? layout(.left) : made
    }

    /// Checks that the installed fonts have all characters of a text.
    ///
    /// `size` should be one that the text is drawn in, since Pango searches all fonts for each size.
    ///
    /// - Throws: `missing_glyph`.
    func check(_ text: String, field: Field, size: Double? = nil) throws(Failure) {
        let size = min(max(1, size ?? self.size), Self.largestOfWhole)
        try check(TextMeasure(text, families: families, limit: .infinity, size: size), field: field)
    }

    func check(_ measure: TextMeasure, field: Field) throws(Failure) {
        guard let scalar = measure.missingGlyph else { return }
        let name = scalar.properties.name.map { " \($0)" } ?? ""
        throw Failure(
            .missingGlyph,
            "No installed font has the character \(scalar.codePoint)\(name), which \(field.title) needs; install "
                + "a font that has it, such as one of fonts-noto.",
            at: .field(field.name))
    }
}
