/// Writes the HTML of one document.
///
/// Recursion is limited to nested blocks, and therefore bounded by the maximum nesting of JSON.
struct HTMLWriter {
    private let renderer: HTMLRenderer
    /// The `id` attributes of headings by the index of their block.
    private let ids: [Int: String]
    private let noted = ProblemList()
    private let footnotes = FootnoteCounter()

    /// The problems of rendering, in reading order.
    var problems: [PortableTextError] { noted.all }

    /// The output, with the content of each open custom mark above it.
    private var buffers: [[UInt8]] = [[]]
    /// The position of the current block.
    private var path: [Int] = []

    init(_ renderer: HTMLRenderer, ids: [Int: String]) {
        self.renderer = renderer
        self.ids = ids
    }

    var text: String { String(decoding: buffers[0], as: UTF8.self) }

    private var output: [UInt8] {
        get { buffers[buffers.count - 1] }
        _modify { yield &buffers[buffers.count - 1] }
    }

    private mutating func put(_ text: StaticString) { output.append(text) }
    private mutating func put(_ text: String) { output.append(contentsOf: text.utf8) }
    private mutating func putEscaped(_ text: some StringProtocol) { output.appendEscaped(text) }

    // MARK: Blocks

    mutating func write(_ blocks: [PortableTextBlock]) {
        let outer = path
        var ends: [StaticString] = []
        for event in ListEvents(of: blocks) {
            switch event {
            case .beginList(let style):
                let isNumbered = style == ListStyle.number
                put(isNumbered ? "<ol>" : "<ul>")
                ends.append(isNumbered ? "</ol>" : "</ul>")
            case .beginItem(let index, _):
                put("<li>")
                path = outer + [index]
                writeItem(blocks[index])
            case .beginEmptyItem: put("<li>")
            case .endItem: put("</li>")
            case .endList: put(ends.removeLast())
            case .block(let index):
                path = outer + [index]
                write(blocks[index], isInline: false)
            }
        }
        path = outer
    }

    private mutating func writeItem(_ block: PortableTextBlock) {
        // Items of the default style have no additional element.
        if block.style == PortableTextBlock.normalStyle {
            writeContent(of: block)
        } else {
            write(block, isInline: false)
        }
    }

    private mutating func write(_ block: PortableTextBlock, isInline: Bool) {
        if let custom = renderer.renderers.blocks[block.type]?(block, isInline) { return put(custom) }
        if block.children != nil { return writeText(block) }
        switch block.type {
        case ObjectType.code: write(CodeContent(block))
        case ObjectType.image: if let image = ImageContent(block) { write(image, of: block, isInline: isInline) }
        case ObjectType.table: if let table = block.table { write(table) }
        case ObjectType.embed: if let embed = EmbedContent(block) { write(embed, isInline: isInline) }
        case ObjectType.footnote: writeMark(of: footnotes.next(block.note))
        default: break
        }
    }

    // MARK: Footnotes

    private mutating func writeMark(of note: FootnoteContent?) {
        guard let number = note?.number else { return }
        put(
            "<sup id=\"footnote-mark-\(number)\"><a href=\"#footnote-\(number)\" role=\"doc-noteref\">\(number)</a></sup>"
        )
    }

    /// Writes the texts of the footnotes after the blocks.
    mutating func writeNotes() {
        guard !footnotes.notes.isEmpty else { return }
        footnotes.isInNote = true
        put("<section role=\"doc-endnotes\"><ol>")
        for note in footnotes.notes {
            put("<li id=\"footnote-\(note.number)\">")
            if note.blocks.count == 1, let block = note.blocks.first, block.isPlainText {
                writeContent(of: block)
            } else {
                write(note.blocks)
            }
            put(
                " <a href=\"#footnote-mark-\(note.number)\" role=\"doc-backlink\" aria-label=\"\(note.number)\">↩</a></li>"
            )
        }
        put("</ol></section>")
        footnotes.isInNote = false
    }

    private mutating func writeText(_ block: PortableTextBlock) {
        let element: StaticString =
            switch block.style {
            case "h1": "h1"
            case "h2": "h2"
            case "h3": "h3"
            case "h4": "h4"
            case "h5": "h5"
            case "h6": "h6"
            case "blockquote": "blockquote"
            // A paragraph cannot contain other blocks.
            default: block.containsBlocks ? "div" : "p"
            }
        put("<")
        put(element)
        if path.count == 1, let id = ids[path[0]] {
            put(" id=\"")
            putEscaped(id)
            put("\"")
        }
        if renderer.styleClasses.contains(block.style), !PortableTextVocabulary.standardStyles.contains(block.style),
            PortableTextStyleSheet.isName(block.style)
        {
            put(" class=\"")
            put(block.style)
            put("\"")
        }
        put(">")
        writeContent(of: block)
        put("</")
        put(element)
        put(">")
    }

    // MARK: Text

    /// The end of a mark.
    private enum MarkEnd {
        case nothing
        case tag(StaticString)
        /// The content is passed to the custom renderer.
        case custom(PortableTextMark)
    }

    private mutating func writeContent(of block: PortableTextBlock) {
        var ends: [MarkEnd] = []
        let outer = path
        MarkEvent.forEach(in: block) { event in
            switch event {
            case .begin(let mark):
                if renderer.renderers.marks[mark.type] != nil {
                    ends.append(.custom(mark))
                    buffers.append([])
                } else {
                    ends.append(begin(mark))
                }
            case .end: if let end = ends.popLast() { self.end(end) }
            case .text(let text): putEscaped(text)
            case .lineBreak: put("<br/>")
            case .block(let child, let index):
                path = outer + [index]
                write(child, isInline: true)
            }
        }
        path = outer
    }

    private mutating func begin(_ mark: PortableTextMark) -> MarkEnd {
        switch mark.type {
        case Decorator.strong: return open("<strong>", "</strong>")
        case Decorator.emphasis: return open("<em>", "</em>")
        case Decorator.code: return open("<code>", "</code>")
        case Decorator.underline: return open("<span style=\"text-decoration:underline;\">", "</span>")
        case Decorator.strikeThrough: return open("<del>", "</del>")
        case PortableTextMarkDefinition.linkType:
            guard let definition = mark.definition else { return .nothing }
            guard let target = renderer.links.target(of: definition) else {
                renderer.links.refusal(of: definition).map(report)
                return .nothing
            }
            put("<a href=\"")
            putEscaped(target)
            return open("\">", "</a>")
        default: return open("<span>", "</span>")
        }
    }

    private func report(_ message: String) {
        noted.append(PortableTextError(.rendering, message, indexPath: path))
    }

    private mutating func open(_ start: StaticString, _ end: StaticString) -> MarkEnd {
        put(start)
        return .tag(end)
    }

    private mutating func end(_ end: MarkEnd) {
        switch end {
        case .nothing: break
        case .tag(let tag): put(tag)
        case .custom(let mark):
            let content = String(decoding: buffers.removeLast(), as: UTF8.self)
            guard let rendered = renderer.renderers.marks[mark.type]?(mark, content) else {
                let end = begin(mark)
                put(content)
                return self.end(end)
            }
            put(rendered)
        }
    }

    // MARK: Objects

    private mutating func write(_ code: CodeContent) {
        put("<pre")
        if let language = code.language {
            put(" data-language=\"")
            putEscaped(language)
            put("\"")
        }
        // This lets the keyboard scroll long lines in a page.
        put(renderer.hasHeadingIDs ? " tabindex=\"0\"><code>" : "><code>")
        putEscaped(code.text)
        put("</code></pre>")
    }

    private mutating func write(_ image: ImageContent, of block: PortableTextBlock, isInline: Bool) {
        if !isInline { put("<figure>") }
        switch renderer.pictures.picture(at: image.source) {
        case .picture(let picture): writePicture(picture.dataURL, image, "\"/>")
        case .unavailable where renderer.hasRemotePictures && image.isSecure:
            writePicture(
                (image.address ?? "").escapedForHTML, image, "\" loading=\"lazy\" referrerpolicy=\"no-referrer\"/>")
        case .unavailable(let reason):
            noted.append(PortableTextError(.rendering, reason, key: block.key, indexPath: path))
            // It is ordinary text to screen readers as well; only the reader's browser fetches the picture.
            let end = image.address.map { begin(.link(to: $0)) } ?? open("<span>", "</span>")
            putEscaped(image.textInItsPlace)
            self.end(end)
        }
        if let caption = image.caption {
            // A figure cannot be inside a paragraph.
            put(isInline ? "<small>" : "<figcaption>")
            putEscaped(caption)
            put(isInline ? "</small>" : "</figcaption>")
        }
        if !isInline { put("</figure>") }
    }

    /// Writes the element of a picture with an address that needs no escapes.
    private mutating func writePicture(_ address: String, _ image: ImageContent, _ end: StaticString) {
        put("<img src=\"")
        put(address)
        put("\" alt=\"")
        putEscaped(image.alternativeText)
        put(end)
    }

    private mutating func write(_ embed: EmbedContent, isInline: Bool) {
        if !isInline { put("<p>") }
        let end = begin(.link(to: embed.address))
        putEscaped(embed.title)
        self.end(end)
        if !isInline { put("</p>") }
    }

    private mutating func write(_ table: PortableTextTable) {
        put("<table>")
        let head = table.rows.prefix(table.headerRows)
        if !head.isEmpty {
            put("<thead>")
            for row in head { write(row, start: "<th scope=\"col\">", end: "</th>") }
            put("</thead>")
        }
        put("<tbody>")
        for row in table.rows.dropFirst(table.headerRows) { write(row, start: "<td>", end: "</td>") }
        put("</tbody></table>")
    }

    private mutating func write(_ row: PortableTextTable.Row, start: StaticString, end: StaticString) {
        put("<tr>")
        for cell in row.cells {
            put(start)
            if cell.blocks.count == 1, let block = cell.blocks.first, block.isPlainText {
                writeContent(of: block)
            } else {
                write(cell.blocks)
            }
            put(end)
        }
        put("</tr>")
    }
}

extension PortableTextBlock {
    /// Whether the text contains elements that paragraphs cannot contain.
    var containsBlocks: Bool {
        children?.contains { child in
            guard case .block(let block) = child else { return false }
            return block.children != nil || [ObjectType.table, ObjectType.code].contains(block.type)
        } ?? false
    }

    /// Whether the block is text of the default style outside lists.
    package var isPlainText: Bool { children != nil && style == Self.normalStyle && listItem == nil }
}
