import FormImport
import FailureModel
import Foundation

/// Writes the elements of a JSON array on separate lines, for ``JSONLinesRows``.
///
/// Only the limits of the elements are found; their validity is left to the reader of the lines.
enum JSONArrayLines {
    /// Returns the lines; `name` is used in messages.
    ///
    /// - Throws: `malformed_values` if the text is not a single array.
    static func lines(ofArray data: Data, name: String) throws(Failure) -> Data {
        let space = Set(" \t\r\n".utf8)
        var lines = Data(capacity: data.count)
        var depth = 0
        var isText = false
        var isEscaped = false
        var isOver = false
        /// Whether the current element has any text.
        var hasText = false
        var count = 0
        for byte in data.drop(while: { space.contains($0) || [0xEF, 0xBB, 0xBF].contains($0) }) {
            guard !isOver || space.contains(byte) else { throw malformed(name) }
            if depth > 0, !space.contains(byte), depth > 1 || !",]".utf8.contains(byte) { hasText = true }
            if isText {
                lines.append(byte)
                if isEscaped {
                    isEscaped = false
                } else if byte == UInt8(ascii: "\\") {
                    isEscaped = true
                } else {
                    isText = byte != UInt8(ascii: "\"")
                }
                continue
            }
            switch byte {
            case UInt8(ascii: "["), UInt8(ascii: "{"):
                depth += 1
                if depth > 1 { lines.append(byte) }
            case UInt8(ascii: "]"), UInt8(ascii: "}"):
                depth -= 1
                if depth > 0 { lines.append(byte) }
                isOver = depth == 0
                // Nothing may follow a comma.
                if isOver, byte != UInt8(ascii: "]") || !hasText && count > 0 { throw malformed(name) }
            case UInt8(ascii: ",") where depth == 1:
                guard hasText else { throw malformed(name) }
                hasText = false
                count += 1
                lines.append(UInt8(ascii: "\n"))
            case UInt8(ascii: "\""):
                isText = true
                lines.append(byte)
            default: lines.append(space.contains(byte) ? UInt8(ascii: " ") : byte)
            }
            guard depth >= 0 else { throw malformed(name) }
        }
        guard isOver else { throw malformed(name) }
        return lines
    }

    private static func malformed(_ name: String) -> Failure {
        Failure(.malformedValues, "\(name) is not a JSON array of objects.")
    }
}
