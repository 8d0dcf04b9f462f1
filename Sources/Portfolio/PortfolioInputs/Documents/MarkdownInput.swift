import FailureModel
import Foundation
import Markdown
import Portfolio

/// Analyses Markdown text.
enum MarkdownInput {
    /// Returns the title, the plain text and the blocks.
    ///
    /// - Throws: `Failure`: as ``TextInput/text(_:)``, and `input_empty` if there is only markup and raw HTML.
    static func analysis(_ bytes: Data) throws(Failure) -> InputAnalysis {
        let markdown = MarkdownText(Array(try TextInput.text(bytes).utf8))
        let title = BoundedText.line(markdown.title, PortfolioLimits.title)
        var text = markdown.text
        var blocks = markdown.blocks.map(RichBlock.init)
        // A heading too long for a title stays in the text.
        if let heading = markdown.title, heading.count > PortfolioLimits.title {
            text = heading + "\n\n" + text
            blocks.insert(RichBlock(.heading, level: 1, spans: [RichSpan(heading)]), at: 0)
        }
        // Item numbers can be longer than in the file.
        text = String(text.prefix(PortfolioLimits.text))
        guard title != nil || !text.isEmpty else { throw Failure(.inputEmpty, "The text is empty.") }
        return InputAnalysis(
            type: .text, mediaType: InputType.markdown.mediaType, title: title, text: text.isEmpty ? nil : text,
            blocks: blocks.isEmpty ? nil : blocks)
    }
}

extension RichBlock {
    fileprivate init(_ block: MarkdownBlock) {
        let spans = block.spans.map(RichSpan.init)
        switch block.kind {
        case .paragraph: self.init(.paragraph, level: block.depth, isQuoted: block.isQuoted, spans: spans)
        case .heading(let level): self.init(.heading, level: level, isQuoted: block.isQuoted, spans: spans)
        case .item(let marker):
            self.init(.item, level: block.depth, marker: marker, isQuoted: block.isQuoted, spans: spans)
        case .code: self.init(.code, level: block.depth, isQuoted: block.isQuoted, spans: spans)
        case .table(let rows, let alignments):
            self.init(
                .table, level: block.depth, isQuoted: block.isQuoted, spans: spans,
                rows: rows.map { $0.map { $0.map(RichSpan.init) } },
                alignments: alignments.map(RichBlock.Alignment.init))
        }
    }
}

extension RichBlock.Alignment {
    fileprivate init(_ alignment: MarkdownBlock.Alignment) {
        switch alignment {
        case .start: self = .start
        case .center: self = .center
        case .end: self = .end
        }
    }
}

extension RichSpan {
    fileprivate init(_ span: MarkdownSpan) {
        self.init(span.text, isStrong: span.isStrong, isEmphasised: span.isEmphasised, isCode: span.isCode)
    }
}
