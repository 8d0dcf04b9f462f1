import DroppedArchive
import Foundation
import Pipeline

/// What is in a folder that may become a drop, and the time since which it has not changed.
struct TreeSighting: Sendable {
    var digest: String
    var since: Timestamp
    /// Whether the folder could not be taken as it is; it is tried again once it has changed.
    var isRefused = false
}

extension Inbox {
    /// How long a file whose name says that it is not complete must have stood still to be left out.
    private static let abandoned = Duration.seconds(600)

    /// A folder or archive is claimed with the first of its inputs, and after an earlier one of its stem has ended; further
    /// inputs follow on their own.
    mutating func matchTrees(
        _ folders: [String], _ present: [String: FileFacts], complete: Set<String>, for receiver: any TreeReceiver,
        at now: Timestamp, newcomers: () throws -> [String], original: (String) throws -> KnownOriginal?,
        into look: inout Look
    ) throws {
        treeSightings = treeSightings.filter { folders.contains($0.key) }
        let names = present.keys.sorted()
        var inputs: [String: [String]] = [:]
        for name in names {
            if case .inputs(let stem) = receiver.role(of: name, isFolder: false) {
                inputs[stem, default: []].append(name)
            }
        }
        var taken: Set<String> = []
        var coming: Set<String> = []
        // What is known of a stem is what was dropped last.
        let busy: Set<String> =
            folders.isEmpty && complete.isEmpty
            ? []
            : Set(
                try newcomers().compactMap {
                    (receiver.role(of: $0, isFolder: true) ?? receiver.role(of: $0, isFolder: false))?.stem
                })
        func claim(_ original: String, stem: String, tree: String?, seen: FileFacts?) {
            if busy.contains(stem) {
                look.areSomeWaiting = true
                return
            }
            let mine = inputs[stem]?.first { !taken.contains($0) }
            if let mine, !complete.contains(mine) { return }
            if let mine { taken.insert(mine) }
            let facts = [Drop.originalFile: seen, Drop.inputsFile: mine.flatMap { present[$0] }]
            look.matches.append(
                Match(stem: stem, original: original, inputs: mine, seen: facts.compactMapValues(\.self), tree: tree))
        }
        for name in folders {
            guard let role = receiver.role(of: name, isFolder: true) else { continue }
            coming.insert(role.stem)
            if let digest = completeTree(name, receiver, at: now, in: &look) {
                claim(name, stem: role.stem, tree: digest, seen: nil)
            }
        }
        for name in names {
            let role = receiver.role(of: name, isFolder: false)
            if case .inputs = role { continue }
            if let role { coming.insert(role.stem) }
            guard complete.contains(name) else { continue }
            // What is neither fails with a reason.
            claim(name, stem: role?.stem ?? name, tree: nil, seen: present[name])
        }
        for name in names where complete.contains(name) && !taken.contains(name) {
            guard case .inputs(let stem) = receiver.role(of: name, isFolder: false) else { continue }
            if busy.contains(stem) {
                look.areSomeWaiting = true
            } else if coming.contains(stem) {
                // For the folder in the inbox, which is the newer one: it is claimed, or stays until it changes.
                continue
            } else {
                matchInputs(name, present[name], stem: stem, at: now, original, into: &look)
            }
        }
    }

    /// The digest of a folder that can be taken; otherwise `nil`.
    private mutating func completeTree(
        _ name: String, _ receiver: any TreeReceiver, at now: Timestamp, in look: inout Look
    ) -> String? {
        let path = "\(rule.inbox.path)/\(name)"
        let tree: TreeListing
        do {
            tree = try files.tree(path, limits: receiver.limits, findingWriters: false)
        } catch {
            remark(.unreadable, on: name, in: &look)
            return nil
        }
        let settle = max(rule.settle, receiver.settle)
        if let seen = treeSightings[name], seen.digest == tree.digest, seen.since <= now {
            if seen.isRefused { return nil }
            if now - seen.since < settle {
                look.areSomeUnsettled = true
                return nil
            }
        } else {
            treeSightings[name] = TreeSighting(digest: tree.digest, since: now)
            guard settle == .zero else {
                look.areSomeUnsettled = true
                return nil
            }
        }
        if let changed = tree.unfinished, now - Timestamp(milliseconds: changed / 1_000_000) < Self.abandoned {
            // Not unsettled: a single run does not wait for it.
            remark(.unfinished, on: name, in: &look)
            return nil
        }
        // The files are opened only if nothing else is against it.
        let again = try? files.tree(path, limits: receiver.limits, findingWriters: true)
        guard let again, again.digest == tree.digest, !again.hasWriter else {
            look.areSomeUnsettled = true
            return nil
        }
        return tree.digest
    }

    /// Remembers that a folder cannot be renamed, so that it is left alone until it changes.
    mutating func noteRefusal(of match: Match, _ error: FolderFileError) {
        guard match.tree != nil, let name = match.original, error.call == "rename",
            [EXDEV, EACCES, EPERM, EBUSY, EROFS].contains(error.number)
        else { return }
        treeSightings[name]?.isRefused = true
    }
}
