import CCommonMark

/// Writes the nodes of a document as plain text and as blocks, in iteration order.
struct MarkdownWriter {
    private(set) var title: String?
    private(set) var text = ""
    private(set) var blocks: [MarkdownBlock] = []

    /// The lines of the current paragraph or heading.
    private var lines: [[MarkdownSpan]] = [[]]
    /// The number of surrounding nodes of strong and of emphasised words.
    private var (strong, emphasised) = (0, 0)
    /// The number of surrounding quotations.
    private var quotes = 0
    /// The number of the next item in each surrounding list; `nil` in a bulleted list.
    private var lists: [Int?] = []
    /// The markers of items without their first block yet.
    ///
    /// There are several if an item begins with a list.
    private var marks = ""
    /// The last of the markers.
    private var mark: String?
    /// Whether an item of the current outermost list was written.
    private var hasItem = false

    /// Processes the start or end of a node, which must be valid during the call.
    mutating func take(_ node: OpaquePointer?, isStart: Bool) {
        switch cmark_node_get_type(node) {
        case CMARK_NODE_LIST: list(node, isStart: isStart)
        case CMARK_NODE_ITEM: item(isStart: isStart)
        case CMARK_NODE_BLOCK_QUOTE: quotes += isStart ? 1 : -1
        case CMARK_NODE_STRONG: strong += isStart ? 1 : -1
        case CMARK_NODE_EMPH: emphasised += isStart ? 1 : -1
        case CMARK_NODE_PARAGRAPH where !isStart: paragraph()
        case CMARK_NODE_HEADING where !isStart: heading(node)
        case CMARK_NODE_CODE_BLOCK:
            let code = EscapedPipes.restored(in: Self.literal(of: node), isCode: true)
            write(code, as: .code, [MarkdownSpan(text: code)])
        case CMARK_NODE_TEXT: add(Self.literal(of: node))
        case CMARK_NODE_CODE: add(Self.literal(of: node), isCode: true)
        case CMARK_NODE_SOFTBREAK: lines.append([])
        case CMARK_NODE_LINEBREAK: add("\n")
        // The only tag with a meaning in plain text, commonly used to break a line.
        case CMARK_NODE_HTML_INLINE where Self.literal(of: node).lowercased().hasPrefix("<br"): add("\n")
        default: break
        }
    }

    // MARK: Nodes

    private mutating func list(_ node: OpaquePointer?, isStart: Bool) {
        if isStart {
            let isNumbered = cmark_node_get_list_type(node) == CMARK_ORDERED_LIST
            lists.append(isNumbered ? Int(cmark_node_get_list_start(node)) : nil)
        } else {
            lists.removeLast()
            if lists.isEmpty { hasItem = false }
        }
    }

    private mutating func item(isStart: Bool) {
        guard isStart, let list = lists.indices.last else {
            // An item without text gives no line.
            (marks, mark) = ("", nil)
            return
        }
        if let number = lists[list] {
            mark = "\(number)."
            lists[list] = number + 1
        } else {
            mark = "•"
        }
        marks += (mark ?? "") + " "
    }

    private mutating func paragraph() {
        let lines = endOfBlock()
        guard let table = MarkdownTable(lines) else { return write(Self.joined(lines), as: .paragraph) }
        write(Self.joined(table.before), as: .paragraph)
        let rows = table.rows.map { row in
            row.map { $0.map(\.text).joined() }.filter { !$0.isEmpty }.joined(separator: " · ")
        }
        write(rows.filter { !$0.isEmpty }.joined(separator: "\n"), as: .table(table.rows, table.alignments), [])
    }

    private mutating func heading(_ node: OpaquePointer?) {
        let heading = Self.joined(endOfBlock()).leadingTrimmed
        let level = Int(cmark_node_get_heading_level(node))
        let isTitle = level == 1 && cmark_node_get_type(cmark_node_parent(node)) == CMARK_NODE_DOCUMENT
        if isTitle, title == nil, !heading.isEmpty {
            title = heading.map(\.text).joined()
        } else {
            write(heading, as: .heading(level))
        }
    }

    // MARK: Words

    private mutating func add(_ text: String, isCode: Bool = false) {
        guard !text.isEmpty else { return }
        let span = MarkdownSpan(text: text, isStrong: strong > 0, isEmphasised: emphasised > 0, isCode: isCode)
        Self.append(span, to: &lines[lines.count - 1])
    }

    /// Appends words to the last ones if they have the same style.
    private static func append(_ span: MarkdownSpan, to spans: inout [MarkdownSpan]) {
        if let last = spans.last, last.isStrong == span.isStrong, last.isEmphasised == span.isEmphasised,
            last.isCode == span.isCode
        {
            spans[spans.count - 1].text += span.text
        } else {
            spans.append(span)
        }
    }

    /// Returns the lines of the completed block.
    private mutating func endOfBlock() -> [[MarkdownSpan]] {
        defer { lines = [[]] }
        return lines
    }

    /// Returns lines joined by spaces.
    private static func joined(_ lines: [[MarkdownSpan]]) -> [MarkdownSpan] {
        var spans: [MarkdownSpan] = []
        for (index, line) in lines.enumerated() {
            if index > 0 { spans.append(MarkdownSpan(text: " ", isStrong: line.first?.isStrong ?? false)) }
            for span in line.restoringPipes() { append(span, to: &spans) }
        }
        return spans
    }

    // MARK: Blocks

    private mutating func write(_ spans: [MarkdownSpan], as kind: MarkdownBlock.Kind) {
        // White space left by raw HTML.
        let spans = spans.leadingTrimmed
        write(spans.map(\.text).joined(), as: kind, spans.trimmed)
    }

    /// Writes a block unless it is blank.
    private mutating func write(_ content: String, as kind: MarkdownBlock.Kind, _ spans: [MarkdownSpan]) {
        guard let end = content.lastIndex(where: { !$0.isWhitespace }) else { return }
        if !text.isEmpty { text += hasItem && !marks.isEmpty ? "\n" : "\n\n" }
        if !marks.isEmpty { hasItem = true }
        text += marks
        text += content[...end]
        let isItem = kind == .paragraph ? mark : nil
        blocks.append(
            MarkdownBlock(
                kind: isItem.map { .item(marker: $0) } ?? kind, depth: lists.count, isQuoted: quotes > 0,
                spans: kind == .code ? [MarkdownSpan(text: String(content[...end]))] : spans))
        (marks, mark) = ("", nil)
    }

    private static func literal(of node: OpaquePointer?) -> String {
        cmark_node_get_literal(node).map { String(cString: $0) } ?? ""
    }
}

extension [MarkdownSpan] {
    /// The spans without white space before the first word.
    fileprivate var leadingTrimmed: [MarkdownSpan] {
        guard let start = firstIndex(where: { $0.text.contains { !$0.isWhitespace } }) else { return [] }
        var spans = Array(self[start...])
        spans[0].text = String(spans[0].text.drop(while: \.isWhitespace))
        return spans
    }
}
