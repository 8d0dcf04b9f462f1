import CCommonMark

/// The plain text of a Markdown document (CommonMark).
///
/// No external resources are read, and the addresses of links and images are left out. Neither the library nor this
/// type recurses, so only the length of the text limits nesting.
package struct MarkdownText: Hashable, Sendable {
    /// The first level 1 heading outside quotations and lists, if any.
    package let title: String?

    /// The rest as plain text.
    ///
    /// Paragraphs, headings, code blocks and tables are separated by blank lines. Each list item begins a line with "• "
    /// or its number. Each row of a table is a line, with "·" between its cells. Links are replaced by their text and images by their alternative text. Raw HTML is left out.
    package let text: String

    /// The rest as blocks with the emphasis of their words.
    package let blocks: [MarkdownBlock]

    /// Parses a text.
    ///
    /// - Parameter bytes: The text in UTF-8; malformed sequences are replaced by U+FFFD. Callers limit the length,
    ///   since the library ends the process if it runs out of memory.
    package init(_ bytes: [UInt8]) {
        let document = EscapedPipes.hidden(in: bytes).withUnsafeBytes { raw in
            cmark_parse_document(
                raw.bindMemory(to: CChar.self).baseAddress, raw.count, CMARK_OPT_DEFAULT | CMARK_OPT_VALIDATE_UTF8)
        }
        let iterator = cmark_iter_new(document)
        defer {
            cmark_iter_free(iterator)
            cmark_node_free(document)
        }
        var writer = MarkdownWriter()
        while case let event = cmark_iter_next(iterator), event != CMARK_EVENT_DONE {
            writer.take(cmark_iter_get_node(iterator), isStart: event == CMARK_EVENT_ENTER)
        }
        title = writer.title
        text = writer.text
        blocks = writer.blocks
    }
}
