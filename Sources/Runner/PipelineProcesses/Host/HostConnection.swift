import CStageProcess
import Files
import Foundation

/// The child's end of the connection, with one thread for requests and one answer each.
final class HostConnection: Sendable {
    private let descriptor = FileDescriptor(rawValue: Int32(STAGE_MESSAGES))

    /// Waits for a message; `nil` if the parent has exited or sent a malformed one.
    ///
    /// This blocks.
    func receive<Message: Decodable>(_ type: Message.Type) -> Message? {
        guard let head = try? descriptor.read(exactly: 4) else { return nil }
        let length = head.reduce(0) { $0 << 8 | Int($1) }
        guard length <= Frames.longest, let body = try? descriptor.read(exactly: length) else { return nil }
        return try? JSONDecoder().decode(type, from: body)
    }

    /// Sends a message and waits until the system has taken it.
    ///
    /// A failure means that the parent has exited, which ends this process, too.
    func send(_ message: some Encodable) {
        guard let frame = try? Frames.frame(message) else { _exit(EXIT_FAILURE) }
        try? descriptor.writeAll(frame)
    }
}
