import CStageProcess
import Foundation

/// The child's end of the connection: requests are read on one thread, one answer is written for each.
final class HostConnection: Sendable {
    private let descriptor = Int32(STAGE_MESSAGES)

    /// Blocks until a message is there; `nil` once the parent is gone or what it says makes no sense.
    func receive<Message: Decodable>(_ type: Message.Type) -> Message? {
        guard let head = read(4) else { return nil }
        let length = head.reduce(0) { $0 << 8 | Int($1) }
        guard length <= Frames.longest, let body = read(length) else { return nil }
        return try? JSONDecoder().decode(type, from: body)
    }

    /// Blocks until the message is with the system. Where the parent is gone, so is this process soon.
    func send(_ message: some Encodable) {
        guard let frame = try? Frames.frame(message) else { _exit(EXIT_FAILURE) }
        frame.withUnsafeBytes { buffer in
            var rest = buffer[...]
            while !rest.isEmpty {
                let count = Glibc.write(descriptor, UnsafeRawBufferPointer(rebasing: rest).baseAddress, rest.count)
                if count < 0 && errno == EINTR { continue }
                guard count > 0 else { return }
                rest = rest.dropFirst(count)
            }
        }
    }

    private func read(_ length: Int) -> Data? {
        var bytes = Data(count: length)
        var filled = 0
        while filled < length {
            let count = bytes.withUnsafeMutableBytes { buffer in
                Glibc.read(descriptor, buffer.baseAddress?.advanced(by: filled), length - filled)
            }
            if count < 0 && errno == EINTR { continue }
            guard count > 0 else { return nil }
            filled += count
        }
        return bytes
    }
}
