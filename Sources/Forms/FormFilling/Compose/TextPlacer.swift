import FailureModel
import FormModel

/// Places the text of a value in its field, using the document's sizes and alignment.
struct TextPlacer {
    var options: ComposeOptions
    var target: ComposeTarget
    /// The key under which the text was given, if messages should name it.
    var key: String?
    /// Whether the text was kept from an earlier fill.
    var isKept = false

    /// Maximum automatic size of a typed signature, in points.
    private static let largestSignature = 20.0
    /// The share of a field's height for a typed signature.
    private static let signatureShare = 0.55

    /// Returns the placed text: one piece, or one for each cell or gap.
    ///
    /// The parts of a date or number stand in the gaps between the signs that the form prints. Other text that would
    /// cover print is placed beside it if there is room. Empty text has no pieces.
    func place(
        _ text: FormattedText, in field: Field, style: ValueStyle?
    ) throws(Failure) -> [TextFitter.Placement] {
        guard !text.text.isEmpty else { return [] }
        let fitter = fitter(for: text, in: field, style)
        if let edges = field.combEdges, edges.count > 1 {
            return try fitter.placeComb(text.text, edges: edges, in: field)
        }
        let gaps = style?.isVerbatim == true ? nil : BlankGaps(field)
        if let gaps, let parts = gaps.parts(of: text.text, in: field),
            let placed = try fitter.place(parts, in: gaps, of: field)
        {
            return placed
        }
        let placed = try fitter.place(text, in: field)
        guard let print = ClearOfPrint(field), print.isCovered(by: placed.ink) else { return [placed] }
        // A covered sign is easier to read than a text that is squeezed into a gap.
        let smallest = gaps == nil ? options.smallestFontSize : options.minimumFontSize
        if let clear = clear(text, of: print, by: fitter, from: smallest) { return [clear] }
        var covering = placed
        covering.overlaps = true
        return [covering]
    }

    /// Checks that the installed fonts have all characters of a text.
    ///
    /// - Throws: `missing_glyph`.
    func checkGlyphs(_ text: String, for field: Field) throws(Failure) {
        try fitter(for: FormattedText(), in: field, nil).check(text, field: field)
    }

    func fitter(for text: FormattedText, in field: Field, _ style: ValueStyle?) -> TextFitter {
        let isSignature = field.type == .signature
        let families = isSignature ? options.signatureFamilies : options.fontFamilies
        var size = style?.fontSize.map { FontSizes.size(onDemand: $0, in: field) } ?? target.sizes[field]
        if isSignature, style?.fontSize == nil, field.fontSize == nil {
            size = max(
                size ?? 0,
                FontScale.step(notAbove: min(Self.largestSignature, field.region.height * Self.signatureShare)))
        }
        let rightEdge = target.amounts.rightEdge(of: field, for: text.text)
        return TextFitter(
            options: options, families: families.joined(separator: ", "), key: key, isKept: isKept,
            isItalic: isSignature,
            size: size ?? options.preferredFontSize, alignment: rightEdge == nil ? field.alignment : .right,
            rightEdge: rightEdge)
    }

    /// Returns the text at the largest size that fits beside the printed words, or nil.
    private func clear(
        _ text: FormattedText, of print: ClearOfPrint, by fitter: TextFitter, from smallest: Double
    ) -> TextFitter.Placement? {
        var best: TextFitter.Placement?
        for room in print.rooms {
            var fitter = fitter
            fitter.options.overflow = .error
            // Small text is better than covered words.
            fitter.options.minimumFontSize = smallest
            fitter.rightEdge = fitter.rightEdge.map { min($0, room.region.right) }
            fitter.size = min(fitter.size, max(smallest, FontSizes.step(in: room)))
            guard let placed = try? fitter.place(text, in: room), !print.isCovered(by: placed.ink),
                placed.size > best?.size ?? 0
            else { continue }
            best = placed
        }
        return best
    }
}
