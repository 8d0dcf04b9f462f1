import Foundation
import Logging

/// One JSON object a line on standard error, for programs that gather logs.
struct JSONLogHandler: LogHandler {
    var metadata: Logger.Metadata = [:]
    var metadataProvider: Logger.MetadataProvider?
    var logLevel = Logger.Level.info
    private let label: String

    init(label: String) {
        self.label = label
    }

    subscript(metadataKey key: String) -> Logger.Metadata.Value? {
        get { metadata[key] }
        set { metadata[key] = newValue }
    }

    func log(event: LogEvent) {
        var object = metadata.merging(metadataProvider?.get() ?? [:]) { $1 }
            .merging(event.metadata ?? [:]) { $1 }
            .mapValues { "\($0)" }
        object["time"] = Date().formatted(.iso8601)
        object["level"] = event.level.rawValue
        object["message"] = "\(event.message)"
        object["label"] = label
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        guard let line = try? encoder.encode(object) else { return }
        // One write, so that lines of several processes do not mix.
        FileHandle.standardError.write(line + Data("\n".utf8))
    }
}
