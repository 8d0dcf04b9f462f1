import FailureModel
import Foundation
import Markdown
import Portfolio

/// Reads a text in Markdown.
enum MarkdownInput {
    /// Returns the title and the plain text.
    ///
    /// - Throws: `Failure`: as ``TextInput/text(_:)``; also `input_empty` if nothing but marks and raw HTML is there.
    static func analysis(_ bytes: Data) throws(Failure) -> InputAnalysis {
        let markdown = MarkdownText(Array(try TextInput.text(bytes).utf8))
        let title = BoundedText.line(markdown.title, PortfolioLimits.title)
        var text = markdown.text
        // A heading that is too long for a title stays in the text as a whole.
        if let heading = markdown.title, heading.count > PortfolioLimits.title { text = heading + "\n\n" + text }
        // The numbers of items can be longer than they are in the file.
        text = String(text.prefix(PortfolioLimits.text))
        guard title != nil || !text.isEmpty else { throw Failure(.inputEmpty, "The text is empty.") }
        return InputAnalysis(
            type: .text, mediaType: InputType.markdown.mediaType, title: title, text: text.isEmpty ? nil : text)
    }
}
