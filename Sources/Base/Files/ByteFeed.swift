package import FailureModel
package import Foundation

/// The bytes of a file, pipe, store or memory, read in chunks.
///
/// Text in UTF-16 is converted to UTF-8.
package struct ByteFeed: Sendable {
    /// The descriptor of an open file or a pipe, if any.
    private let descriptor: Int32?
    /// Returns any number of bytes from an offset on, and none at the end.
    private let source: (@Sendable (_ offset: Int64) throws -> Data)?
    /// Closes the descriptor with the last copy of this feed; `nil` if the caller does.
    private let owner: (any Sendable)?
    /// The name in messages.
    private let name: String
    private var buffer: [UInt8]
    private var position = 0
    private var isAtEnd: Bool

    /// The number of bytes read into `buffer` so far, in the encoding of the source.
    private var fetched: Int
    /// The converter of the source's bytes; `nil` to use them unchanged.
    private var decoder: UTF16Decoder?
    /// The number of consumed bytes of the source, approximate for UTF-16.
    package var bytesRead: Int { max(0, fetched - (decoder == nil ? 1 : 2) * (buffer.count - position)) }

    private static let chunk = 64 << 10

    /// Creates a feed from an open descriptor.
    ///
    /// `owner` closes it in its `deinit`; without one, the caller does.
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

    /// Creates a feed from bytes that are read on demand.
    ///
    /// - Parameters:
    ///   - name: the name in messages.
    ///   - source: returns any number of bytes from an offset on, and none at the end.
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

    /// Returns the next byte without consuming it.
    package mutating func peek() throws(Failure) -> UInt8? {
        if position == buffer.count {
            guard try refill() else { return nil }
        }
        return buffer[position]
    }

    /// Returns the following bytes without consuming them.
    ///
    /// They extend at least to the first byte accepted by `isEnd`, to `limit` bytes, or to the end.
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

    /// Consumes bytes up to one accepted by `isEnd`, and passes them to `take`.
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

    /// Consumes bytes returned by ``lookAhead(limit:until:)`` or ``peek()``.
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

    /// Converts UTF-16 to UTF-8 from here on, which must be the start of the text.
    ///
    /// UTF-16 has a byte order mark or is recognised without one.
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
        // Half a unit is not text yet.
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
