package import FormsAPI
import Foundation

/// Parses server-sent events (HTML Standard, section 9.2) from bytes that arrive in pieces.
package struct EventStreamParser {
    private struct Message: Decodable {
        let cause: String
        let state: String
        let stage: String?
        let completed: Int?
        let total: Int?
        let unit: String?
        let code: String?
    }

    private var line: [UInt8] = []
    private var endsWithReturn = false
    private var id: Int64?
    private var data = ""

    /// Maximum length of a line; the service sends no longer ones.
    private static let lineLimit = 1 << 20

    /// Creates a parser at the start of a stream.
    package init() {}

    /// Consumes bytes and returns the events that they complete.
    ///
    /// - Throws: `URLError` if the bytes are not valid output of the service.
    package mutating func read(_ bytes: some Sequence<UInt8>) throws -> [DocumentEvent] {
        var events: [DocumentEvent] = []
        for byte in bytes {
            let isLineEnd = byte == UInt8(ascii: "\n") || byte == UInt8(ascii: "\r")
            // A line may end with CR, LF or both.
            defer { endsWithReturn = byte == UInt8(ascii: "\r") }
            if byte == UInt8(ascii: "\n"), endsWithReturn { continue }
            guard isLineEnd else {
                guard line.count < Self.lineLimit else { throw URLError(.dataLengthExceedsMaximum) }
                line.append(byte)
                continue
            }
            if line.isEmpty {
                if let event = try take() { events.append(event) }
            } else {
                readField(String(decoding: line, as: UTF8.self))
                line = []
            }
        }
        return events
    }

    private mutating func readField(_ text: String) {
        let parts = text.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
        var value = parts.count > 1 ? parts[1] : ""
        if value.hasPrefix(" ") { value = value.dropFirst() }
        switch parts[0] {
        case "id": id = Int64(value)
        case "data": data += (data.isEmpty ? "" : "\n") + value
        default: break
        }
    }

    private mutating func take() throws -> DocumentEvent? {
        defer { data = "" }
        guard !data.isEmpty, let id else { return nil }
        guard let message = try? JSONDecoder().decode(Message.self, from: Data(data.utf8)) else {
            throw URLError(.cannotParseResponse)
        }
        return DocumentEvent(
            id: id, cause: message.cause, status: DocumentStatus(rawValue: message.state), stage: message.stage,
            completed: message.completed, total: message.total, unit: message.unit, code: message.code)
    }
}
