import Foundation

/// Messages on a stream: a big-endian length of four bytes, followed by JSON.
enum Frames {
    /// The maximum length of a message in bytes.
    ///
    /// A longer one is taken as the sign of a process with corrupt memory.
    static let longest = 64 << 20

    static func frame(_ message: some Encodable) throws -> Data {
        let body = try JSONEncoder().encode(message)
        var frame = withUnsafeBytes(of: UInt32(body.count).bigEndian) { Data($0) }
        frame.append(body)
        return frame
    }

    /// Removes and returns the first message in `buffer`; `nil` if it is incomplete.
    ///
    /// - Throws: ``BrokenFrame``.
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

/// The error of received bytes that are not a message.
struct BrokenFrame: Error {}
