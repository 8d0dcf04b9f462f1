import Foundation
import Logging

/// A log handler that writes sentences with the time of day to a terminal.
struct SentenceLogHandler: LogHandler {
    var metadata: Logger.Metadata = [:]
    var metadataProvider: Logger.MetadataProvider?
    var logLevel = Logger.Level.info
    private let sentence: @Sendable (String, [String: String]) -> String?

    /// Creates a handler.
    ///
    /// - Parameter sentence: returns the sentence for a message and its facts; nil for one of no use to a person.
    init(sentence: @escaping @Sendable (String, [String: String]) -> String?) { self.sentence = sentence }

    subscript(metadataKey key: String) -> Logger.Metadata.Value? {
        get { metadata[key] }
        set { metadata[key] = newValue }
    }

    func log(event: LogEvent) {
        let facts = metadata.merging(metadataProvider?.get() ?? [:]) { $1 }.merging(event.metadata ?? [:]) { $1 }
            .mapValues { "\($0)" }
        guard let sentence = sentence("\(event.message)", facts) else { return }
        StandardError.print("\(Self.time) \(sentence)")
    }

    /// The time of day, such as 14:05:09.
    private static var time: String {
        var (now, parts) = (time_t(Date().timeIntervalSince1970), tm())
        localtime_r(&now, &parts)
        return String(format: "%02d:%02d:%02d", parts.tm_hour, parts.tm_min, parts.tm_sec)
    }
}
