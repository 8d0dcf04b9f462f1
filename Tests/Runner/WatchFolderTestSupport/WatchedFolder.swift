package import Foundation
package import Pipeline
package import WatchFolder

/// A watched folder of a test, which drops files into it and looks for the results.
package protocol WatchedFolder {
    /// The rule of the folder.
    var rule: WatchRule { get }
}

extension WatchRule: WatchedFolder {
    package var rule: WatchRule { self }

    /// Creates a rule for the inbox in a folder, and the inbox.
    package init(
        in folder: URL, kind: KindName, standing: String? = nil, owner: OwnerID = .local, settle: Duration = .zero,
        rowSettle: Duration = .zero
    ) throws {
        self.init(
            inbox: folder.appendingPathComponent("inbox"), kind: kind,
            standing: standing.map { folder.appendingPathComponent($0) }, owner: owner, settle: settle,
            rowSettle: rowSettle, poll: .milliseconds(100))
        try FileManager.default.createDirectory(at: inbox, withIntermediateDirectories: true)
    }
}

extension WatchedFolder {
    /// Writes a file in the inbox, and creates the folders of its path.
    package func drop(_ path: String, _ bytes: Data) throws {
        let url = rule.inbox.appendingPathComponent(path)
        try FileManager.default.createDirectory(at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
        try bytes.write(to: url)
    }

    /// Writes a file as UTF-8.
    package func drop(_ path: String, _ text: String) throws { try drop(path, Data(text.utf8)) }

    /// Returns the names in one of the rule's folders, without the watcher's own.
    package func names(_ folder: KeyPath<WatchRule, URL>) -> [String] {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: rule[keyPath: folder].path)) ?? []
        return names.filter { $0 != ".formwright" }.sorted()
    }

    /// Returns the text of a file in one of the rule's folders; an empty one if there is none.
    package func text(_ name: String, in folder: KeyPath<WatchRule, URL>) -> String {
        let path = rule[keyPath: folder].appendingPathComponent(name).path
        return String(decoding: FileManager.default.contents(atPath: path) ?? Data(), as: UTF8.self)
    }

    /// Returns the names in the private folder for drops that have not ended.
    package func openDrops() -> [String] {
        (try? FileManager.default.contentsOfDirectory(atPath: rule.inbox.path + "/.formwright/drops")) ?? []
    }
}
