package import Logging
import Synchronization

/// Keeps what is logged, with the metadata of each event.
package final class LoggedLines: LogHandler, Sendable {
    private let lines = Mutex<[String]>([])

    private let level: Logger.Level

    /// Creates an empty log of events from a level on.
    package init(from level: Logger.Level = .trace) { self.level = level }

    package var text: String { lines.withLock { $0.joined(separator: "\n") } }

    package var metadata: Logger.Metadata {
        get { [:] }
        set {}
    }
    package var logLevel: Logger.Level {
        get { level }
        set {}
    }

    package subscript(metadataKey key: String) -> Logger.Metadata.Value? {
        get { nil }
        set {}
    }

    package func log(event: LogEvent) {
        lines.withLock { $0.append("\(event.level) \(event.message) \(event.metadata ?? [:])") }
    }
}
