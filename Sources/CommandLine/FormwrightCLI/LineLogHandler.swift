import Files
import Foundation
import Logging

/// A log handler that writes one line per event to standard error.
///
/// The line is text for people, or a JSON object for log collectors.
struct LineLogHandler: LogHandler {
    var metadata: Logger.Metadata = [:]
    var metadataProvider: Logger.MetadataProvider?
    var logLevel = Logger.Level.info
    private let label: String
    private let format: LogArguments.Format

    init(label: String, format: LogArguments.Format) {
        self.label = label
        self.format = format
    }

    subscript(metadataKey key: String) -> Logger.Metadata.Value? {
        get { metadata[key] }
        set { metadata[key] = newValue }
    }

    /// Returns the text, quoted unless it is plain.
    ///
    /// File names can contain anything, including line breaks.
    private static func quoted(_ text: String) -> String {
        let isPlain = text.allSatisfy { !$0.isWhitespace && $0 != "\"" } && TerminalText.isPrintable(text)
        return isPlain ? text : text.debugDescription
    }

    func log(event: LogEvent) {
        let facts = metadata.merging(metadataProvider?.get() ?? [:]) { $1 }.merging(event.metadata ?? [:]) { $1 }
            .mapValues { "\($0)" }
        let time = Date().formatted(.iso8601)
        switch format {
        case .text:
            let shown = facts.filter { !$0.value.isEmpty }.sorted { $0.key < $1.key }.map {
                "\($0.key)=\(Self.quoted($0.value))"
            }
            var message = "\(event.message)"
            if !shown.isEmpty {
                // Messages of failures and notes are sentences.
                if message.last == "." { message.removeLast() }
                message += ": "
            }
            StandardError.print("\(time) \(event.level.rawValue) \(message)\(shown.joined(separator: " "))")
        case .json:
            let known = ["time": time, "level": event.level.rawValue, "message": "\(event.message)", "label": label]
            let others = facts.map { (known[$0.key] == nil ? $0.key : "_" + $0.key, $0.value) }
            guard let line = try? JSONText.line(known.merging(others) { known, _ in known }) else { return }
            StandardError.write(TerminalText.printableJSON(String(decoding: line.dropLast(), as: UTF8.self)) + "\n")
        }
    }
}
