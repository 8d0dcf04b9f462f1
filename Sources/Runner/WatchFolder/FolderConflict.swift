package import Foundation

/// A rule's folder that is unfit for its purpose, such as an inbox as archive.
package struct FolderConflict: Error, Sendable, Hashable, CustomStringConvertible {
    /// The index of the rule.
    package let rule: Int
    /// The folder's key in `pipeline.yaml`; `store` does not belong to a rule.
    package let key: String
    /// One sentence that describes the conflict.
    package let description: String
}

extension WatchRule {
    /// Returns the conflicts among the folders of all rules and the store.
    ///
    /// Results may go to the inbox of another rule, so that folders can be chained, but not in a circle. The archive
    /// and failed folders must not be inboxes: their files would be processed again indefinitely. No folder may be
    /// inside a private folder. Links are resolved at the time of the call.
    ///
    /// - Parameters:
    ///   - rules: the rules to check.
    ///   - store: the folder of documents and jobs, which must not be in an inbox.
    /// - Returns: one conflict for each unusable folder.
    package static func conflicts(among rules: [WatchRule], store: URL) -> [FolderConflict] {
        let inboxes = rules.map { RealPath($0.inbox) }
        let outboxes = rules.map { RealPath($0.outbox) }
        var conflicts: [FolderConflict] = []
        for (i, rule) in rules.enumerated() {
            func report(_ key: String, _ message: String) {
                conflicts.append(FolderConflict(rule: i, key: key, description: message))
            }
            if inboxes[..<i].contains(inboxes[i]) {
                report("inbox", "The folder “\(rule.inbox.path)” is already watched.")
            }
            if RealPath(store).isInside(of: inboxes[i]) {
                report(
                    "store",
                    "The store “\(store.path)” is in the inbox “\(rule.inbox.path)”; name a folder outside it.")
            }
            let folders = [
                ("inbox", rule.inbox), ("outbox", rule.outbox), ("archive", rule.archive), ("failed", rule.failed),
            ]
            for (key, url) in folders {
                let path = RealPath(url)
                if inboxes.contains(where: { path.isInside(of: $0.appending(".formwright")) }) {
                    report(
                        key,
                        "The \(key) folder “\(url.path)” is in the private folder of an inbox; name a folder outside it."
                    )
                    // The others are inside only because they are next to the inbox.
                    if key == "inbox" { break }
                } else if key == "outbox" ? path == inboxes[i] : key != "inbox" && inboxes.contains(path) {
                    report(key, "The \(key) folder “\(url.path)” is an inbox: its files would be processed again.")
                }
            }
            if outboxes[i] != inboxes[i], isCircle(from: i, inboxes, outboxes) {
                report(
                    "outbox",
                    "The outbox “\(rule.outbox.path)” leads back to this inbox: results would circulate indefinitely.")
            }
        }
        return conflicts
    }

    /// Whether the results of a rule eventually reach its own inbox.
    private static func isCircle(from start: Int, _ inboxes: [RealPath], _ outboxes: [RealPath]) -> Bool {
        var rule = start
        for _ in inboxes {
            guard let next = inboxes.firstIndex(of: outboxes[rule]) else { return false }
            if next == start { return true }
            rule = next
        }
        return false
    }
}

/// A path with resolved links and possibly missing last components.
private struct RealPath: Hashable {
    private var text: String

    init(_ url: URL) {
        text = Self.resolved(url.standardizedFileURL.path)
    }

    private static func resolved(_ path: String) -> String {
        if let real = realpath(path, nil) {
            defer { free(real) }
            return String(cString: real)
        }
        let text = path as NSString
        let parent = text.deletingLastPathComponent
        guard !parent.isEmpty, parent != path else { return path }
        return (resolved(parent) as NSString).appendingPathComponent(text.lastPathComponent)
    }

    func appending(_ name: String) -> RealPath {
        var path = self
        path.text = (text as NSString).appendingPathComponent(name)
        return path
    }

    func isInside(of folder: RealPath) -> Bool {
        self == folder || text.hasPrefix(folder.text + "/")
    }
}
