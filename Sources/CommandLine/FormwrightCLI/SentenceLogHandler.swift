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
        StandardError.print("\(Date().formatted(date: .omitted, time: .standard)) \(sentence)")
    }
}
