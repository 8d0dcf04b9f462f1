import FailureModel
import FormModel
import QPDF

/// The texts of a record on blanks with several writing lines.
///
/// Such a blank is one field with ruled lines, or several fields below one another.
struct RecordLines {
    /// What is drawn in one field.
    struct Part {
        var text = ""
        var placements: [TextFitter.Placement] = []
        var warnings: [String] = []
        /// The number of the addendum that contains the value.
        var addendum: Int?
    }

    private var parts: [Field.ID: Part] = [:]

    /// Creates a collection without texts.
    init() {}

    /// Breaks the texts of a record across their lines.
    ///
    /// Texts that do not fit are added to `addenda`, if the options say so.
    ///
    /// - Throws: `missing_glyph` or `value_overflow`.
    init(of values: [BoundValue], by composer: Composer, on target: ComposeTarget, _ addenda: inout Addenda)
        throws(Failure)
    {
        let further = Dictionary(grouping: values.filter { $0.continues != nil }, by: \.continues)
        for value in values where value.continues == nil {
            let fields = ([value] + (further[value.field.id] ?? [])).map(\.field)
            let isHidden = fields.contains { target.widgets[$0.id]?.isPassword == true }
            guard let text = (isHidden ? value.content.hidden : value.content).text else { continue }
            guard fields.count > 1 || fields[0].lines != nil && target.widgets[fields[0].id] == nil else { continue }
            try place(text, of: value, in: fields, composer, target, &addenda)
        }
    }

    /// Returns what is drawn in a field; nil if its blank has one line.
    subscript(field: Field) -> Part? { parts[field.id] }

    private mutating func place(
        _ text: FormattedText, of value: BoundValue, in fields: [Field], _ composer: Composer, _ target: ComposeTarget,
        _ addenda: inout Addenda
    ) throws(Failure) {
        for field in fields { parts[field.id] = Part() }
        guard !text.text.isEmpty else { return }
        let lines = fields.flatMap { field in
            field.upright(in: target.widgets[field.id]).writingLines.map { (owner: field, line: $0) }
        }
        let placer = TextPlacer(options: composer.options, target: target, key: value.key, isKept: value.match == .kept)
        var fitter = placer.fitter(for: text, in: fields[0], value.style)
        let sizes = fields.map { placer.fitter(for: text, in: $0, value.style).size }
        fitter.size = sizes.min() ?? fitter.size
        (fitter.alignment, fitter.rightEdge) = (fields[0].alignment, nil)
        let first = fields[0].id
        do throws(Failure) {
            let result = try LineFlow(lines: lines.map(\.line), fitter: fitter).place(text)
            for (line, drawn) in zip(lines, result.lines) {
                add(drawn, to: line.owner)
            }
            parts[first]?.warnings = result.warning.map { [$0] } ?? []
        } catch {
            let reference = try composer.reference(to: value, in: lines[0].line, after: error, target, &addenda)
            parts[first]?.placements = reference.placements
            parts[first]?.addendum = reference.number
            parts[first]?.warnings = [Addenda.note(reference.number)]
        }
    }

    private mutating func add(_ line: LineFlow.Result.Line, to field: Field) {
        guard !line.text.isEmpty, var part = parts[field.id] else { return }
        part.text += part.text.isEmpty ? line.text : "\n" + line.text
        let print = ClearOfPrint(field)
        part.placements += line.placements.map { placement in
            var placement = placement
            placement.overlaps = print?.isCovered(by: placement.ink) ?? false
            return placement
        }
        parts[field.id] = part
    }
}

extension Field {
    /// The writing lines from top to bottom, as fields of one line.
    ///
    /// A line ends in front of words that are printed on it.
    fileprivate var writingLines: [Field] {
        var whole = self
        whole.lines = nil
        if whole.type == .multiline { whole.type = .text }
        // A line that fills a whole cell has no baseline of its own.
        if evidence == .rule || evidence == .underscores {
            whole.baseline = baseline ?? region.bottom - Self.aboveRule
        }
        guard let lines, !lines.isEmpty else { return [whole] }
        return lines.prefix(Field.mostLines).map { region in
            var line = whole
            (line.region, line.baseline) = (region, region.bottom)
            line.printedWords = printedWords?.filter { $0.verticalOverlap(region) > Self.leastOverlap }
            if let room = ClearOfPrint(line)?.rooms.first(where: { $0.region.height == region.height }) {
                line.region = room.region
            }
            return line
        }
    }

    /// The distance in points of a baseline from its rule.
    private static let aboveRule = 2.0
    /// The height in points that a word reaches into its line.
    private static let leastOverlap = 3.0
}
