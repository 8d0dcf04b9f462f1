public import Foundation

/// A block of a document as styled text, for the views of an app.
public struct AttributedBlock: Identifiable, Hashable, Sendable {
    /// The kind of block.
    public enum Kind: Hashable, Sendable {
        /// A paragraph with the name of its style, such as `normal`.
        case paragraph(style: String)
        /// A heading with the identifier of its ``HeadingItem``.
        case heading(level: Int)
        case quote
        /// An item of a list.
        ///
        /// The style is `bullet` or `number`, the level counts from 1, and the number from 1 within the list.
        case listItem(style: String, level: Int, number: Int)
        /// Code with its line breaks.
        case code(language: String?)
        /// A table with header rows at its top, in place of a text.
        case table(rows: [[AttributedString]], headerRows: Int)
        /// A picture; the text of the block is its caption.
        case image(ImageContent)
        /// An embedded object; the text of the block is its title, which is a link.
        case embed
        /// The text of a footnote, with its number, behind all other blocks.
        case footnote(number: Int)
        /// An object that only a custom view can show; ``AttributedBlock/block`` has its fields.
        case custom(type: String)
    }

    /// The identifier, unique in the document.
    public var id: String
    /// The kind of block.
    public var kind: Kind
    /// The text, with links and the attribute ``PortableTextMarksAttribute``.
    public var text: AttributedString
    /// The block itself.
    public var block: PortableTextBlock
}

/// The attribute with the names of a text's marks, such as `strong`, outermost first.
///
/// Views choose a font and lines for them: Foundation has attributes for some of the marks only, and on Apple's systems only.
public enum PortableTextMarksAttribute: AttributedStringKey {
    /// The names of the marks.
    public typealias Value = [String]
    /// The name of the attribute.
    public static let name = "PortableTextMarks"
}

extension PortableTextDocument {
    /// Returns the blocks as styled text, in reading order.
    ///
    /// Text has the names of its marks in ``PortableTextMarksAttribute``, and a link its `link`. A link that the policy
    /// refuses is text. Objects within text are replaced by their alternative text, title or text, and footnotes by their
    /// number in brackets.
    ///
    /// - Parameter links: decides where links lead.
    /// - Returns: a block for each block and each item of a list.
    public func attributedBlocks(links: LinkPolicy = .safe) -> [AttributedBlock] {
        var writer = AttributedBlockWriter(links: links, headings: headings.mapValues(\.1.id))
        writer.write(blocks)
        writer.writeNotes()
        return writer.output
    }
}

/// Writes the blocks of one document.
private struct AttributedBlockWriter {
    let links: LinkPolicy
    /// The identifiers of headings by the index of their block.
    let headings: [Int: String]
    private(set) var output: [AttributedBlock] = []
    private var used: Set<String> = []
    private let footnotes = FootnoteCounter()

    init(links: LinkPolicy, headings: [Int: String]) {
        self.links = links
        self.headings = headings
        used = Set(headings.values)
    }

    mutating func write(_ blocks: [PortableTextBlock]) {
        var styles: [String] = []
        for event in ListEvents(of: blocks) {
            switch event {
            case .beginList(let style): styles.append(style)
            case .endList: styles.removeLast()
            case .beginItem(let index, let number):
                let kind = AttributedBlock.Kind.listItem(
                    style: styles.last ?? ListStyle.bullet, level: styles.count, number: number)
                append(blocks[index], kind, text(of: blocks[index]), index)
            case .beginEmptyItem, .endItem: break
            case .block(let index): write(blocks[index], index)
            }
        }
    }

    private mutating func write(_ block: PortableTextBlock, _ index: Int) {
        let kind: AttributedBlock.Kind
        var text = AttributedString()
        if block.children != nil {
            text = self.text(of: block)
            if let level = block.headingLevel {
                kind = .heading(level: level)
            } else {
                kind = block.style == "blockquote" ? .quote : .paragraph(style: block.style)
            }
        } else {
            switch block.type {
            case ObjectType.code:
                let code = CodeContent(block)
                kind = .code(language: code.language)
                text = AttributedString(code.text)
            case ObjectType.table:
                guard let table = block.table else { return }
                kind = .table(rows: table.rows.map { $0.cells.map(self.text(of:)) }, headerRows: table.headerRows)
            case ObjectType.image:
                guard let image = ImageContent(block) else { return }
                kind = .image(image)
                text = AttributedString(image.caption ?? "")
            case ObjectType.embed:
                guard let embed = EmbedContent(block) else { return }
                kind = .embed
                text = self.text(of: embed)
            default: kind = .custom(type: block.type)
            }
        }
        append(block, kind, text, index)
    }

    /// Writes the texts of the footnotes, one block for each paragraph.
    mutating func writeNotes() {
        footnotes.isInNote = true
        for note in footnotes.notes {
            for block in note.blocks {
                append(block, .footnote(number: note.number), inline(block, AttributeContainer()))
            }
        }
    }

    private mutating func append(
        _ block: PortableTextBlock, _ kind: AttributedBlock.Kind, _ text: AttributedString, _ index: Int? = nil
    ) {
        let heading = index.flatMap { headings[$0] }
        var id = heading ?? block.key
        // Keys may be repeated, but views need unique identifiers.
        if heading == nil {
            var number = 1
            while !used.insert(id).inserted {
                number += 1
                id = "\(block.key)-\(number)"
            }
        }
        output.append(AttributedBlock(id: id, kind: kind, text: text, block: block))
    }

    // MARK: Text

    private func text(of block: PortableTextBlock) -> AttributedString {
        var text = AttributedString()
        var open: [PortableTextMark] = []
        MarkEvent.forEach(in: block) { event in
            switch event {
            case .begin(let mark): open.append(mark)
            case .end: open.removeLast()
            case .text(let part): text += AttributedString(String(part), attributes: attributes(open))
            case .lineBreak: text += AttributedString("\n")
            case .block(let inner, _): text += self.inline(inner, attributes(open))
            }
        }
        return text
    }

    /// Returns the text in place of an object within text.
    private func inline(_ block: PortableTextBlock, _ attributes: AttributeContainer) -> AttributedString {
        if block.children != nil { return text(of: block) }
        switch block.type {
        case ObjectType.code: return AttributedString(CodeContent(block).text, attributes: attributes)
        case ObjectType.footnote:
            return AttributedString(footnotes.next(block.note)?.mark ?? "", attributes: attributes)
        case ObjectType.embed: return EmbedContent(block).map(text(of:)) ?? AttributedString()
        case ObjectType.image:
            return AttributedString(ImageContent(block)?.textInItsPlace ?? "", attributes: attributes)
        default: return AttributedString()
        }
    }

    private func text(of embed: EmbedContent) -> AttributedString {
        AttributedString(embed.title, attributes: attributes([.link(to: embed.address)]))
    }

    private func text(of cell: PortableTextTable.Cell) -> AttributedString {
        var cellText = AttributedString()
        for block in cell.blocks {
            if !cellText.characters.isEmpty { cellText += AttributedString("\n") }
            cellText += inline(block, AttributeContainer())
        }
        return cellText
    }

    private func attributes(_ marks: [PortableTextMark]) -> AttributeContainer {
        var attributes = AttributeContainer()
        if !marks.isEmpty { attributes[PortableTextMarksAttribute.self] = marks.map(\.type) }
        let link = marks.last { $0.type == PortableTextMarkDefinition.linkType }?.definition
        if let target = link.flatMap(links.target(of:)) { attributes.link = URL(string: target) }
        return attributes
    }
}
