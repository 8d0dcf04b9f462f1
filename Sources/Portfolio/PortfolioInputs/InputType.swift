import Foundation
import Vips

/// The type of a file, detected from its first bytes.
enum InputType: Hashable, Sendable {
    case picture(PictureType)
    case drawing
    case pdf
    case video(VideoContainer)
    case plainText
    case markdown

    /// The media type.
    var mediaType: String {
        switch self {
        case .picture(let type): type.mediaType
        case .drawing: "image/svg+xml"
        case .pdf: "application/pdf"
        case .video(let container): container.mediaType
        case .plainText: "text/plain"
        case .markdown: "text/markdown"
        }
    }

    /// Detects the type of a file.
    ///
    /// - Parameters:
    ///   - head: The first bytes, the only basis of detection.
    ///   - isWhole: Whether the head is the whole file. Otherwise its last character may be incomplete.
    init?(head: Data, isWhole: Bool) {
        let start = head.drop { [0xEF, 0xBB, 0xBF, 0x20, 0x09, 0x0A, 0x0D].contains($0) }
        if let type = PictureType(head: head) {
            self = .picture(type)
        } else if let container = VideoContainer(head: head) {
            self = .video(container)
        } else if start.starts(with: "%PDF-".utf8) {
            self = .pdf
        } else if let text = Self.text(head, isWhole: isWhole) {
            let beginning = text.prefix(while: \.isWhitespace).endIndex
            if Self.isDrawing(text[beginning...]) {
                self = .drawing
            } else if Self.isMarkup(text[beginning...]) {
                return nil
            } else {
                self = Self.isMarkdown(text) ? .markdown : .plainText
            }
        } else {
            return nil
        }
    }

    /// Returns the UTF-8 text of a head without byte order mark, or `nil`.
    private static func text(_ head: Data, isWhole: Bool) -> String? {
        let bytes = head.starts(with: [0xEF, 0xBB, 0xBF]) ? head.dropFirst(3) : head
        // A character has at most four bytes.
        for cut in isWhole ? 0...0 : 0...3 {
            guard let text = String(validating: bytes.dropLast(cut), as: UTF8.self) else { continue }
            let isText = text.unicodeScalars.allSatisfy {
                $0.value >= 0x20 && $0.value != 0x7F || "\t\n\r\u{C}".unicodeScalars.contains($0)
            }
            return isText ? text : nil
        }
        return nil
    }

    /// Returns whether the first element of XML is `svg`.
    private static func isDrawing(_ text: Substring) -> Bool {
        var rest = text
        guard rest.prefixMatch(of: /<!doctype\s+html/.ignoresCase()) == nil else { return false }
        while rest.hasPrefix("<?") || rest.hasPrefix("<!") {
            let end: String
            if rest.hasPrefix("<!--") {
                end = "-->"
            } else if rest.hasPrefix("<?") {
                end = "?>"
            } else {
                // A document type with declarations.
                let isNested = rest.prefix { $0 != ">" }.contains("[")
                end = isNested ? "]>" : ">"
            }
            guard let place = rest.firstRange(of: end) else { return false }
            rest = rest[place.upperBound...].drop(while: \.isWhitespace)
        }
        return rest.prefixMatch(of: /<(?:[A-Za-z][\w.-]*:)?svg[\s>\/]/) != nil
    }

    /// Returns whether a text is XML or HTML, which is not readable as plain text.
    private static func isMarkup(_ text: Substring) -> Bool {
        text.prefixMatch(of: /(?:<\?xml|<!doctype|<html|<head|<body)/.ignoresCase()) != nil
    }

    /// Returns whether a text has Markdown that is rare in plain text.
    ///
    /// This is a heading, a fence, a link or strong emphasis.
    private static func isMarkdown(_ text: String) -> Bool {
        text.contains(/(?m)^#{1,6} \S/) || text.contains(/(?m)^```/) || text.contains(/\[[^\]\n]+\]\([^)\s]+\)/)
            || text.contains(/\*\*[^*\s](?:[^*\n]*[^*\s])?\*\*/)
    }
}
