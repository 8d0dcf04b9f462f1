import Foundation
import Logging
import Pipeline

/// Scans an inbox for files that are complete and belong together.
struct Inbox: Sendable {
    let rule: WatchRule
    let kind: any Kind
    let receiver: (any DropReceiver)?
    let trees: (any TreeReceiver)?
    let files: any FolderFiles

    /// Whether names stay out of logs.
    var isPrivate: Bool { receiver != nil || trees?.isPrivate == true }

    /// A file's facts when it was last seen, and the time since which they have not changed.
    private struct Sighting: Sendable {
        var facts: FileFacts
        var since: Timestamp
        /// When the file was first seen.
        var first: Timestamp
    }

    /// The longest wait of an order for a file that was there before it, and neither changes nor becomes complete, and of
    /// inputs for an original that cannot be looked up.
    private static let patience = Duration.seconds(60)

    private var sightings: [String: Sighting] = [:]
    /// When the original of inputs could first not be looked up, by the name of the inputs.
    private var troubles: [String: Timestamp] = [:]
    /// The folders that may become drops.
    var treeSightings: [String: TreeSighting] = [:]
    /// The last remark about each file, so that each is logged once.
    private var remarks: [String: Remark] = [:]

    /// Why a file is left in the inbox.
    enum Remark: String, Sendable {
        case link = "links are not followed; drop the file itself"
        case special = "this is not a regular file; it is ignored"
        case folder = "sub-folders are not scanned"
        case waiting = "inputs are waiting for their original"
        case lookup = "their original cannot be looked up; this is tried again"
        case locked = "it cannot be moved out of the inbox"
        case unfinished = "a file in the folder is not complete by its name"
        case unreadable = "the folder cannot be read"
        case name = "a name that is not UTF-8 cannot be handled; rename the file"
    }

    /// Files to claim together.
    struct Match: Sendable, Hashable {
        var stem: String
        var original: String?
        var inputs: String?
        /// The original that was dropped earlier, for inputs alone.
        var source: KnownOriginal?
        /// The facts of the files, by their name in the drop's folder.
        var seen: [String: FileFacts]
        /// The digest of the original, if that is a folder.
        var tree: String?
    }

    /// The result of a scan.
    struct Look: Sendable {
        /// Files that can be claimed now, in the order of names.
        var matches: [Match] = []
        /// Whether there are files that may become complete by waiting alone.
        var areSomeUnsettled = false
        /// Whether these are folders that are drops, which take their own time.
        var areOnlyTreesUnsettled = false
        /// Whether files wait until others of their collection have been added.
        var areSomeWaiting = false
        /// What to log: the names of files and why they are left, with the error that prevents more.
        var remarks: [(name: String, remark: Remark, error: (any Error)?)] = []
    }

    init(
        rule: WatchRule, kind: any Kind, receiver: (any DropReceiver)?, trees: (any TreeReceiver)? = nil,
        files: any FolderFiles
    ) {
        self.rule = rule
        self.kind = kind
        self.receiver = receiver
        self.trees = trees
        self.files = files
    }

    /// Scans the inbox.
    ///
    /// - Parameters:
    ///   - now: the current time.
    ///   - limit: the maximum number of matches among files of collections; at least 1.
    ///   - newcomers: returns the names of files that have been taken but not yet added to a collection.
    ///   - original: returns the original that is known for inputs with a stem; an error means that it cannot be looked up
    ///     at the moment.
    /// - Returns: what can be claimed.
    /// - Throws: ``FolderFileError`` if the folder cannot be read.
    mutating func look(
        at now: Timestamp, limit: Int, newcomers: () throws -> [String], original: (String) throws -> KnownOriginal?
    ) throws -> Look {
        var look = Look()
        var complete: Set<String> = []
        var present: [String: FileFacts] = [:]
        var folders: [String] = []
        let (names, unreadable) = try files.names(in: rule.inbox.path)
        // Of names that differ in how accents are encoded, which Swift takes for one, the first by its bytes is first taken.
        let inOrder = names.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
        for name in inOrder where !FileNames.isPrivate(name) && present[name] == nil {
            guard let facts = try files.facts("\(rule.inbox.path)/\(name)") else { continue }
            switch facts.kind {
            case .file: present[name] = facts
            case .folder:
                if trees?.role(of: name, isFolder: true) == nil {
                    remark(.folder, on: name, in: &look)
                } else {
                    folders.append(name)
                }
            case .link: remark(.link, on: name, in: &look)
            case .other: remark(.special, on: name, in: &look)
            }
        }
        if unreadable > 0 { remark(.name, on: "\(unreadable) file(s)", in: &look) }
        for (name, facts) in present where isComplete(name, facts, at: now) { complete.insert(name) }
        sightings = sightings.filter { present[$0.key] != nil }
        troubles = troubles.filter { present[$0.key] != nil }
        remarks = remarks.filter { present[$0.key] != nil || ![.waiting, .lookup].contains($0.value) }
        look.areSomeUnsettled = complete.count < present.count
        if let trees {
            look.areOnlyTreesUnsettled = !look.areSomeUnsettled
            try matchTrees(
                folders, present, complete: complete, for: trees, at: now, newcomers: newcomers,
                original: original, into: &look)
        } else if let receiver {
            try match(
                present, complete: complete, for: receiver, at: now, newcomers: newcomers, original: original,
                into: &look)
        } else if let collections = kind as? any CollectionKind {
            try match(present, complete: complete, in: collections, limit, newcomers: newcomers, into: &look)
        } else {
            match(present, complete: complete, at: now, original: original, into: &look)
        }
        return look
    }

    private mutating func isComplete(_ name: String, _ facts: FileFacts, at now: Timestamp) -> Bool {
        // A sighting in the future was made before the clock was set back.
        guard let seen = sightings[name], seen.facts == facts, seen.since <= now else {
            let first = sightings[name].map { min($0.first, now) } ?? now
            sightings[name] = Sighting(facts: facts, since: now, first: first)
            return rule.settle == .zero && !files.hasWriter("\(rule.inbox.path)/\(name)")
        }
        return now - seen.since >= rule.settle && !files.hasWriter("\(rule.inbox.path)/\(name)")
    }

    /// An original is claimed with the first of its inputs; further inputs follow on their own.
    private mutating func match(
        _ present: [String: FileFacts], complete: Set<String>, at now: Timestamp,
        original: (String) throws -> KnownOriginal?, into look: inout Look
    ) {
        let names = present.keys.sorted()
        var inputs: [String: [String]] = [:]
        for name in names {
            if case .inputs(let stem) = kind.role(of: name) { inputs[stem, default: []].append(name) }
        }
        var taken: Set<String> = []
        for name in names {
            guard case .original(let stem) = kind.role(of: name) else { continue }
            let mine = ((inputs[name] ?? []) + (inputs[stem] ?? [])).first { !taken.contains($0) }
            if let mine { taken.insert(mine) }
            guard complete.contains(name), mine.map(complete.contains) ?? true else { continue }
            let seen = [Drop.originalFile: present[name], Drop.inputsFile: mine.flatMap { present[$0] }]
            look.matches.append(
                Match(stem: stem, original: name, inputs: mine, seen: seen.compactMapValues(\.self)))
        }
        for name in names where complete.contains(name) && !taken.contains(name) {
            guard case .inputs(let stem) = kind.role(of: name) else { continue }
            matchInputs(name, present[name], stem: stem, at: now, original, into: &look)
        }
    }

    /// Claims inputs whose original was dropped earlier.
    mutating func matchInputs(
        _ name: String, _ facts: FileFacts?, stem: String, at now: Timestamp,
        _ original: (String) throws -> KnownOriginal?, into look: inout Look
    ) {
        guard case .found(let source) = find(name, at: now, { try original(stem) }, in: &look) else { return }
        let seen = [Drop.inputsFile: facts].compactMapValues(\.self)
        look.matches.append(Match(stem: stem, original: nil, inputs: name, source: source, seen: seen))
    }

    private enum Finding {
        case found(KnownOriginal)
        case unknown
        /// It could not be looked up, which is tried again.
        case notYetKnown
    }

    /// Looks up the original of inputs.
    ///
    /// An error of the disk does not mean that there is none: the inputs stay, and a single run does not end yet.
    private mutating func find(
        _ name: String, at now: Timestamp, _ original: () throws -> KnownOriginal?, in look: inout Look
    ) -> Finding {
        do {
            let original = try original()
            troubles[name] = nil
            if let original { return .found(original) }
        } catch {
            let since = min(troubles[name] ?? now, now)
            troubles[name] = since
            remark(.lookup, on: name, error, in: &look)
            if now - since < Self.patience {
                look.areSomeUnsettled = true
                look.areOnlyTreesUnsettled = false
                return .notYetKnown
            }
            return .unknown
        }
        remark(.waiting, on: name, in: &look)
        return .unknown
    }

    /// Each file is claimed alone, after the files that it is read with, and after an earlier one of its name.
    private func match(
        _ present: [String: FileFacts], complete: Set<String>, in kind: any CollectionKind, _ limit: Int,
        newcomers: () throws -> [String], into look: inout Look
    ) throws {
        if complete.isEmpty { return }
        let taken = try newcomers()
        var others: [String: [String]] = [:]
        for name in Set(present.keys).union(taken) {
            if let collection = kind.collection(of: name) { others[collection, default: []].append(name) }
        }
        for name in complete.sorted() where look.matches.count < limit {
            let collection = kind.collection(of: name)
            let names = (collection.flatMap { others[$0] } ?? []).filter { $0 != name }
            if taken.contains(name) || !kind.companions(of: name, among: names).isEmpty {
                look.areSomeWaiting = true
                continue
            }
            let seen = [Drop.originalFile: present[name]].compactMapValues(\.self)
            look.matches.append(Match(stem: collection ?? name, original: name, inputs: nil, seen: seen))
        }
    }

    /// Each file is claimed alone: originals first, then what belongs to those that are known, and orders when nothing
    /// is left that was there before them.
    private mutating func match(
        _ present: [String: FileFacts], complete: Set<String>, for receiver: any DropReceiver, at now: Timestamp,
        newcomers: () throws -> [String], original: (String) throws -> KnownOriginal?, into look: inout Look
    ) throws {
        if complete.isEmpty { return }
        let taken = Set(try newcomers())
        let roles = Dictionary(
            uniqueKeysWithValues: taken.union(present.keys).map { ($0, receiver.role(of: $0)) })
        func stems(ofOriginals names: some Sequence<String>) -> Set<String> {
            Set(names.lazy.compactMap { roles[$0] }.filter { $0.part == .original }.map(\.stem))
        }
        let comingStems = stems(ofOriginals: roles.keys)
        // Their originals will be known in the end, or will have failed.
        let surelyComing = stems(ofOriginals: taken.union(complete))
        // An earlier file of the same name comes first, so that the newer one stays the newer one.
        let free = complete.subtracting(taken).sorted()
        look.areSomeWaiting = free.count < complete.count
        func claim(_ name: String, _ stem: String) {
            let seen = [Drop.originalFile: present[name]].compactMapValues(\.self)
            look.matches.append(Match(stem: stem, original: name, inputs: nil, seen: seen))
        }
        let incomplete = Set(present.keys).subtracting(free)
        var held: Set<String> = []
        for name in free {
            guard let role = roles[name], role.part == .original else { continue }
            claim(name, role.stem)
        }
        for name in free {
            guard let role = roles[name], role.part == .companion || role.part == .inputs else { continue }
            if comingStems.contains(role.stem) {
                look.areSomeWaiting = true
                if surelyComing.contains(role.stem) { held.insert(name) }
            } else {
                switch find(name, at: now, { try original(role.stem) }, in: &look) {
                case .found: claim(name, role.stem)
                case .unknown: break
                case .notYetKnown: held.insert(name)
                }
            }
        }
        for name in free {
            guard let role = roles[name], role.part == .order else { continue }
            let first = sightings[name]?.first ?? now
            let areSomeComing = incomplete.union(held).contains { other in
                guard roles[other]?.part != .order, let seen = sightings[other], seen.first <= first else {
                    return false
                }
                return held.contains(other) || taken.contains(other) || now - seen.since < Self.patience
            }
            if areSomeComing {
                look.areSomeWaiting = true
            } else {
                claim(name, role.stem)
            }
        }
    }

    /// Whether a match is an order of a receiver.
    func isOrder(_ match: Match) -> Bool {
        guard let receiver, let name = match.original else { return false }
        return receiver.role(of: name).part == .order
    }

    /// Whether a match is an original that waits for others once it has been taken: these need room as well.
    func isAwaiting(_ match: Match) -> Bool {
        guard let receiver, let name = match.original else { return false }
        return receiver.role(of: name).part == .original
    }

    mutating func remark(_ remark: Remark, on name: String, _ error: (any Error)? = nil, in look: inout Look) {
        if isNew(remark, for: name) { look.remarks.append((name, remark, error)) }
    }

    /// What the log says of a file: its name, or, where names stay out of logs, the number of its inode, which
    /// `find INBOX -inum N` finds.
    func designation(of name: String) -> Logger.Metadata {
        guard isPrivate else { return ["file": "\(name)"] }
        guard let facts = try? files.facts("\(rule.inbox.path)/\(name)") else { return ["file": "private"] }
        return ["file": "private", "inode": "\(facts.inode)"]
    }

    /// Whether this remark has not yet been made about a file.
    mutating func isNew(_ remark: Remark, for name: String) -> Bool {
        remarks.updateValue(remark, forKey: name) != remark
    }
}
