import FailureModel
import Foundation
import Markdown
import Portfolio

/// Analyses Markdown text.
enum MarkdownInput {
    /// Returns the title and the plain text.
    ///
    /// - Throws: `Failure`: as ``TextInput/text(_:)``, and `input_empty` if there is only markup and raw HTML.
    static func analysis(_ bytes: Data) throws(Failure) -> InputAnalysis {
        let markdown = MarkdownText(Array(try TextInput.text(bytes).utf8))
        let title = BoundedText.line(markdown.title, PortfolioLimits.title)
        var text = markdown.text
        // A heading too long for a title stays in the text.
        if let heading = markdown.title, heading.count > PortfolioLimits.title { text = heading + "\n\n" + text }
        // Item numbers can be longer than in the file.
        text = String(text.prefix(PortfolioLimits.text))
        guard title != nil || !text.isEmpty else { throw Failure(.inputEmpty, "The text is empty.") }
        return InputAnalysis(
            type: .text, mediaType: InputType.markdown.mediaType, title: title, text: text.isEmpty ? nil : text)
    }
}
