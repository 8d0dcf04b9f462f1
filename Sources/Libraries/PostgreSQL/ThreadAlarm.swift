import Foundation
import SQL

/// Wakes a thread that waits for input, from any other.
final class ThreadAlarm: Sendable {
    private let reading: Int32
    private let writing: Int32

    init() throws(SQLError) {
        var ends: [Int32] = [-1, -1]
        guard pipe(&ends) == 0 else { throw SQLError(.other, "The system has no more pipes for a listener.") }
        for end in ends {
            _ = fcntl(end, F_SETFD, FD_CLOEXEC)
            _ = fcntl(end, F_SETFL, O_NONBLOCK)
        }
        (reading, writing) = (ends[0], ends[1])
    }

    deinit {
        close(reading)
        close(writing)
    }

    /// Wakes the thread now, or as soon as it waits.
    func ring() {
        var byte: UInt8 = 1
        // A full pipe rings as well.
        _ = write(writing, &byte, 1)
    }

    /// Whether the alarm has rung.
    var hasRung: Bool {
        var wish = pollfd(fd: reading, events: Int16(POLLIN), revents: 0)
        return poll(&wish, 1, 0) > 0
    }

    /// Waits for the alarm or for input, but no longer than a time.
    func wait(orInput socket: Int32, atMost time: Duration?) {
        var wishes = [reading, socket].map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
        poll(&wishes, nfds_t(wishes.count), time.map { Int32($0 / .milliseconds(1)) } ?? -1)
    }

    /// Waits for the alarm, but no longer than a time.
    func wait(for time: Duration) {
        var wish = pollfd(fd: reading, events: Int16(POLLIN), revents: 0)
        poll(&wish, 1, Int32(time / .milliseconds(1)))
    }
}
