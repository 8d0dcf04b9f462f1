import FailureModel

/// Sentences about a watched folder for people at a terminal.
enum WatchSentences {
    /// Returns the sentence for a message of the log.
    ///
    /// Messages without words of their own are given as they are.
    static func sentence(_ message: String, _ facts: [String: String]) -> String? {
        let files = facts["files"].map { $0 == "private" ? "A private file" : $0 } ?? ""
        func fact(_ key: String) -> String { facts[key] ?? "" }
        switch message {
        case "watching": return "Watching \(fact("inbox")); results go to \(fact("outbox"))."
        case "claimed": return "\(files): taken."
        case "done": return "\(files): done."
        case "done, except for records that failed":
            return "\(files): \(fact("filled")) filled, \(fact("failed")) failed; the .error.json file has the reasons."
        case "failed": return ended("\(files): failed. \(fact("reason"))")
        case "finished":
            let rows = facts["failedRecords"].flatMap(Int.init) ?? 0
            let parts = [
                "\(fact("done")) done", "\(fact("failed")) failed",
                rows > 0 ? "\(rows.counted("row")) of the others failed" : nil,
                fact("unfinished") == "0" ? nil : "\(fact("unfinished")) not finished",
            ]
            return "Finished: \(parts.compactMap(\.self).joined(separator: ", "))."
        default: return ended([Program.capitalised(message), listed(facts)].joined())
        }
    }

    /// Returns the facts of a message in brackets.
    private static func listed(_ facts: [String: String]) -> String {
        let shown = facts.filter { !$0.value.isEmpty && $0.key != "drop" }.sorted { $0.key < $1.key }
        return shown.isEmpty ? "" : " (\(shown.map { "\($0.key): \($0.value)" }.joined(separator: ", ")))"
    }

    private static func ended(_ text: String) -> String { text.hasSuffix(".") ? text : text + "." }
}
