import CLinux
import Foundation
import Synchronization

/// Tells when something happens in folders (`inotify`). What happened is not told: who hears of it looks at the folder, so
/// neither an overflow of events nor a missed one does harm.
///
/// Where the kernel gives no events, as for network file systems, nothing is told, and looking again now and then has to do.
package final class DirectoryEvents: Sendable {
    private let descriptor: Int32
    private let isOver = Mutex(false)

    /// Nil where the system has no more inotify instances to give.
    ///
    /// - Parameter tell: called from a thread of its own.
    package init?(tell: @escaping @Sendable () -> Void) {
        descriptor = inotify_init1(0o2_000_000)
        guard descriptor >= 0 else { return nil }
        let thread = Thread { [weak self, descriptor] in
            var buffer = [UInt8](repeating: 0, count: 1 << 16)
            var wish = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
            while self?.isOver.withLock({ $0 }) == false {
                guard poll(&wish, 1, 300) > 0 else { continue }
                guard Foundation.read(descriptor, &buffer, buffer.count) > 0 else { break }
                tell()
            }
            close(descriptor)
        }
        thread.name = "folder-events"
        thread.start()
    }

    /// Watches a folder; again after it was made anew.
    package func watch(_ folder: String) {
        let events = IN_CLOSE_WRITE | IN_MOVED_TO | IN_CREATE | IN_DELETE_SELF | IN_MOVE_SELF | IN_ATTRIB
        _ = inotify_add_watch(descriptor, folder, UInt32(events))
    }

    /// Tells no more, soon.
    package func stop() {
        isOver.withLock { $0 = true }
    }
}
