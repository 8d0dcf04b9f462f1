package import FailureModel
package import Foundation

/// The bytes of an open file, a pipe, a store or memory, read in chunks, and in UTF-8 if they are text in UTF-16.
package struct ByteFeed: Sendable {
    /// Nil unless the bytes come from an open file or a pipe.
    private let descriptor: Int32?
    /// Returns the bytes from an offset on, as many as it likes, and none at the end.
    private let source: (@Sendable (_ offset: Int64) throws -> Data)?
    /// Closes the descriptor when the last copy of this is gone; nil if the caller does.
    private let owner: (any Sendable)?
    /// For messages.
    private let name: String
    private var buffer: [UInt8]
    private var position = 0
    private var isAtEnd: Bool

    /// The number of bytes read into `buffer` so far, in the encoding of the source.
    private var fetched: Int
    /// Converts the bytes of the source; nil if they are used as they are.
    private var decoder: UTF16Decoder?
    /// The number of bytes of the source consumed so far; of text in UTF-16 roughly.
    package var bytesRead: Int { max(0, fetched - (decoder == nil ? 1 : 2) * (buffer.count - position)) }

    private static let chunk = 64 << 10

    /// Creates a feed from an open descriptor, which `owner` closes in its `deinit`, or the caller if there is none.
    package init(descriptor: Int32, name: String, owner: (any Sendable)? = nil) {
        self.descriptor = descriptor
        self.owner = owner
        source = nil
        self.name = name
        buffer = []
        fetched = 0
        isAtEnd = false
    }

    /// Creates a feed from bytes in memory.
    package init(data: Data, name: String) {
        descriptor = nil
        owner = nil
        source = nil
        self.name = name
        buffer = [UInt8](data)
        fetched = data.count
        isAtEnd = true
    }

    /// Creates a feed from bytes that are read when they are needed.
    ///
    /// - Parameters:
    ///   - name: for messages.
    ///   - source: returns the bytes from an offset on, as many as it likes, and none at the end.
    package init(name: String, reading source: @escaping @Sendable (_ offset: Int64) throws -> Data) {
        descriptor = nil
        owner = nil
        self.source = source
        self.name = name
        buffer = []
        fetched = 0
        isAtEnd = false
    }

    /// Returns the next byte, or nil at the end.
    package mutating func next() throws(Failure) -> UInt8? {
        if position == buffer.count {
            guard try refill() else { return nil }
        }
        defer { position += 1 }
        return buffer[position]
    }

    /// Returns the byte that `next` would return, without consuming it.
    package mutating func peek() throws(Failure) -> UInt8? {
        if position == buffer.count {
            guard try refill() else { return nil }
        }
        return buffer[position]
    }

    /// Returns the following bytes without consuming them: up to at least the first byte that `isEnd` accepts, or
    /// `limit` bytes, or all.
    package mutating func lookAhead(
        limit: Int, until isEnd: (UInt8) -> Bool
    ) throws(Failure) -> ArraySlice<UInt8> {
        var searched = position
        while !buffer[searched...].contains(where: isEnd), buffer.count - position < limit {
            searched = buffer.count
            guard try append() else { break }
        }
        return buffer[position...]
    }

    /// Consumes bytes up to the next one that `isEnd` accepts, or all, and hands them to `take` in pieces.
    mutating func consume(
        until isEnd: (UInt8) -> Bool, _ take: (ArraySlice<UInt8>) -> Void
    ) throws(Failure) {
        while try peek() != nil {
            let end = buffer[position...].firstIndex(where: isEnd)
            take(buffer[position..<(end ?? buffer.count)])
            position = end ?? buffer.count
            if end != nil { return }
        }
    }

    /// Consumes bytes that ``lookAhead(limit:until:)`` or ``peek()`` has returned.
    package mutating func skip(_ count: Int) { position = min(position + count, buffer.count) }

    /// Replaces the consumed bytes by the next chunk; returns false at the end.
    private mutating func refill() throws(Failure) -> Bool {
        guard !isAtEnd else { return false }
        buffer.removeAll(keepingCapacity: true)
        position = 0
        return try append()
    }

    /// Whether ``decodeUTF16()`` has recognised UTF-16.
    package var isUTF16: Bool { decoder != nil }

    /// Reads UTF-16, with a byte order mark or recognisable without one, as UTF-8 from here on, where the text begins.
    ///
    /// - Returns: whether the bytes are UTF-16.
    package mutating func decodeUTF16() throws(Failure) -> Bool {
        if decoder != nil { return true }
        let start = try lookAhead(limit: UTF16Decoder.sampleLength) { _ in false }
        guard let found = UTF16Decoder.recognised(start) else { return false }
        var decoder = found.decoder
        buffer = decoder.decode(start.dropFirst(found.mark), isLast: isAtEnd)
        position = 0
        self.decoder = decoder
        return true
    }

    /// Appends the next chunk as UTF-8; returns false at the end.
    private mutating func append() throws(Failure) -> Bool {
        guard var decoder else { return try appendChunk() }
        let kept = buffer.count
        // The last byte alone is no text.
        while buffer.count == kept {
            guard !isAtEnd else { return false }
            _ = try appendChunk()
            let text = decoder.decode(buffer[kept...], isLast: isAtEnd)
            buffer.replaceSubrange(kept..., with: text)
            self.decoder = decoder
        }
        return true
    }

    private mutating func appendChunk() throws(Failure) -> Bool {
        guard !isAtEnd else { return false }
        guard let descriptor else { return try appendFromSource() }
        let kept = buffer.count
        buffer.append(contentsOf: repeatElement(0, count: Self.chunk))
        var count = 0
        repeat {
            count = buffer.withUnsafeMutableBytes { read(descriptor, $0.baseAddress.map { $0 + kept }, Self.chunk) }
        } while count < 0 && errno == EINTR
        let failure = errno
        buffer.removeLast(Self.chunk - max(0, count))
        guard count >= 0 else {
            throw Failure(
                .inputUnreadable, "\(name) cannot be read: \(String(cString: strerror(failure)).lowercased()).")
        }
        fetched += count
        isAtEnd = count == 0
        return count > 0
    }

    private mutating func appendFromSource() throws(Failure) -> Bool {
        do {
            let bytes = try source?(Int64(fetched)) ?? Data()
            fetched += bytes.count
            buffer.append(contentsOf: bytes)
            isAtEnd = bytes.isEmpty
        } catch {
            throw Failure(error)
        }
        return !isAtEnd
    }
}
