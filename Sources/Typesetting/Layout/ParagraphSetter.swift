import Cairo
import FailureModel

/// Breaks paragraphs into lines, in the direction and language of a document, and notes what fonts lack.
final class ParagraphSetter {
    let contexts: TextContexts
    private(set) var missing: [Unicode.Scalar] = []
    private var known: Set<Unicode.Scalar> = []

    init(language: String?) {
        contexts = TextContexts(language: language)
    }

    func set(_ paragraph: Paragraph, in column: Column) -> SetParagraph {
        set(paragraph, x: column.x, width: column.width, direction: column.direction)
    }

    /// Lays out a run on one line.
    func set(_ run: TextRun, direction: Direction) -> SetParagraph {
        set(Paragraph([run], style: ParagraphStyle(spaceAfter: 0)), x: 0, width: nil, direction: direction)
    }

    private func set(_ paragraph: Paragraph, x: Double, width: Double?, direction: Direction) -> SetParagraph {
        let context = contexts.context(for: paragraph, on: direction)
        let set = SetParagraph(paragraph, in: context, language: contexts.language, x: x, width: width)
        if let scalar = set.layout.missingGlyph, known.insert(scalar).inserted { missing.append(scalar) }
        return set
    }

    /// Returns the characters found missing since the last call, each once per document.
    func takeMissing() -> [Unicode.Scalar] {
        defer { missing = [] }
        return missing
    }
}
