import Cairo

/// The contexts for both directions, created when they are first needed.
final class TextContexts {
    /// The language of the document, or, without one, none in particular, so that the machine's does not count.
    let language: String
    private(set) lazy var leftToRight = TextContext(direction: .leftToRight, language: language)
    private(set) lazy var rightToLeft = TextContext(direction: .rightToLeft, language: language)

    init(language: String?) {
        self.language = language ?? "und"
    }

    /// The context for a paragraph: of the direction that its style names, else of its text, else of the page.
    func context(for paragraph: Paragraph, on page: Direction) -> TextContext {
        let direction =
            paragraph.style.direction
            ?? paragraph.runs.lazy.filter { $0.picture == nil }.compactMap { TextDirection(of: $0.text) }.first.map(
                Direction.init) ?? page
        return direction == .leftToRight ? leftToRight : rightToLeft
    }
}

extension Direction {
    init(_ direction: TextDirection) {
        self = direction == .leftToRight ? .leftToRight : .rightToLeft
    }
}
