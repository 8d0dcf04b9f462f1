package import FailureModel

/// Parses `multipart/form-data` (RFC 7578) piece by piece, as bytes arrive.
///
/// It reads nothing and waits for nothing: the caller appends bytes and takes events until there are none, so the parser
/// holds one piece and a delimiter's length of bytes at most. Lines end in CRLF.
package struct MultipartParser: Sendable {
    /// What the parser found.
    package enum Event: Sendable, Hashable {
        /// A part begins.
        case part(MultipartPart)
        /// Bytes of the current part.
        case data([UInt8])
        /// The current part is complete.
        case partEnd
        /// The closing delimiter; what follows is ignored.
        case end
    }

    /// Limits beyond which a body is refused.
    package struct Limits: Sendable, Hashable {
        /// Bytes before the first delimiter.
        package var preamble = 4_096
        /// Bytes of the header fields of one part.
        package var header = 8_192
        /// Number of parts.
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

    /// The delimiter without the CRLF before it.
    private let dashBoundary: [UInt8]
    /// CRLF and the delimiter.
    private let delimiter: [UInt8]
    private let limits: Limits
    private var state = State.preamble
    private var buffer: [UInt8] = []
    private var position = 0
    private var preamble = 0
    private var parts = 0

    /// Creates a parser.
    ///
    /// - Throws: `malformed_request` if the boundary is not one (RFC 2046: 1 to 70 characters).
    package init(boundary: String, limits: Limits = Limits()) throws(Failure) {
        let bytes = Array(boundary.utf8)
        guard (1...70).contains(bytes.count), bytes.allSatisfy({ $0 >= 0x20 && $0 < 0x7F }), bytes.last != 0x20 else {
            throw Failure(.malformedRequest, "The boundary of the multipart body is not valid.")
        }
        dashBoundary = Array("--".utf8) + bytes
        delimiter = Array("\r\n".utf8) + dashBoundary
        self.limits = limits
    }

    /// Takes bytes that have arrived.
    package mutating func append(_ bytes: some Sequence<UInt8>) {
        if position > 0 {
            buffer.removeFirst(position)
            position = 0
        }
        buffer.append(contentsOf: bytes)
    }

    /// The next event; nil if more bytes are needed.
    ///
    /// - Throws: `malformed_request` if the body is not well-formed or exceeds a limit.
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

    /// Checks that the body is complete once all bytes have been appended and all events taken.
    ///
    /// - Throws: `malformed_request` if the closing delimiter is missing.
    package func finish() throws(Failure) {
        guard case .ended = state else {
            throw Failure(.malformedRequest, "The multipart body ends before its closing boundary.")
        }
    }

    // MARK: States

    /// Skips what precedes the first delimiter; false if that has not arrived.
    private mutating func skipPreamble() throws(Failure) -> Bool {
        // The first delimiter may stand at the very beginning, without a line break before it.
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

    /// Reads what follows a delimiter: `--` after the last, else a line break; nil if it has not arrived.
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
        // A part without header fields begins with the blank line's second half.
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
        // The line break before a delimiter belongs to it, also if the part is empty.
        position -= 2
        state = .body
        isAtBodyStart = true
        return part
    }

    private var tooLongHeader: Failure {
        Failure(.malformedRequest, "The header of a part is longer than \(limits.header) bytes.")
    }

    /// Whether the two bytes at the position are the end of the header rather than data.
    private var isAtBodyStart = false

    private mutating func readBody() -> Event? {
        if let end = index(of: delimiter) {
            let start = isAtBodyStart ? min(position + 2, end) : position
            // The delimiter may follow the header at once; its line break is then the header's own.
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
        // What could be the beginning of a delimiter stays.
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

    /// Where `bytes` begin, from the position on.
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
