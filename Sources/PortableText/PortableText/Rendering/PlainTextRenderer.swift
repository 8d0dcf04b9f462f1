public import Values

/// Renders documents as plain text, with the text and the order of the PDF.
///
/// Paragraphs are separated by empty lines. List items have their markers and are indented by their depth, and the
/// cells of a table are separated by tabs.
public struct PlainTextRenderer: Sendable {
    /// Custom renderers; renderers of marks have no effect.
    public var renderers: TextRenderers
    /// Whether pictures are replaced by their alternative text, or else their web address.
    public var hasAlternativeTexts: Bool

    /// Creates a renderer.
    public init(renderers: TextRenderers = TextRenderers(), hasAlternativeTexts: Bool = true) {
        self.renderers = renderers
        self.hasAlternativeTexts = hasAlternativeTexts
    }

    /// Renders a document; non-empty text ends with a line feed.
    public func render(_ document: PortableTextDocument) -> String {
        var writer = LineWriter(self, blockDistance: "\n\n")
        writer.write(document.blocks)
        writer.writeNotes()
        return writer.output.text.isEmpty ? "" : writer.output.text + "\n"
    }

    /// Renders a document for a field of a form.
    ///
    /// Bold, italic, underlined, struck-through and monospaced text is preserved, links become text, and headings
    /// become bold. There are no empty lines between blocks.
    public func renderFormatted(_ document: PortableTextDocument) -> FormattedText {
        var writer = LineWriter(self, blockDistance: "\n")
        writer.write(document.blocks)
        writer.writeNotes()
        return writer.output
    }
}

extension PortableTextDocument {
    /// The document as plain text; see ``PlainTextRenderer``.
    public var plainText: String { PlainTextRenderer().render(self) }
}

/// Writes the lines of one document.
private struct LineWriter {
    private let renderer: PlainTextRenderer
    private let blockDistance: String
    private(set) var output = FormattedText()
    /// The separator to write before the next text.
    private var separator = ""
    private var indent = ""
    /// The number of enclosing blocks that custom renderers returned.
    private var replacements = 0
    private let footnotes: FootnoteCounter

    init(_ renderer: PlainTextRenderer, blockDistance: String, footnotes: FootnoteCounter = FootnoteCounter()) {
        self.renderer = renderer
        self.blockDistance = blockDistance
        self.footnotes = footnotes
    }

    mutating func write(_ blocks: [PortableTextBlock]) {
        var styles: [String] = []
        for event in ListEvents(of: blocks) {
            switch event {
            case .beginList(let style):
                separate(styles.isEmpty ? blockDistance : "\n")
                styles.append(style)
                indent += "  "
            case .beginItem(let index, let number):
                separate("\n")
                let style = styles.last ?? ListStyle.bullet
                put(ListMarkers.marker(style: style, depth: styles.count - 1, number: number) + " ")
                write(blocks[index])
            case .beginEmptyItem: break
            case .endItem: separate("\n")
            case .endList:
                styles.removeLast()
                indent.removeLast(2)
                separate(styles.isEmpty ? blockDistance : "\n")
            case .block(let index):
                separate(blockDistance)
                write(blocks[index])
                separate(blockDistance)
            }
        }
    }

    /// Requires a separator before the next text; the longest one counts.
    private mutating func separate(_ distance: String) {
        if !output.text.isEmpty, distance.utf8.count > separator.utf8.count { separator = distance }
    }

    private mutating func put(_ part: some StringProtocol, _ emphasis: FormattedText.Emphasis = []) {
        guard !part.isEmpty else { return }
        if !separator.isEmpty || output.text.isEmpty {
            output.append(separator)
            output.append(indent.dropLast(2))
            separator = ""
        }
        output.append(part, emphasis)
    }

    private mutating func write(_ block: PortableTextBlock) {
        if replacements < TextRenderers.replacementLimit,
            let blocks = renderer.renderers.blocks[block.type]?(block, false)
        {
            replacements += 1
            write(blocks)
            replacements -= 1
            return
        }
        if block.children != nil { return writeContent(of: block) }
        switch block.type {
        case ObjectType.code: put(CodeContent(block).text.trimmingTrailingLineFeed, .monospaced)
        case ObjectType.embed: put(EmbedContent(block)?.title ?? "")
        case ObjectType.footnote: put(footnotes.next(block.note)?.mark ?? "")
        case ObjectType.table:
            for row in block.table?.rows ?? [] {
                put(row.cells.map(text(of:)).joined(separator: "\t"))
                separate("\n")
            }
        case ObjectType.image:
            guard let image = ImageContent(block) else { break }
            if renderer.hasAlternativeTexts { put(image.textInItsPlace) }
            if let caption = image.caption {
                separate("\n")
                put(caption)
            }
        default: break
        }
    }

    private mutating func writeContent(of block: PortableTextBlock) {
        let base: FormattedText.Emphasis = block.headingLevel == nil ? [] : .bold
        for child in block.childrenWithFootnotes.children {
            switch child {
            case .span(let span):
                put(span.text, span.marks.reduce(into: base) { $0.formUnion(FormattedText.Emphasis(mark: $1)) })
            case .block(let block) where block.type == ObjectType.footnote: write(block)
            case .block(let block):
                separate("\n")
                write(block)
                separate("\n")
            }
        }
    }

    /// Writes the texts of the footnotes after the blocks.
    mutating func writeNotes() {
        footnotes.isInNote = true
        separate(blockDistance)
        for note in footnotes.notes {
            put("\(note.mark) ")
            // The first paragraph continues the line of the mark.
            if let first = note.blocks.first { write(first) }
            write(Array(note.blocks.dropFirst()))
            separate("\n")
        }
        footnotes.isInNote = false
    }

    /// Returns the text of a cell as one line.
    private func text(of cell: PortableTextTable.Cell) -> String {
        var writer = LineWriter(renderer, blockDistance: "\n", footnotes: footnotes)
        writer.write(cell.blocks)
        return writer.output.text.split(whereSeparator: \.isNewline).joined(separator: " ")
    }
}

extension FormattedText.Emphasis {
    /// Creates the emphasis of a decorator, which is empty for other marks.
    fileprivate init(mark: String) {
        self =
            switch mark {
            case Decorator.strong: .bold
            case Decorator.emphasis: .italic
            case Decorator.underline: .underlined
            case Decorator.strikeThrough: .struckThrough
            case Decorator.code: .monospaced
            default: []
            }
    }
}

extension PortableTextRenderers {
    /// Maximum depth of custom rendering within the results of custom renderers.
    ///
    /// Without it, the recursion could be infinite.
    package static var replacementLimit: Int { 8 }
}

extension String {
    /// The text without a trailing line feed, which would be an empty line.
    package var trimmingTrailingLineFeed: Substring { hasSuffix("\n") ? dropLast() : self[...] }
}
