import FailureModel
import Files
import Foundation
import Trading

/// Splits an OFX file into tokens.
///
/// The file is SGML (OFX 1, with optional closing tags) or XML (OFX 2).
///
/// Declarations are rejected, and references to entities other than characters are text, so that nothing in a file can
/// expand. Comments and processing instructions are skipped.
struct OFXTokenizer {
    private let bytes: [UInt8]
    private let name: String
    private let limits: AccountFileLimits
    private var position = 0
    private var line = 1
    /// The position of the start of the current line.
    private var lineStart = 0

    /// Prepares a file, decoded as UTF-8 or else as Windows-1252.
    ///
    /// - Throws: `malformed_table` if it is not OFX text.
    init(_ file: [UInt8], name: String, limits: AccountFileLimits) throws(Failure) {
        self.name = name
        self.limits = limits
        if UTF16Decoder.recognised(file[...]) != nil {
            throw Failure(.malformedTable, "\(name) is UTF-16 text; save it as UTF-8.")
        }
        if String(validating: file, as: UTF8.self) != nil {
            bytes = file
        } else {
            // Windows-1252, which most banks write regardless of the declaration. Some truncate UTF-8 within a
            // character.
            let text = Windows1252.isDamagedUTF8(file) ? nil : String(bytes: file, encoding: .windowsCP1252)
            bytes = Array((text ?? String(decoding: file, as: UTF8.self)).utf8)
        }
        guard let start = Self.start(bytes) else {
            throw Failure(.malformedTable, "\(name) is not an OFX file.")
        }
        while position < start { advance() }
    }

    /// Returns the position of the first tag of the content, after the header.
    private static func start(_ bytes: [UInt8]) -> Int? {
        let tag = Array("<OFX>".utf8)
        // Headers are short, so a file without the tag is not searched to its end.
        let last = min(bytes.count, 64 << 10) - tag.count
        guard last >= 0 else { return nil }
        for start in 0...last where bytes[start] == tag[0] {
            let isTag = tag.indices.allSatisfy { bytes[start + $0] & 0xDF == tag[$0] & 0xDF }
            if isTag { return start }
        }
        return nil
    }

    private func malformed(_ message: String) -> Failure {
        Failure(.malformedTable, message, at: .file(name, line: line, column: position - lineStart + 1))
    }

    private mutating func advance() {
        if bytes[position] == UInt8(ascii: "\n") {
            line += 1
            lineStart = position + 1
        }
        position += 1
    }

    /// Returns whether the next bytes are a text.
    private func isNext(_ text: StaticString) -> Bool {
        text.withUTF8Buffer { bytes[position...].starts(with: $0) }
    }

    /// Advances past the next occurrence of a text.
    private mutating func skip(past text: StaticString) throws(Failure) {
        let start = malformed("A comment or section in the file is never closed.")
        while position < bytes.count {
            if isNext(text) {
                position += text.utf8CodeUnitCount
                return
            }
            advance()
        }
        throw start
    }

    /// Returns the next tag, or nil at the end.
    ///
    /// - Throws: `malformed_table` for declarations, and for anything that is not a tag.
    mutating func next() throws(Failure) -> OFXToken? {
        while position < bytes.count {
            guard bytes[position] == UInt8(ascii: "<") else {
                // White space and stray control characters between elements are ignored.
                guard bytes[position] <= 0x20 || bytes[position] == 0x7F else {
                    throw malformed("There is text outside of an element.")
                }
                advance()
                continue
            }
            if isNext("<!--") {
                try skip(past: "-->")
            } else if isNext("<?") {
                try skip(past: "?>")
            } else if isNext("<!") {
                throw malformed("The file has a declaration (<!), which an OFX file must not have.")
            } else {
                return try readTag()
            }
        }
        return nil
    }

    private mutating func readTag() throws(Failure) -> OFXToken {
        let (startLine, column) = (line, position - lineStart + 1)
        position += 1
        let isClosing = position < bytes.count && bytes[position] == UInt8(ascii: "/")
        if isClosing { position += 1 }
        let start = position
        while position < bytes.count, Self.isName(bytes[position]) { position += 1 }
        let tag = String(decoding: bytes[start..<position], as: UTF8.self).uppercased()
        while position < bytes.count, bytes[position] == 0x20 { position += 1 }
        let isEmpty = position < bytes.count && bytes[position] == UInt8(ascii: "/")
        if isEmpty { position += 1 }
        guard !tag.isEmpty, tag.utf8.count <= 64, position < bytes.count, bytes[position] == UInt8(ascii: ">") else {
            throw malformed("There is a < that does not begin the tag of an element.")
        }
        position += 1
        if isClosing { return OFXToken(name: tag, kind: .close, line: startLine, column: column) }
        let text = isEmpty ? "" : try readText()
        return OFXToken(
            name: tag, kind: isEmpty ? .leaf("") : text.isEmpty ? .open : .leaf(text), line: startLine, column: column)
    }

    private static func isName(_ byte: UInt8) -> Bool {
        (byte | 0x20) &- UInt8(ascii: "a") < 26 || byte &- UInt8(ascii: "0") < 10 || byte == UInt8(ascii: ".")
            || byte == UInt8(ascii: "_")
    }

    /// Reads the text up to the next tag, and trims white space.
    private mutating func readText() throws(Failure) -> String {
        var text: [UInt8] = []
        while position < bytes.count {
            if bytes[position] == UInt8(ascii: "<") {
                guard isNext("<![CDATA[") else { break }
                position += 9
                let start = position
                try skip(past: "]]>")
                text += bytes[start..<(position - 3)]
            } else {
                let byte = bytes[position]
                if byte == UInt8(ascii: "&"), let (character, length) = entity() {
                    text += character
                    position += length
                    continue
                }
                // Each white-space or control character becomes one space.
                text.append(byte < 0x20 || byte == 0x7F ? 0x20 : byte)
                advance()
            }
            guard text.count <= limits.cellLength else {
                throw malformed("An element is longer than \(limits.cellLength) bytes.")
            }
        }
        return String(String(decoding: text, as: UTF8.self).trimmed)
    }

    private static let entities: [(name: String, text: String)] = [
        ("&amp;", "&"), ("&lt;", "<"), ("&gt;", ">"), ("&quot;", "\""), ("&apos;", "'"), ("&nbsp;", " "),
    ]

    /// Returns the characters and length of the reference at the position; `nil` for text.
    private func entity() -> (text: [UInt8], length: Int)? {
        let rest = bytes[position...].prefix(10)
        for entity in Self.entities where rest.starts(with: entity.name.utf8) {
            return (Array(entity.text.utf8), entity.name.utf8.count)
        }
        guard rest.starts(with: "&#".utf8), let end = rest.firstIndex(of: UInt8(ascii: ";")) else { return nil }
        let digits = String(decoding: rest[(position + 2)..<end], as: UTF8.self)
        let code = digits.hasPrefix("x") ? UInt32(digits.dropFirst(), radix: 16) : UInt32(digits)
        guard let scalar = code.flatMap(Unicode.Scalar.init), scalar.value >= 0x20 else { return nil }
        return (Array(String(scalar).utf8), end + 1 - position)
    }
}
