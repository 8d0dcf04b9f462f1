import CCommonMark

/// What a text in Markdown (CommonMark) says, without its marks.
///
/// Nothing outside the text is read, and the addresses of links and images are left out. Neither the library nor this type
/// recurses, so nesting is limited by the length of the text only.
package struct MarkdownText: Hashable, Sendable {
    /// The first heading of level 1 outside quotations and lists; `nil` if there is none.
    package let title: String?

    /// The rest as plain text.
    ///
    /// Paragraphs, headings and blocks of code are separated by blank lines. Each item of a list begins a line with "• " or
    /// its number. Links are their text and images their alternative text; raw HTML is left out.
    package let text: String

    /// Reads a text.
    ///
    /// - Parameter bytes: The text in UTF-8; U+FFFD takes the place of what is not. Callers limit the length, since the
    ///   library ends the process if it runs out of memory.
    package init(_ bytes: [UInt8]) {
        let document = bytes.withUnsafeBytes { raw in
            cmark_parse_document(
                raw.bindMemory(to: CChar.self).baseAddress, raw.count, CMARK_OPT_DEFAULT | CMARK_OPT_VALIDATE_UTF8)
        }
        let iterator = cmark_iter_new(document)
        defer {
            cmark_iter_free(iterator)
            cmark_node_free(document)
        }
        var writer = PlainTextWriter()
        while case let event = cmark_iter_next(iterator), event != CMARK_EVENT_DONE {
            writer.take(cmark_iter_get_node(iterator), isStart: event == CMARK_EVENT_ENTER)
        }
        title = writer.title
        text = writer.text
    }
}
