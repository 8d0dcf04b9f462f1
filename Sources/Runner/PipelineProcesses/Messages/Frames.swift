import Foundation

/// Messages on a stream: the length in four bytes, most significant first, followed by JSON.
enum Frames {
    /// The maximum length of a message, in bytes.
    ///
    /// A longer one is taken to come from a process with corrupt memory.
    static let longest = 64 << 20

    static func frame(_ message: some Encodable) throws -> Data {
        let body = try JSONEncoder().encode(message)
        var frame = withUnsafeBytes(of: UInt32(body.count).bigEndian) { Data($0) }
        frame.append(body)
        return frame
    }

    /// Removes and returns the first complete message in `buffer`; `nil` if it is still incomplete.
    ///
    /// Throws ``BrokenFrame``.
    static func take(from buffer: inout Data) throws -> Data? {
        guard buffer.count >= 4 else { return nil }
        let length = buffer.prefix(4).reduce(0) { $0 << 8 | Int($1) }
        guard length <= longest else { throw BrokenFrame() }
        guard buffer.count >= 4 + length else { return nil }
        let body = Data(buffer.dropFirst(4).prefix(length))
        buffer = Data(buffer.dropFirst(4 + length))
        return body
    }
}

/// The received bytes are not a message.
struct BrokenFrame: Error {}
