import CCommonMark

/// Writes the nodes of a document as plain text in iteration order.
struct PlainTextWriter {
    private(set) var title: String?
    private(set) var text = ""

    /// The current paragraph or heading.
    private var block = ""
    /// The number of the next item in each surrounding list; `nil` in a bulleted list.
    private var lists: [Int?] = []
    /// The markers of items without their first block yet.
    ///
    /// There are several if an item begins with a list.
    private var marks = ""
    /// Whether an item of the current outermost list was written.
    private var hasItem = false

    /// Processes the start or end of a node, which must be valid during the call.
    mutating func take(_ node: OpaquePointer?, isStart: Bool) {
        switch cmark_node_get_type(node) {
        case CMARK_NODE_LIST: list(node, isStart: isStart)
        case CMARK_NODE_ITEM: item(isStart: isStart)
        case CMARK_NODE_PARAGRAPH where !isStart: write(endOfBlock())
        case CMARK_NODE_HEADING where !isStart: heading(node)
        case CMARK_NODE_CODE_BLOCK: write(Self.literal(of: node))
        case CMARK_NODE_TEXT, CMARK_NODE_CODE: block += Self.literal(of: node)
        case CMARK_NODE_SOFTBREAK: block += " "
        case CMARK_NODE_LINEBREAK: block += "\n"
        // The only tag with a meaning in plain text, commonly used to break a line.
        case CMARK_NODE_HTML_INLINE where Self.literal(of: node).lowercased().hasPrefix("<br"): block += "\n"
        default: break
        }
    }

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
            marks = ""
            return
        }
        if let number = lists[list] {
            marks += "\(number). "
            lists[list] = number + 1
        } else {
            marks += "• "
        }
    }

    private mutating func heading(_ node: OpaquePointer?) {
        let heading = endOfBlock()
        let isTitle =
            cmark_node_get_heading_level(node) == 1
            && cmark_node_get_type(cmark_node_parent(node)) == CMARK_NODE_DOCUMENT
        if isTitle, title == nil, !heading.isEmpty {
            title = heading
        } else {
            write(heading)
        }
    }

    /// Returns the completed block without the white space left by raw HTML.
    private mutating func endOfBlock() -> String {
        let content = block.drop(while: \.isWhitespace)
        block = ""
        return String(content)
    }

    /// Writes a block unless it is blank.
    private mutating func write(_ content: String) {
        guard let end = content.lastIndex(where: { !$0.isWhitespace }) else { return }
        if !text.isEmpty { text += hasItem && !marks.isEmpty ? "\n" : "\n\n" }
        if !marks.isEmpty { hasItem = true }
        text += marks
        text += content[...end]
        marks = ""
    }

    private static func literal(of node: OpaquePointer?) -> String {
        cmark_node_get_literal(node).map { String(cString: $0) } ?? ""
    }
}
