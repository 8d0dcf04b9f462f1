import CLinux
import Foundation
import Synchronization

/// Notifies of events in folders (`inotify`).
///
/// Events are not described: the receiver scans the folder, so neither an overflow of events nor a missed one does
/// harm. On file systems without events, such as network file systems, there are no notifications and the folder must
/// be polled.
package final class DirectoryEvents: Sendable {
    private let descriptor: Int32
    private let isOver = Mutex(false)

    /// Creates an inotify instance; `nil` if the system has none left.
    ///
    /// `tell` is called on a separate thread.
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

    /// Watches a folder.
    ///
    /// This must be called again after the folder was recreated.
    package func watch(_ folder: String) {
        let events = IN_CLOSE_WRITE | IN_MOVED_TO | IN_CREATE | IN_DELETE_SELF | IN_MOVE_SELF | IN_ATTRIB
        _ = inotify_add_watch(descriptor, folder, UInt32(events))
    }

    /// Stops notifications, with a short delay.
    package func stop() {
        isOver.withLock { $0 = true }
    }
}
