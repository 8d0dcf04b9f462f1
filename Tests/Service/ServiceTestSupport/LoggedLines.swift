package import Logging
import Synchronization

/// Keeps what is logged, with the metadata of each event.
package final class LoggedLines: LogHandler, Sendable {
    private let lines = Mutex<[String]>([])

    /// Creates an empty log.
    package init() {}

    package var text: String { lines.withLock { $0.joined(separator: "\n") } }

    package var metadata: Logger.Metadata {
        get { [:] }
        set {}
    }
    package var logLevel: Logger.Level {
        get { .trace }
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
