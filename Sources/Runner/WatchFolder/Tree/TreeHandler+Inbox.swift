import DroppedArchive
import Files
import Foundation
import Pipeline

/// The digest of a potential drop's folder, and the time of its last change.
struct TreeSighting: Sendable {
    var digest: String
    var since: Timestamp
    /// Whether the folder could not be moved; it is ignored until it changes.
    var isRefused = false
}

extension TreeHandler {
    package func takesFolder(named name: String) -> Bool { role(of: name, isFolder: true) != nil }

    /// Matches a folder or archive with the first of its inputs.
    ///
    /// It waits until an earlier drop of its stem has ended. Further inputs follow on their own.
    package func match(_ look: inout Inbox.Look, in inbox: inout Inbox) throws {
        inbox.treeSightings = inbox.treeSightings.filter { look.folders.contains($0.key) }
        let names = look.present.keys.sorted()
        let roles = look.present.keys.reduce(into: [:]) { $0[$1] = role(of: $1, isFolder: false) }
        var inputs: [String: [String]] = [:]
        for name in names {
            if case .inputs(let stem) = roles[name] { inputs[stem, default: []].append(name) }
        }
        var taken: Set<String> = []
        var coming: Set<String> = []
        // Later inputs belong to the latest drop of a stem.
        let busy: Set<String> =
            look.folders.isEmpty && look.complete.isEmpty
            ? []
            : Set(
                try inbox.newcomers().compactMap {
                    (role(of: $0, isFolder: true) ?? role(of: $0, isFolder: false))?.stem
                })
        func claim(_ original: String, stem: String, tree: String? = nil) {
            if busy.contains(stem) {
                look.hasWaiting = true
                return
            }
            let mine = inputs[stem]?.first { !taken.contains($0) }
            if let mine, !look.complete.contains(mine) { return }
            if let mine { taken.insert(mine) }
            look.match(original, with: mine, stem: stem, tree: tree)
        }
        for name in look.folders {
            guard let role = role(of: name, isFolder: true) else { continue }
            coming.insert(role.stem)
            if let digest = inbox.completeTree(name, of: self, in: &look) {
                claim(name, stem: role.stem, tree: digest)
            }
        }
        for name in names {
            let role = roles[name]
            if case .inputs = role { continue }
            if let role { coming.insert(role.stem) }
            guard look.complete.contains(name) else { continue }
            // A file without a role fails with a reason.
            claim(name, stem: role?.stem ?? name)
        }
        for name in names where look.complete.contains(name) && !taken.contains(name) {
            guard case .inputs(let stem) = roles[name] else { continue }
            if busy.contains(stem) {
                look.hasWaiting = true
            } else if coming.contains(stem) {
                // These inputs are for the newer folder in the inbox, which is claimed or stays until it changes.
                continue
            } else {
                inbox.matchInputs(name, stem: stem, in: &look)
            }
        }
    }
}

extension Inbox {
    /// The time without changes after which an unfinished file is left out.
    private static let abandoned = Duration.seconds(600)

    /// Returns the digest of a folder that can be claimed; otherwise `nil`.
    fileprivate mutating func completeTree(
        _ name: String, of handler: some TreeHandler, in look: inout Look
    ) -> String? {
        let path = "\(rule.inbox.path)/\(name)"
        let tree: TreeListing
        do {
            tree = try files.tree(path, limits: handler.limits, findingWriters: false)
        } catch {
            remark(.unreadable, on: name, in: &look)
            return nil
        }
        let settle = max(rule.settle, handler.settle)
        if let seen = treeSightings[name], seen.digest == tree.digest, seen.since <= look.now {
            if seen.isRefused { return nil }
            if look.now - seen.since < settle {
                look.wait(for: settle)
                return nil
            }
        } else {
            treeSightings[name] = TreeSighting(digest: tree.digest, since: look.now)
            guard settle == .zero else {
                look.wait(for: settle)
                return nil
            }
        }
        if let changed = tree.unfinished, look.now - Timestamp(milliseconds: changed / 1_000_000) < Self.abandoned {
            // No wait is noted, so a single run does not wait for it.
            remark(.unfinished, on: name, in: &look)
            return nil
        }
        // Checking for writers opens the files, so it comes last.
        let again = try? files.tree(path, limits: handler.limits, findingWriters: true)
        guard let again, again.digest == tree.digest, !again.hasWriter else {
            look.wait(for: settle)
            return nil
        }
        return tree.digest
    }

    /// Records that a folder cannot be renamed, so that it is ignored until it changes.
    mutating func noteRefusal(of match: Match, _ error: SystemCallError) {
        guard match.tree != nil, let name = match.original, error.call == "rename",
            [EXDEV, EACCES, EPERM, EBUSY, EROFS].contains(error.number)
        else { return }
        treeSightings[name]?.isRefused = true
    }
}
