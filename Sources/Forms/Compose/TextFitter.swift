import FailureModel
import Cairo
import FormModel

/// Finds the size at which a text fits a region: the preferred one, else smaller down to the floor, else on several lines
/// where the region is high enough.
struct TextFitter {
    var options: ComposeOptions
    var families: String
    var isItalic = false

    /// A layout and where its top-left corner goes.
    struct Placement {
        var layout: TextLayout
        var x: Double
        var y: Double
        var size: Double
        var warning: String?
    }

    /// Kept free on either side of the text, in points.
    private static let padding = 2.0
    /// A line's height and its cap height as shares of the size, near enough for every text face.
    private static let lineHeight = 1.36

    /// - Throws: `missing_glyph`, or `value_overflow` where the options do not allow anything else.
    func place(_ text: String, in field: Field) throws(Failure) -> Placement {
        let area = field.region.insetBy(dx: min(Self.padding, field.region.width / 8), dy: 0)
        let preferred = preferredSize(for: field)
        let floor = min(options.minimumFontSize, preferred)
        try checkGlyphs(of: text, field: field)
        if field.type == .multiline {
            if let placed = wrapped(text, in: area, field: field, from: preferred, to: floor) { return placed }
        } else {
            let whole = layout(text, size: preferred, field: field)
            let needed = whole.extent.width
            if needed <= area.width { return onOneLine(whole, size: preferred, area: area, field: field) }
            // Widths grow evenly with the size; the last hundredth keeps rounding from overflowing.
            let size = preferred * area.width / needed * 0.99
            if size >= floor {
                return onOneLine(layout(text, size: size, field: field), size: size, area: area, field: field)
            }
            if area.height >= 2 * Self.lineHeight * floor,
                let placed = wrapped(text, in: area, field: field, from: preferred, to: floor)
            {
                return placed
            }
        }
        return try overflowing(text, area: area, field: field, floor: floor)
    }

    /// One character centred in each cell of a comb.
    func placeComb(_ text: String, edges: [Double], in field: Field) throws(Failure) -> [Placement] {
        try checkGlyphs(of: text, field: field)
        let narrowest = zip(edges, edges.dropFirst()).map { $1 - $0 }.min() ?? field.region.width
        let size = min(preferredSize(for: field), narrowest)
        return zip(text, zip(edges, edges.dropFirst())).filter { !$0.0.isWhitespace }.map { character, cell in
            let layout = layout(String(character), size: size, field: field, alignment: .left)
            let x = (cell.0 + cell.1 - layout.extent.width) / 2 - layout.extent.x
            return Placement(layout: layout, x: x, y: top(of: layout, in: field.region, field: field), size: size)
        }
    }

    private func preferredSize(for field: Field) -> Double {
        if let size = field.fontSize { return size }
        if field.type == .multiline { return min(options.preferredFontSize, max(4, field.region.height * 0.7)) }
        let above = field.baseline.map { ($0 - field.region.top) / 0.95 } ?? field.region.height * 0.72
        return min(options.preferredFontSize, max(4, above))
    }

    private func onOneLine(_ layout: TextLayout, size: Double, area: Region, field: Field) -> Placement {
        let slack = area.width - layout.extent.width
        let alignment = field.alignment ?? (layout.isRightToLeft ? .right : .left)
        let shift =
            switch alignment {
            case .left: 0.0
            case .center: slack / 2
            case .right: slack
            }
        return Placement(
            layout: layout, x: area.x + shift - layout.extent.x, y: top(of: layout, in: area, field: field), size: size)
    }

    /// The layout's top so that its first baseline sits on the field's, or the text is centred in the region.
    private func top(of layout: TextLayout, in area: Region, field: Field) -> Double {
        if let baseline = field.baseline { return baseline - layout.baseline }
        return area.midY - layout.extent.height / 2 - layout.extent.y
    }

    private func wrapped(
        _ text: String, in area: Region, field: Field, from preferred: Double, to floor: Double
    ) -> Placement? {
        var size = preferred
        while size >= floor - 0.01 {
            let layout = layout(text, size: size, field: field, width: area.width)
            if layout.extent.height <= area.height, layout.extent.width <= area.width + 0.5 {
                let isSingle =
                    field.type == .multiline && layout.lineCount == 1 && area.height < 2 * size * Self.lineHeight
                let y =
                    isSingle
                    ? top(of: layout, in: area, field: field)
                    : area.y + min(Self.padding, (area.height - layout.extent.height) / 2)
                return Placement(layout: layout, x: area.x, y: y, size: size)
            }
            size -= 0.5
        }
        return nil
    }

    private func overflowing(
        _ text: String, area: Region, field: Field, floor: Double
    ) throws(Failure) -> Placement {
        switch options.overflow {
        case .error:
            throw Failure(
                .valueOverflow,
                "The value for \"\(field.label)\" (\(field.name)) does not fit its field on page \(field.page + 1), even "
                    + "at \(floor.formatted(digits: 1)) points.",
                at: .field(field.name))
        case .truncate:
            var placed = truncated(text, area: area, field: field, size: floor)
            placed.warning = "The value was cut to fit."
            return placed
        case .shrink:
            var size = floor
            while size > 1 {
                size *= 0.9
                let isMultiline = field.type == .multiline
                let layout = layout(text, size: size, field: field, width: isMultiline ? area.width : nil)
                if layout.extent.width <= area.width, layout.extent.height <= area.height || !isMultiline {
                    var placed = onOneLine(layout, size: size, area: area, field: field)
                    placed.warning = "The value was shrunk below the smallest readable size."
                    return placed
                }
            }
            return truncated(text, area: area, field: field, size: size)
        }
    }

    /// The longest beginning that fits, found by halving.
    private func truncated(_ text: String, area: Region, field: Field, size: Double) -> Placement {
        let characters = Array(text)
        let isMultiline = field.type == .multiline
        func fitted(_ count: Int) -> TextLayout? {
            let layout = layout(
                String(characters.prefix(count)), size: size, field: field, width: isMultiline ? area.width : nil)
            return layout.extent.width <= area.width + 0.5 && (!isMultiline || layout.extent.height <= area.height)
                ? layout : nil
        }
        var low = 0
        var high = characters.count
        while low < high {
            let middle = (low + high + 1) / 2
            if fitted(middle) != nil { low = middle } else { high = middle - 1 }
        }
        return onOneLine(
            layout(
                String(characters.prefix(low)), size: size, field: field, width: isMultiline ? area.width : nil),
            size: size, area: area, field: field)
    }

    private func layout(
        _ text: String, size: Double, field: Field, width: Double? = nil, alignment: Field.Alignment? = nil
    ) -> TextLayout {
        TextLayout(
            text, families: families, size: size, width: width, isItalic: isItalic,
            // Without a width there is nothing to align in; the line is shifted instead.
            alignment: alignment ?? (width == nil ? .left : field.alignment ?? .left))
    }

    private func checkGlyphs(of text: String, field: Field) throws(Failure) {
        guard let scalar = TextLayout(text, families: families, size: 10).missingGlyph else { return }
        let number = String(scalar.value, radix: 16, uppercase: true)
        let code = "U+" + String(repeating: "0", count: max(0, 4 - number.count)) + number
        let name = scalar.properties.name.map { " \($0)" } ?? ""
        throw Failure(
            .missingGlyph,
            "No installed font has the character \(code)\(name), which \"\(field.label)\" (\(field.name)) needs; install "
                + "a font that has it, such as one of fonts-noto.",
            at: .field(field.name))
    }
}

extension Double {
    /// A plain decimal number with at most so many digits after the point.
    fileprivate func formatted(digits: Int) -> String {
        let factor = (0..<digits).reduce(1.0) { value, _ in value * 10 }
        let rounded = (self * factor).rounded() / factor
        return rounded == rounded.rounded() ? String(Int(rounded)) : String(rounded)
    }
}
