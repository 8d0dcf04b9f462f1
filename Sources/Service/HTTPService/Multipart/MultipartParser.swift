package import FailureModel

/// Parses `multipart/form-data` (RFC 7578) incrementally.
///
/// The parser does no input: the caller appends bytes and takes events until there are none, so the parser buffers at
/// most one piece and the length of a delimiter. Lines end in CRLF.
package struct MultipartParser: Sendable {
    /// A parsed element.
    package enum Event: Sendable, Hashable {
        /// A part begins.
        case part(MultipartPart)
        /// Bytes of the current part.
        case data([UInt8])
        /// The current part is complete.
        case partEnd
        /// The closing delimiter; any following bytes are ignored.
        case end
    }

    /// Limits beyond which a body is rejected.
    package struct Limits: Sendable, Hashable {
        /// Maximum number of bytes before the first delimiter.
        package var preamble = 4_096
        /// Maximum size of the header fields of one part, in bytes.
        package var header = 8_192
        /// Maximum number of parts.
        package var parts = 64

        /// Creates the default limits.
        package init() {}
    }

    private enum State {
        case preamble
        case delimiterEnd
        case header
        case body
        case ended
    }

    /// The delimiter without the preceding CRLF.
    private let dashBoundary: [UInt8]
    /// The delimiter with the preceding CRLF.
    private let delimiter: [UInt8]
    private let limits: Limits
    private var state = State.preamble
    private var buffer: [UInt8] = []
    private var position = 0
    private var preamble = 0
    private var parts = 0

    /// Creates a parser.
    ///
    /// - Throws: `malformed_request` if the boundary is malformed (RFC 2046: 1 to 70 characters).
    package init(boundary: String, limits: Limits = Limits()) throws(Failure) {
        let bytes = Array(boundary.utf8)
        guard (1...70).contains(bytes.count), bytes.allSatisfy({ $0 >= 0x20 && $0 < 0x7F }), bytes.last != 0x20 else {
            throw Failure(.malformedRequest, "The boundary of the multipart body is not valid.")
        }
        dashBoundary = Array("--".utf8) + bytes
        delimiter = Array("\r\n".utf8) + dashBoundary
        self.limits = limits
    }

    /// Appends bytes that have arrived.
    package mutating func append(_ bytes: some Sequence<UInt8>) {
        if position > 0 {
            buffer.removeFirst(position)
            position = 0
        }
        buffer.append(contentsOf: bytes)
    }

    /// Returns the next event, or nil if more bytes are needed.
    ///
    /// - Throws: `malformed_request` if the body is malformed or exceeds a limit.
    package mutating func next() throws(Failure) -> Event? {
        while true {
            switch state {
            case .preamble:
                guard try skipPreamble() else { return nil }
            case .delimiterEnd:
                guard let isLast = try readDelimiterEnd() else { return nil }
                if isLast { return .end }
            case .header:
                return try readHeader().map { .part($0) }
            case .body:
                return readBody()
            case .ended:
                position = buffer.count
                return nil
            }
        }
    }

    /// Checks that the body is complete, after all bytes were appended and all events taken.
    ///
    /// - Throws: `malformed_request` if the closing delimiter is missing.
    package func finish() throws(Failure) {
        guard case .ended = state else {
            throw Failure(.malformedRequest, "The multipart body ends before its closing boundary.")
        }
    }

    // MARK: States

    /// Skips the bytes before the first delimiter; false if it has not arrived yet.
    private mutating func skipPreamble() throws(Failure) -> Bool {
        // The first delimiter may be at the very beginning, without a preceding line break.
        if preamble == 0, available >= dashBoundary.count, starts(with: dashBoundary) {
            position += dashBoundary.count
            state = .delimiterEnd
            return true
        }
        if preamble == 0, available < dashBoundary.count { return false }
        let found = index(of: delimiter)
        let skipped = (found ?? max(position, buffer.count - delimiter.count + 1)) - position
        preamble += skipped
        guard preamble <= limits.preamble else {
            throw Failure(.malformedRequest, "The multipart body does not begin with its boundary.")
        }
        position += skipped
        guard found != nil else { return false }
        position += delimiter.count
        state = .delimiterEnd
        return true
    }

    /// Reads the bytes after a delimiter, and returns whether they close the body.
    ///
    /// They are `--` after the last delimiter, otherwise a line break; nil if they have not arrived yet.
    private mutating func readDelimiterEnd() throws(Failure) -> Bool? {
        // Blanks may follow a delimiter (RFC 2046, transport padding).
        while position < buffer.count, buffer[position] == 0x20 || buffer[position] == 0x09 { position += 1 }
        guard available >= 2 else { return nil }
        switch (buffer[position], buffer[position + 1]) {
        case (0x2D, 0x2D):
            position += 2
            state = .ended
            return true
        case (0x0D, 0x0A):
            position += 2
            parts += 1
            guard parts <= limits.parts else {
                throw Failure(.malformedRequest, "The multipart body has more than \(limits.parts) parts.")
            }
            state = .header
            return false
        default:
            throw Failure(.malformedRequest, "A boundary of the multipart body is followed by something else.")
        }
    }

    private mutating func readHeader() throws(Failure) -> MultipartPart? {
        let blankLine = Array("\r\n\r\n".utf8)
        // A part without header fields starts with the second half of the blank line.
        if available >= 2, buffer[position] == 0x0D, buffer[position + 1] == 0x0A {
            throw Failure(.malformedRequest, "A part of the multipart body has no Content-Disposition.")
        }
        guard let end = index(of: blankLine) else {
            guard available <= limits.header else { throw tooLongHeader }
            return nil
        }
        guard end - position <= limits.header else { throw tooLongHeader }
        let part = try MultipartPart(header: buffer[position..<end])
        position = end + blankLine.count
        // The line break before a delimiter belongs to it, even if the part is empty.
        position -= 2
        state = .body
        isAtBodyStart = true
        return part
    }

    private var tooLongHeader: Failure {
        Failure(.malformedRequest, "The header of a part is longer than \(limits.header) bytes.")
    }

    /// Whether the two bytes at the position end the header rather than begin the data.
    private var isAtBodyStart = false

    private mutating func readBody() -> Event? {
        if let end = index(of: delimiter) {
            let start = isAtBodyStart ? min(position + 2, end) : position
            // The delimiter may directly follow the header; its line break is then the header's own.
            if start < end {
                let data = Array(buffer[start..<end])
                position = end
                isAtBodyStart = false
                return .data(data)
            }
            position = end + delimiter.count
            isAtBodyStart = false
            state = .delimiterEnd
            return .partEnd
        }
        // A possible start of a delimiter stays in the buffer.
        let safe = buffer.count - delimiter.count + 1
        let start = isAtBodyStart ? position + 2 : position
        guard safe > start else { return nil }
        let data = Array(buffer[start..<safe])
        position = safe
        isAtBodyStart = false
        return .data(data)
    }

    // MARK: Bytes

    private var available: Int { buffer.count - position }

    private func starts(with bytes: [UInt8]) -> Bool {
        buffer[position..<(position + bytes.count)].elementsEqual(bytes)
    }

    /// Returns the index of `bytes` at or after the position.
    private func index(of bytes: [UInt8]) -> Int? {
        buffer.withUnsafeBufferPointer { buffer in
            bytes.withUnsafeBufferPointer { bytes in
                var start = position
                while start + bytes.count <= buffer.count {
                    guard let first = buffer[start...(buffer.count - bytes.count)].firstIndex(of: bytes[0]) else {
                        return nil
                    }
                    if buffer[first..<(first + bytes.count)].elementsEqual(bytes) { return first }
                    start = first + 1
                }
                return nil
            }
        }
    }
}
