import Cairo

/// A part of a paragraph laid out by Pango at once.
///
/// Pango's time and memory grow quadratically with the length of a text, and its widths overflow in lines of about
/// 100,000 letters, the initial form of a text. A long text is therefore laid out in parts, each starting where the
/// last line of the previous one began.
struct ParagraphPart {
    let layout: ParagraphLayout
    /// The used lines of the layout.
    let lines: [ParagraphLayout.Line]
    /// The start of the layout's text in the paragraph, in bytes of UTF-8.
    let start: Int
    /// The index of the first line in the paragraph.
    let firstLine: Int

    /// The usual length of a part in bytes.
    private static let usualLength = 2_048
    /// The maximum length of a part with only one line, in bytes.
    private static let greatestLength = 65_536
    /// The maximum product of length and type size, far below an overflow of widths.
    private static let greatestWidth = 500_000.0

    static func parts(
        of text: StyledText, style: ParagraphStyle, boundaries: [Int], in context: TextContext, width: Double?
    ) -> [ParagraphPart] {
        let bytes = text.text.utf8
        let largest = text.stretches.lazy.map(\.font.size).max() ?? 0
        let usual = max(16, min(usualLength, Int(greatestWidth / max(1, largest))))
        guard let width, bytes.count > usual else {
            let layout = ParagraphLayout(
                text, in: context, width: width, firstLineIndent: style.firstLineIndent,
                isJustified: style.alignment == .justified, boundaries: boundaries)
            return [ParagraphPart(layout: layout, lines: layout.lines, start: 0, firstLine: 0)]
        }
        let content = Array(bytes)
        var parts: [ParagraphPart] = []
        var start = 0
        var length = usual
        while start < content.count {
            let end = self.end(from: start, length: length, in: content)
            let range = start..<end
            let first = boundaries.partitionPoint { $0 > start }
            let last = boundaries.partitionPoint { $0 >= end }
            let continues = start > 0 && content[start - 1] != UInt8(ascii: "\n")
            let layout = ParagraphLayout(
                text.slice(range), in: context,
                width: continues ? width - max(0, -style.firstLineIndent) : width,
                firstLineIndent: continues ? 0 : style.firstLineIndent, isJustified: style.alignment == .justified,
                boundaries: boundaries[first..<max(first, last)].map { $0 - start })
            var lines = layout.lines
            if end < content.count {
                if lines.count == 1, length < greatestLength {
                    length *= 2
                    continue
                }
                // More of the text might fit on the last line.
                if lines.count > 1 { lines.removeLast() }
            }
            if continues { lines[0].startsParagraph = false }
            parts.append(
                ParagraphPart(
                    layout: layout, lines: lines, start: start,
                    firstLine: parts.last.map { $0.firstLine + $0.lines.count } ?? 0))
            start = lines.count < layout.lines.count ? start + layout.lines[lines.count].start : end
            length = usual
        }
        return parts
    }

    /// Returns the end of a part, after a space in its second half if possible.
    ///
    /// Otherwise the part ends between characters.
    private static func end(from start: Int, length: Int, in bytes: [UInt8]) -> Int {
        let limit = start + length
        guard limit < bytes.count else { return bytes.count }
        let spaces: [UInt8] = [UInt8(ascii: " "), UInt8(ascii: "\n")]
        if let space = bytes[start + length / 2..<limit].lastIndex(where: spaces.contains) { return space + 1 }
        // Bytes from 0x80 to 0xBF continue a character.
        return bytes[start + 1..<limit + 1].lastIndex { $0 & 0xC0 != 0x80 } ?? limit
    }
}
