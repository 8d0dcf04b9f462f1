import Foundation

/// Messages on a stream: four bytes of length, most significant first, then JSON.
enum Frames {
    /// Longer ones are taken for the noise of a process whose memory is corrupt.
    static let longest = 64 << 20

    static func frame(_ message: some Encodable) throws -> Data {
        let body = try JSONEncoder().encode(message)
        var frame = withUnsafeBytes(of: UInt32(body.count).bigEndian) { Data($0) }
        frame.append(body)
        return frame
    }

    /// Takes the first whole message off `buffer`; `nil` while it is not all there. Throws ``BrokenFrame``.
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

/// What came is no message.
struct BrokenFrame: Error {}
