import Files
import Foundation
import Logging
import Pipeline

/// Scans an inbox for complete files that belong together.
public struct Inbox: Sendable {
    let claimFolder: ClaimFolder

    var rule: WatchRule { claimFolder.rule }
    var files: any FolderFiles { claimFolder.files }

    /// A file's facts at its last sighting, and since when they have not changed.
    struct Sighting: Sendable {
        var facts: FileFacts
        var since: Timestamp
        /// When the file was first seen.
        var first: Timestamp
    }

    /// Maximum time to wait for a stalled file or a failing lookup.
    ///
    /// An order waits this long for an earlier file that neither changes nor becomes complete, and inputs for an
    /// original that cannot be looked up.
    static let patience = Duration.seconds(60)

    private var sightings: [String: Sighting] = [:]
    /// When the lookup of an original first failed, by the name of the inputs.
    private var troubles: [String: Timestamp] = [:]
    /// The folders that may become drops.
    var treeSightings: [String: TreeSighting] = [:]
    /// The last remark about each file, so that each is logged once.
    private var remarks: [String: Remark] = [:]

    /// The reason for leaving a file in the inbox.
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
        /// The original dropped earlier, for inputs dropped alone.
        var source: KnownOriginal?
        /// The facts of the files, by name in the drop's folder.
        var seen: [String: FileFacts]
        /// The digest of the original if it is a folder.
        var tree: String?
        /// The order of claiming when there are too many drops to process at once.
        var turn = Turn.usual

        enum Turn: Sendable {
            case usual
            /// Leaves room for other drops, because it will wait for them.
            case leavingRoom
            /// After everything that was there before it.
            case last
        }
    }

    /// A scan of the inbox, with the matches of a handler.
    public struct Look: Sendable {
        /// The time of the scan.
        let now: Timestamp
        /// Maximum number of matches among files of collections; at least 1.
        let limit: Int
        /// Returns the known original for inputs with a stem.
        ///
        /// It throws if the original cannot be looked up at the moment.
        let original: @Sendable (String) throws -> KnownOriginal?
        /// The files, by name.
        fileprivate(set) var present: [String: FileFacts] = [:]
        /// The names of files that no longer change.
        fileprivate(set) var complete: Set<String> = []
        /// The names of folders that may become drops.
        fileprivate(set) var folders: [String] = []
        /// The files that can be claimed now, in the order of claiming.
        private(set) var matches: [Match] = []
        /// The shortest time until something may be complete; `nil` if waiting alone completes nothing.
        private(set) var settle: Duration?
        /// Whether files wait until others of their collection have been added.
        var hasWaiting = false
        /// What to log.
        ///
        /// These are the names of files and why they are left, with the error that prevents more.
        fileprivate(set) var remarks: [(name: String, remark: Remark, error: (any Error)?)] = []

        init(at now: Timestamp, limit: Int, original: @escaping @Sendable (String) throws -> KnownOriginal?) {
            self.now = now
            self.limit = limit
            self.original = original
        }

        /// Notes that something may be complete after this time without changes.
        mutating func wait(for time: Duration) { settle = min(settle ?? time, time) }

        /// Matches an original with inputs.
        ///
        /// `tree` is the original's digest if it is a folder.
        mutating func match(
            _ original: String, with inputs: String? = nil, stem: String, tree: String? = nil, turn: Match.Turn = .usual
        ) {
            let seen = [Drop.originalFile: present[original], Drop.inputsFile: inputs.flatMap { present[$0] }]
            matches.append(
                Match(
                    stem: stem, original: original, inputs: inputs, seen: seen.compactMapValues(\.self), tree: tree,
                    turn: turn))
        }

        /// Matches inputs with an original that was dropped earlier.
        mutating func match(inputs: String, of source: KnownOriginal, stem: String) {
            let seen = [Drop.inputsFile: present[inputs]].compactMapValues(\.self)
            matches.append(Match(stem: stem, original: nil, inputs: inputs, source: source, seen: seen))
        }
    }

    init(_ claimFolder: ClaimFolder) {
        self.claimFolder = claimFolder
    }

    /// Scans the inbox.
    ///
    /// - Parameter look: a new scan, which receives the matches.
    /// - Throws: ``SystemCallError`` if the folder cannot be read.
    mutating func scan(_ look: inout Look) throws {
        let (names, unreadable) = try files.names(in: rule.inbox.path)
        // Swift considers names equal that differ only in the encoding of accents; the first by its bytes is taken
        // first.
        let inOrder = names.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
        for name in inOrder where !FileNames.isPrivate(name) && look.present[name] == nil {
            guard let facts = try files.facts("\(rule.inbox.path)/\(name)") else { continue }
            switch facts.kind {
            case .file: look.present[name] = facts
            case .folder:
                if claimFolder.handler.takesFolder(named: name) {
                    look.folders.append(name)
                } else {
                    remark(.folder, on: name, in: &look)
                }
            case .link: remark(.link, on: name, in: &look)
            case .other: remark(.special, on: name, in: &look)
            }
        }
        if unreadable > 0 { remark(.name, on: "\(unreadable) file(s)", in: &look) }
        let present = look.present
        for (name, facts) in present where isComplete(name, facts, at: look.now) { look.complete.insert(name) }
        sightings = sightings.filter { present[$0.key] != nil }
        troubles = troubles.filter { present[$0.key] != nil }
        remarks = remarks.filter { present[$0.key] != nil || ![.waiting, .lookup].contains($0.value) }
        if look.complete.count < present.count { look.wait(for: rule.settle) }
        try claimFolder.handler.match(&look, in: &self)
    }

    /// Returns the names of claimed files not yet added to a collection.
    func newcomers() throws -> [String] { try claimFolder.newcomers().compactMap(\.original) }

    /// Returns the last sighting of a file, if there is one.
    func sighting(of name: String) -> Sighting? { sightings[name] }

    private mutating func isComplete(_ name: String, _ facts: FileFacts, at now: Timestamp) -> Bool {
        // A sighting in the future was made before the clock was set back.
        guard let seen = sightings[name], seen.facts == facts, seen.since <= now else {
            let first = sightings[name].map { min($0.first, now) } ?? now
            sightings[name] = Sighting(facts: facts, since: now, first: first)
            return rule.settle == .zero && !files.hasWriter("\(rule.inbox.path)/\(name)")
        }
        return now - seen.since >= rule.settle && !files.hasWriter("\(rule.inbox.path)/\(name)")
    }

    /// Matches inputs with an original that was dropped earlier, if it is known.
    mutating func matchInputs(_ name: String, stem: String, in look: inout Look) {
        guard case .found(let source) = findOriginal(of: name, stem: stem, in: &look) else { return }
        look.match(inputs: name, of: source, stem: stem)
    }

    enum Finding {
        case found(KnownOriginal)
        case unknown
        /// The lookup failed, and will be repeated.
        case notYetKnown
    }

    /// Looks up the original of inputs.
    ///
    /// After a disk error the original may still exist: the inputs stay, and a single run does not end yet.
    mutating func findOriginal(of name: String, stem: String, in look: inout Look) -> Finding {
        do {
            let original = try look.original(stem)
            troubles[name] = nil
            if let original { return .found(original) }
        } catch {
            let since = min(troubles[name] ?? look.now, look.now)
            troubles[name] = since
            remark(.lookup, on: name, error, in: &look)
            if look.now - since < Self.patience {
                look.wait(for: rule.settle)
                return .notYetKnown
            }
            return .unknown
        }
        remark(.waiting, on: name, in: &look)
        return .unknown
    }

    mutating func remark(_ remark: Remark, on name: String, _ error: (any Error)? = nil, in look: inout Look) {
        if isNew(remark, for: name) { look.remarks.append((name, remark, error)) }
    }

    /// Returns the designation of a file for the log.
    ///
    /// This is its name or, where names stay out of logs, its inode number, which `find INBOX -inum N` finds.
    func designation(of name: String) -> Logger.Metadata {
        guard claimFolder.handler.hidesNames else { return ["file": "\(name)"] }
        guard let facts = try? files.facts("\(rule.inbox.path)/\(name)") else { return ["file": "private"] }
        return ["file": "private", "inode": "\(facts.inode)"]
    }

    /// Returns whether this remark is new for a file, and remembers it.
    mutating func isNew(_ remark: Remark, for name: String) -> Bool {
        remarks.updateValue(remark, forKey: name) != remark
    }
}
