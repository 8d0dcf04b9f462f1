import Cairo
import FailureModel
import Geometry
import Values

/// Breaks paragraphs into lines in the direction and language of a document.
///
/// A character missing in all installed fonts is replaced by the character that it represents in a symbol font, or by
/// “�”, with a warning.
final class ParagraphSetter {
    let contexts: TextContexts
    private let maximumPixels: Int
    private var warnings: [TypesettingWarning.Kind] = []
    private var missing: Set<Unicode.Scalar> = []

    init(language: String?, maximumPixels: Int) {
        contexts = TextContexts(language: language)
        self.maximumPixels = maximumPixels
    }

    func set(_ paragraph: Paragraph, in column: Column) -> SetParagraph {
        set(paragraph, x: column.x, width: column.width, direction: column.direction)
    }

    /// Lays out a run on one line.
    func set(_ run: TextRun, direction: Direction) -> SetParagraph {
        set(Paragraph([run], style: ParagraphStyle(spaceAfter: 0)), x: 0, width: nil, direction: direction)
    }

    func set(_ paragraph: Paragraph, x: Double, width: Double?, direction: Direction) -> SetParagraph {
        let context = contexts.context(for: paragraph, on: direction)
        var paragraph = paragraph
        var figures: [Int: SetFigure] = [:]
        for index in paragraph.runs.indices where paragraph.runs[index].picture != nil {
            figures[index] = figure(for: &paragraph.runs[index], in: context, width: width)
        }
        let set = SetParagraph(
            paragraph, figures: figures, in: context, language: contexts.language, x: x, width: width)
        let unknown = set.missingGlyphs
        guard !unknown.isEmpty else { return set }
        note(unknown.filter { $0.ofSymbolFont == nil })
        paragraph.replace(Set(unknown))
        let replaced = SetParagraph(
            paragraph, figures: figures, in: context, language: contexts.language, x: x, width: width)
        note(replaced.missingGlyphs)
        return replaced
    }

    /// Adds a warning for each new missing character.
    private func note(_ unknown: [Unicode.Scalar]) {
        for scalar in unknown where missing.insert(scalar).inserted { warnings.append(.missingGlyph(scalar)) }
    }

    /// Decodes the picture of a run, or replaces it by its alternative text in brackets.
    private func figure(for run: inout TextRun, in context: TextContext, width: Double?) -> SetFigure? {
        guard let inline = run.picture else { return nil }
        let text = run.text.isEmpty ? nil : run.text
        switch inline.file.decoded(maximumPixels: maximumPixels) {
        case .success(let picture):
            let height = max(0, inline.height ?? context.ascent(of: run.style.font))
            let ratio = Double(picture.width) / Double(max(1, picture.height))
            let figure = Figure(
                .picture(inline.file), alternativeText: text,
                size: PageSize(width: height * ratio, height: height))
            let column = Column(x: 0, width: width ?? .infinity, direction: .leftToRight)
            return SetFigure(figure, in: column, height: .infinity, content: .picture(picture))
        case .failure(let reason):
            warnings.append(reason.warning(alternativeText: text))
            run.text = text.map { "[\($0)]" } ?? ""
            run.picture = nil
            return nil
        }
    }

    /// Returns the new warnings; each missing character is reported once per document.
    func takeWarnings() -> [TypesettingWarning.Kind] {
        defer { warnings = [] }
        return warnings
    }
}

extension Paragraph {
    /// Replaces characters missing in all installed fonts.
    fileprivate mutating func replace(_ unknown: Set<Unicode.Scalar>) {
        for index in runs.indices where runs[index].picture == nil {
            let scalars = runs[index].text.unicodeScalars.map { scalar in
                unknown.contains(scalar) ? scalar.ofSymbolFont ?? "\u{FFFD}" : scalar
            }
            runs[index].text = String(String.UnicodeScalarView(scalars))
        }
    }
}
