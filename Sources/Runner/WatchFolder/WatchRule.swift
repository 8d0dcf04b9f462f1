import Files
package import Foundation
package import Pipeline

/// The processing of one folder's files, from the section `watch` of `pipeline.yaml`.
///
/// ```yaml
/// watch:
///   - inbox: inbox
///     outbox: outbox
///     archive: archive       # beside the inbox by default
///     failed: failed         # likewise
///     standing: lease.pdf    # a standing original: filled with inputs that are dropped alone
///     profile: ada.yaml      # data about the person the folder belongs to, for every fill
///     kind: form             # the kind of the files; by default the program's first kind
///     known: Form W-9        # the known original of which every file is a copy
///     owner: ada             # the owner of their documents; by default local, or the one named in a collection's file
///     settle: 1s             # a file that has not changed for this long is complete, and so is a collection
///     storySettle: 10s       # how long a file waits for others that belong to the same row
///     poll: 5s               # how often to scan for changes that the system does not report
/// ```
package struct WatchRule: Sendable, Hashable {
    /// The folder where files are dropped.
    package var inbox: URL
    /// The folder for results.
    package var outbox: URL
    /// The folder for processed originals and inputs.
    package var archive: URL
    /// The folder for files that could not be processed, each with its `.error.json`.
    package var failed: URL
    /// The kind of the files.
    package var kind: KindName
    /// The standing original, for inputs dropped alone.
    package var standing: URL?
    /// Data about the person the folder belongs to, added to every fill.
    package var profile: URL?
    /// The name of the known original; every file is its copy.
    package var known: String?
    /// Facts that documents have from their import on, such as what ``known`` stands for.
    package var facts: [String: String] = [:]
    /// The owner of the documents.
    package var owner: OwnerID
    /// How long a file must remain unchanged before it counts as complete.
    package var settle: Duration
    /// The time without additions before a ``RowHandler`` creates a row.
    package var rowSettle: Duration
    /// How often to scan the folder without a notification from the system.
    package var poll: Duration

    /// Creates a rule.
    ///
    /// By default `outbox`, `archive` and `failed` are folders of these names beside the inbox.
    package init(
        inbox: URL, outbox: URL? = nil, archive: URL? = nil, failed: URL? = nil, kind: KindName,
        standing: URL? = nil, profile: URL? = nil, known: String? = nil, owner: OwnerID = .local,
        settle: Duration = .seconds(1), rowSettle: Duration = .seconds(10), poll: Duration = .seconds(5)
    ) {
        let parent = inbox.deletingLastPathComponent()
        self.inbox = inbox
        self.outbox = outbox ?? parent.appendingPathComponent("outbox", isDirectory: true)
        self.archive = archive ?? parent.appendingPathComponent("archive", isDirectory: true)
        self.failed = failed ?? parent.appendingPathComponent("failed", isDirectory: true)
        self.kind = kind
        self.standing = standing
        self.profile = profile
        self.known = known
        self.owner = owner
        self.settle = settle
        self.rowSettle = rowSettle
        self.poll = poll
    }

    /// The key of the section in `pipeline.yaml`.
    package static let settingsSection = "watch"

    /// Reads the section `watch`; relative paths start at `folder`.
    ///
    /// Errors are collected in the node's file.
    ///
    /// - Parameters:
    ///   - node: the section; `nil` if it is missing.
    ///   - folder: the base folder of relative paths.
    ///   - kinds: the kinds of folders; the first is the default.
    ///   - store: the folder of documents and jobs.
    ///   - storeNode: the node that names the store in the file; `nil` if it is named elsewhere.
    /// - Returns: the rules of all folders that name an inbox.
    package static func rules(
        reading node: SettingsNode?, folder: URL, kinds: [KindName], store: URL, declaredAt storeNode: SettingsNode?
    ) -> [WatchRule] {
        var nodes: [(item: SettingsNode, keys: [String: SettingsNode])] = []
        let rules = (node?.items() ?? []).compactMap { item -> WatchRule? in
            let keys = item.mapping(known: [
                "inbox", "outbox", "archive", "failed", "kind", "standing", "profile", "known", "owner", "settle",
                "storySettle", "poll",
            ])
            func path(_ key: String) -> URL? {
                keys[key]?.text().map {
                    URL(fileURLWithPath: UserFolders.expandingTilde(in: $0), relativeTo: folder).absoluteURL
                        .standardizedFileURL
                }
            }
            guard let inbox = path("inbox") else {
                if keys["inbox"] == nil { item.report("A watched folder needs an “inbox”.") }
                return nil
            }
            nodes.append((item, keys))
            let kind = keys["kind"]?.text().map { KindName($0) } ?? kinds.first ?? ""
            if !kinds.contains(kind) {
                (keys["kind"] ?? item).report(
                    "There is no kind “\(kind)”; the kinds are \(kinds.map(\.text).joined(separator: ", ")).")
            }
            let usual = WatchRule(inbox: inbox, kind: kind)
            return WatchRule(
                inbox: inbox, outbox: path("outbox"), archive: path("archive"), failed: path("failed"),
                kind: kind, standing: path("standing"), profile: path("profile"),
                known: keys["known"]?.text(), owner: keys["owner"]?.text().map { OwnerID($0) } ?? .local,
                settle: keys["settle"]?.duration(in: .zero ... .seconds(3600)) ?? usual.settle,
                // The key is older than rows of other domains.
                rowSettle: keys["storySettle"]?.duration(in: .zero ... .seconds(3600)) ?? usual.rowSettle,
                poll: keys["poll"]?.duration(in: .milliseconds(100) ... .seconds(3600)) ?? usual.poll)
        }
        for conflict in conflicts(among: rules, store: store) {
            let (item, keys) = nodes[conflict.rule]
            let place = conflict.key == "store" ? storeNode ?? keys["inbox"] : keys[conflict.key]
            (place ?? item).report(conflict.description)
        }
        return rules
    }
}
