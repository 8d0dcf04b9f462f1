import CStageProcess
import Foundation
import Pipeline

/// An owned file descriptor, closed at the end.
final class Descriptor {
    let number: Int32

    init(owning number: Int32) {
        self.number = number
    }

    deinit {
        close(number)
    }

    /// Creates two connected sockets (`socketpair`); `nil` if there are no free descriptors.
    ///
    /// The first one never blocks.
    static func socketPair() -> (here: Descriptor, there: Descriptor)? {
        var pair: [Int32] = [-1, -1]
        guard socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue) | closeOnExec, 0, &pair) == 0 else { return nil }
        let here = Descriptor(owning: pair[0])
        let there = Descriptor(owning: pair[1])
        here.neverBlock()
        return (here, there)
    }

    /// Creates a pipe with a non-blocking reading end; `nil` without free descriptors.
    static func pipe(writerBlocks: Bool) -> (reader: Descriptor, writer: Descriptor)? {
        var pair: [Int32] = [-1, -1]
        guard stage_pipe(&pair) == 0 else { return nil }
        let reader = Descriptor(owning: pair[0])
        let writer = Descriptor(owning: pair[1])
        reader.neverBlock()
        if !writerBlocks { writer.neverBlock() }
        return (reader, writer)
    }

    /// The result of a `read`.
    enum Reading {
        case bytes(Data)
        case nothingYet
        case end
    }

    func read() -> Reading {
        var buffer = [UInt8](repeating: 0, count: 64 << 10)
        while true {
            let count = Glibc.read(number, &buffer, buffer.count)
            if count > 0 { return .bytes(Data(buffer[..<count])) }
            if count == 0 { return .end }
            if errno == EINTR { continue }
            return errno == EAGAIN ? .nothingYet : .end
        }
    }

    private func neverBlock() {
        _ = fcntl(number, F_SETFL, fcntl(number, F_GETFL) | O_NONBLOCK)
    }

    private static let closeOnExec = Int32(SOCK_CLOEXEC.rawValue)
}

/// A signal that wakes a thread waiting in `poll`.
///
/// It can be rung from any thread, even before the wait starts.
final class Bell: Sendable {
    let number: Int32

    /// Creates a bell; `nil` if there are no free descriptors.
    init?() {
        number = stage_bell()
        if number < 0 { return nil }
    }

    deinit {
        close(number)
    }

    func ring() {
        var one: UInt64 = 1
        _ = Glibc.write(number, &one, MemoryLayout<UInt64>.size)
    }

    /// Waits until the bell rings or the time is up.
    ///
    /// This blocks.
    func wait(atMost limit: Duration?) {
        var looked = pollfd(fd: number, events: Int16(POLLIN), revents: 0)
        poll(&looked, 1, limit.pollTimeout)
        silence()
    }

    /// Resets the bell, so that the next ring wakes a thread again.
    func silence() {
        var count: UInt64 = 0
        _ = Glibc.read(number, &count, MemoryLayout<UInt64>.size)
    }
}

extension Duration? {
    /// The timeout for `poll` in milliseconds, rounded up; -1 (unlimited) for `nil`.
    var pollTimeout: Int32 {
        map { Int32(clamping: max(0, $0.wholeMilliseconds + 1)) } ?? -1
    }
}
