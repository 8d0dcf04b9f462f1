/// The pipes after a backslash, which do not divide the cells of a table.
///
/// CommonMark has no tables: it would drop the backslash, and no difference to other pipes would be left. They are
/// replaced by a private character before parsing, and restored behind it.
enum EscapedPipes {
    /// The last private character, in place of a backslash and a pipe.
    private static let placeholder: Character = "\u{10FFFD}"

    /// Returns a text in UTF-8 with its escaped pipes replaced.
    static func hidden(in bytes: [UInt8]) -> [UInt8] {
        let (backslash, pipe) = (UInt8(ascii: "\\"), UInt8(ascii: "|"))
        guard bytes.contains(pipe), bytes.contains(backslash) else { return bytes }
        var result: [UInt8] = []
        result.reserveCapacity(bytes.count)
        var isEscaped = false
        for byte in bytes {
            if isEscaped, byte == pipe {
                result.removeLast()
                result += Array(String(placeholder).utf8)
            } else {
                result.append(byte)
            }
            isEscaped = byte == backslash && !isEscaped
        }
        return result
    }

    /// Returns a text with its pipes restored.
    ///
    /// Code outside tables keeps their backslashes.
    static func restored(in text: String, isCode: Bool) -> String {
        text.contains(placeholder) ? text.replacing(String(placeholder), with: isCode ? "\\|" : "|") : text
    }
}

extension [MarkdownSpan] {
    /// The spans with the escaped pipes of a text, or of a cell.
    func restoringPipes(inTable isInTable: Bool = false) -> [MarkdownSpan] {
        map { span in
            var span = span
            span.text = EscapedPipes.restored(in: span.text, isCode: span.isCode && !isInTable)
            return span
        }
    }
}
