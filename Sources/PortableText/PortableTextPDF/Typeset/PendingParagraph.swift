import PortableText

import Typesetting

/// The text of a block that is not output yet.
struct PendingParagraph {
    let block: PortableTextBlock
    var look: BlockLook
    var runs: [TextRun] = []
    /// The name of the destination at the start of the paragraph.
    var destination: String?

    mutating func append(_ text: some StringProtocol, _ style: TextStyle) {
        guard !text.isEmpty else { return }
        if let last = runs.indices.last, runs[last].style == style, runs[last].picture == nil, runs[last].note == nil {
            runs[last].text += text.printable
        } else {
            runs.append(TextRun(text.printable, style))
        }
    }
}
