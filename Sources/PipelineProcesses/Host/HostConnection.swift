import CStageProcess
import Files
import Foundation

/// The child's end of the connection: requests are read on one thread, one answer is written for each.
final class HostConnection: Sendable {
    private let descriptor = FileDescriptor(rawValue: Int32(STAGE_MESSAGES))

    /// Blocks until a message is there; `nil` once the parent is gone or what it says makes no sense.
    func receive<Message: Decodable>(_ type: Message.Type) -> Message? {
        guard let head = try? descriptor.read(exactly: 4) else { return nil }
        let length = head.reduce(0) { $0 << 8 | Int($1) }
        guard length <= Frames.longest, let body = try? descriptor.read(exactly: length) else { return nil }
        return try? JSONDecoder().decode(type, from: body)
    }

    /// Blocks until the message is with the system. Where the parent is gone, so is this process soon.
    func send(_ message: some Encodable) {
        guard let frame = try? Frames.frame(message) else { _exit(EXIT_FAILURE) }
        try? descriptor.writeAll(frame)
    }
}
