package import Foundation
package import Pipeline

/// What happens to the files of one folder, from the section `watch` of pipeline.yaml.
///
/// ```yaml
/// watch:
///   - inbox: inbox
///     outbox: outbox
///     archive: archive      # beside the inbox unless given
///     failed: failed        # likewise
///     standing: lease.pdf   # a standing original: inputs dropped alone fill it
///     kind: form            # what the files are; the first kind of the program unless given
///     owner: ada            # whose documents they become; local ones unless given
///     settle: 1s            # a file that did not change for so long is complete
///     poll: 5s              # how often to look without being told, such as on network file systems
/// ```
package struct WatchRule: Sendable, Hashable {
    /// Where files are dropped.
    package var inbox: URL
    /// Where results go.
    package var outbox: URL
    /// Where originals go whose work is done.
    package var archive: URL
    /// Where files go that nothing could be made of, each with its `.error.json`.
    package var failed: URL
    /// What the files are.
    package var kind: KindName
    /// The original of inputs that have none beside them.
    package var standing: URL?
    /// Whose documents they become.
    package var owner: OwnerID
    /// How long a file must not have changed.
    package var settle: Duration
    /// How often to look at the folder without being told by the system.
    package var poll: Duration

    /// - Parameters:
    ///   - outbox: `outbox` beside the inbox unless given; so are `archive` and `failed`.
    package init(
        inbox: URL, outbox: URL? = nil, archive: URL? = nil, failed: URL? = nil, kind: KindName,
        standing: URL? = nil, owner: OwnerID = .local, settle: Duration = .seconds(1), poll: Duration = .seconds(5)
    ) {
        let parent = inbox.deletingLastPathComponent()
        self.inbox = inbox
        self.outbox = outbox ?? parent.appendingPathComponent("outbox", isDirectory: true)
        self.archive = archive ?? parent.appendingPathComponent("archive", isDirectory: true)
        self.failed = failed ?? parent.appendingPathComponent("failed", isDirectory: true)
        self.kind = kind
        self.standing = standing
        self.owner = owner
        self.settle = settle
        self.poll = poll
    }

    /// The key of the section in `pipeline.yaml`.
    package static let settingsSection = "watch"

    /// Reads the section `watch`; paths start at `folder`. What is wrong is gathered in the node's file.
    ///
    /// - Parameters:
    ///   - kinds: the kinds that folders can be for; the first is that of folders that name none.
    ///   - store: the folder of documents and jobs.
    ///   - storeNode: what names the store in the file; nil where it is named elsewhere.
    package static func rules(
        reading node: SettingsNode?, folder: URL, kinds: [KindName], store: URL, declaredAt storeNode: SettingsNode?
    ) -> [WatchRule] {
        var nodes: [(item: SettingsNode, keys: [String: SettingsNode])] = []
        let rules = (node?.items() ?? []).compactMap { item -> WatchRule? in
            let keys = item.mapping(known: [
                "inbox", "outbox", "archive", "failed", "kind", "standing", "owner", "settle", "poll",
            ])
            func path(_ key: String) -> URL? {
                keys[key]?.text().map {
                    URL(fileURLWithPath: NSString(string: $0).expandingTildeInPath, relativeTo: folder).absoluteURL
                        .standardizedFileURL
                }
            }
            guard let inbox = path("inbox") else {
                if keys["inbox"] == nil { item.report("A watched folder needs its “inbox”.") }
                return nil
            }
            nodes.append((item, keys))
            let kind = keys["kind"]?.text().map { KindName($0) } ?? kinds.first ?? ""
            if !kinds.contains(kind) {
                (keys["kind"] ?? item).report(
                    "There is no kind “\(kind)”; there are \(kinds.map(\.text).joined(separator: ", ")).")
            }
            let usual = WatchRule(inbox: inbox, kind: kind)
            return WatchRule(
                inbox: inbox, outbox: path("outbox"), archive: path("archive"), failed: path("failed"),
                kind: kind, standing: path("standing"),
                owner: keys["owner"]?.text().map { OwnerID($0) } ?? .local,
                settle: keys["settle"]?.duration(in: .zero ... .seconds(3600)) ?? usual.settle,
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
