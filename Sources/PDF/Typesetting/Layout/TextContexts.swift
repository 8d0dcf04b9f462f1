import Cairo

/// The text contexts for both directions, created on first use.
final class TextContexts {
    /// The language of the document, or an undetermined one instead of the machine's.
    let language: String
    private(set) lazy var leftToRight = TextContext(direction: .leftToRight, language: language)
    private(set) lazy var rightToLeft = TextContext(direction: .rightToLeft, language: language)

    init(language: String?) {
        self.language = language ?? "und"
    }

    /// Returns the context for the direction of a paragraph.
    ///
    /// The direction is that of its style, else of its text, else of the page.
    func context(for paragraph: Paragraph, on page: Direction) -> TextContext {
        paragraph.direction ?? page == .leftToRight ? leftToRight : rightToLeft
    }
}

extension Paragraph {
    /// The direction of the style, else of the text; `nil` for that of the page.
    var direction: Direction? {
        style.direction
            ?? runs.lazy.filter { $0.picture == nil }.compactMap { TextDirection(of: $0.text) }.first.map(
                Direction.init)
    }
}

extension Direction {
    init(_ direction: TextDirection) {
        self = direction == .leftToRight ? .leftToRight : .rightToLeft
    }
}
