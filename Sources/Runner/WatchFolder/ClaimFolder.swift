import Files
import Foundation
import Pipeline

/// The private folder of a watched inbox, `<inbox>/.formwright`.
///
/// It is on the inbox's file system, so that a file is claimed by a single rename.
struct ClaimFolder: Sendable {
    let rule: WatchRule
    let files: any FolderFiles
    /// Processes the drops.
    let handler: any DropHandler

    /// Whether the files are readable by their owner only.
    var isPrivate: Bool { handler.isPrivate }

    /// The permissions of files that result from drops, before the umask applies.
    var permissions: UInt32 { isPrivate ? 0o600 : 0o666 }
    /// Returns the permissions of a drop's results.
    ///
    /// Only those who can read all sources of the results may read the results.
    func permissions(ofResultsOf drop: Drop) throws -> UInt32 {
        guard !isPrivate else { return permissions }
        let inputs = drop.files.map { "\(folder(of: drop.id))/\($0.file)" } + [rule.profile?.path].compactMap(\.self)
        return try inputs.reduce(permissions & (drop.source?.permissions ?? permissions)) {
            try $0 & (files.outputPermissions($1) ?? permissions)
        }
    }

    /// The permissions of folders, before the umask applies.
    ///
    /// Private folders hide even the number of files.
    var folderPermissions: UInt32 { isPrivate ? 0o700 : 0o777 }

    var root: String { rule.inbox.path + "/.formwright" }
    var drops: String { root + "/drops" }
    private var originals: String { root + "/originals" }

    func folder(of drop: UUID) -> String { "\(drops)/\(drop.uuidString)" }

    /// Creates missing folders, including those of the rule.
    func prepare() throws {
        try files.makeFolder(rule.inbox.path)
        for folder in [root, drops, originals] { try files.makeFolder(folder, permissions: folderPermissions) }
    }

    /// Locks claiming, so that two processes do not split files that belong together.
    ///
    /// Returns `nil` if another process holds the lock.
    func lockClaims() throws -> (any FileLock)? {
        try files.lock(root + "/claims.lock", making: true)
    }

    // MARK: Claiming files

    /// Moves the files named by a drop out of the inbox.
    ///
    /// - Returns: the drop with the files that were still there, and the lock that reserves it for this process; `nil`
    ///   if there were none, or if they were returned because another process was changing them.
    func claim(_ wish: Drop) throws -> (Drop, any FileLock)? {
        var drop = wish
        let folder = folder(of: drop.id)
        try files.makeFolder(folder, permissions: folderPermissions)
        guard let lock = try files.lock(folder + "/lock", making: true) else { return nil }
        do {
            try save(drop)
            if let name = drop.original, !(try take(name, as: Drop.originalFile, folder)) {
                try discard(drop.id)
                return nil
            }
            if let name = drop.inputs, !(try take(name, as: Drop.inputsFile, folder)) {
                drop.inputs = nil
                if drop.original == nil {
                    try discard(drop.id)
                    return nil
                }
                try save(drop)
            }
        } catch {
            // If a file was moved, the drop is adopted later; otherwise its files stay in the inbox.
            if try files.facts("\(folder)/\(Drop.originalFile)") == nil,
                try files.facts("\(folder)/\(Drop.inputsFile)") == nil
            {
                try? discard(drop.id)
            }
            throw error
        }
        // A process may have started to write between the check and the rename. No process can start under the new
        // name.
        if try !isAsSeen(drop), try giveBack(&drop) { return nil }
        try files.synchronise(folder: folder)
        try files.synchronise(folder: rule.inbox.path)
        return (drop, lock)
    }

    /// Returns whether the files are unchanged since found complete, and have no writers.
    private func isAsSeen(_ drop: Drop) throws -> Bool {
        try drop.files.allSatisfy { file, _ in
            let path = "\(folder(of: drop.id))/\(file)"
            if file == Drop.originalFile, let seen = drop.tree {
                let tree = try files.tree(path, limits: handler.limits, findingWriters: true)
                return tree.digest == seen && !tree.hasWriter
            }
            guard let seen = drop.seen?[file] else { return true }
            return try files.facts(path) == seen && !files.hasWriter(path)
        }
    }

    /// The state of the files of a claimed drop.
    enum State: Sendable {
        case complete
        /// The files are being changed and cannot be returned to the inbox yet.
        case unsettled
        /// The files are in the inbox again, and the drop has been removed.
        case givenBack
    }

    /// Returns the files of a drop to the inbox if another process is changing them.
    ///
    /// If a name is taken there, the drop stays, and the next check compares with the current state of the files. A
    /// drop in progress is not returned.
    func check(_ drop: inout Drop) throws -> State {
        let folder = folder(of: drop.id)
        if try isAsSeen(drop) { return .complete }
        let isBegun =
            try drop.nextRecord > 1 || drop.membership != nil || drop.whole != nil || drop.fill != nil
            || files.names(in: folder).names.contains { $0.hasPrefix("delivery-") }
        if isBegun { return .complete }
        // Prevents another process from claiming one file before the other is back.
        guard let claims = try lockClaims() else { return .unsettled }
        defer { withExtendedLifetime(claims) {} }
        if try giveBack(&drop) { return .givenBack }
        for (file, _) in drop.files { drop.seen?[file] = try files.facts("\(folder)/\(file)") }
        if drop.tree != nil {
            drop.tree = try files.tree("\(folder)/\(Drop.originalFile)", limits: handler.limits, findingWriters: false)
                .digest
        }
        return .unsettled
    }

    /// Moves a file from the inbox to the folder of a drop.
    ///
    /// Returns false if the file no longer exists.
    private func take(_ name: String, as file: String, _ folder: String) throws -> Bool {
        do {
            try files.renameWithoutReplacing("\(rule.inbox.path)/\(name)", to: "\(folder)/\(file)")
            return true
        } catch let error as SystemCallError where error.number == ENOENT {
            return false
        }
    }

    /// Adopts drops left by processes that died or stopped.
    ///
    /// The caller must hold the lock for claims, so that no adopted drop is a claim that has just started.
    ///
    /// `limit` is the maximum number to adopt; `report` is called for each drop that cannot be adopted.
    func orphans(
        except own: Set<UUID>, limit: Int, report: (UUID, any Error) -> Void
    ) throws -> [(Drop, any FileLock)] {
        var found: [(Drop, any FileLock)] = []
        for name in try files.names(in: drops).names where found.count < limit {
            guard let id = UUID(uuidString: name), !own.contains(id) else { continue }
            do {
                if let drop = try orphan(id) { found.append(drop) }
            } catch {
                report(id, error)
            }
        }
        return found
    }

    private func orphan(_ id: UUID) throws -> (Drop, any FileLock)? {
        let lock: (any FileLock)?
        do {
            lock = try files.lock(folder(of: id) + "/lock", making: false)
        } catch let error as SystemCallError where error.number == ENOENT {
            // Created but not yet claimed, or almost removed: the folder is removed if it is empty.
            try? files.removeFolder(folder(of: id))
            return nil
        }
        guard let lock else { return nil }
        return try adopted(id).map { ($0, lock) }
    }

    /// Returns an adopted drop with the files that are present; `nil` if it was removed.
    ///
    /// The files decide, not the manifest: a claim may have been interrupted between two renames.
    private func adopted(_ id: UUID) throws -> Drop? {
        let folder = folder(of: id)
        let hasOriginal = try files.facts("\(folder)/\(Drop.originalFile)") != nil
        let hasInputs = try files.facts("\(folder)/\(Drop.inputsFile)") != nil
        guard try files.facts(folder + "/drop.json") != nil else {
            // Files arrive after the manifest and leave before it, so there are none. Any that exist are left alone.
            try discard(id)
            return nil
        }
        var drop = try JSONDecoder().decode(Drop.self, from: files.read(folder + "/drop.json", limit: 1 << 20))
        guard drop.ending == nil else { return drop }
        if !hasOriginal { drop.original = nil }
        if hasOriginal, !hasInputs, let inputs = drop.inputs, try take(inputs, as: Drop.inputsFile, folder) {
            // This completes the interrupted claim.
            try files.synchronise(folder: folder)
        } else if !hasInputs {
            drop.inputs = nil
        }
        if drop.original == nil, drop.inputs == nil || drop.source == nil {
            // Inputs return to the inbox if their original stayed there.
            return try giveBack(&drop) ? nil : drop
        }
        return drop
    }

    /// Returns the files of a drop to the inbox and removes the drop.
    ///
    /// Returns false if a name is taken there.
    private func giveBack(_ drop: inout Drop) throws -> Bool {
        let inbox = rule.inbox.path
        guard try drop.files.allSatisfy({ try files.facts("\(inbox)/\($0.name)") == nil }) else { return false }
        for (file, name) in drop.files.reversed() {
            do {
                try files.renameWithoutReplacing("\(folder(of: drop.id))/\(file)", to: "\(inbox)/\(name)")
            } catch let error as SystemCallError where error.number == EEXIST {
                return false
            }
            if file == Drop.inputsFile { drop.inputs = nil }
        }
        try files.synchronise(folder: inbox)
        try discard(drop.id)
        return true
    }

    // MARK: The manifest

    func save(_ drop: Drop) throws {
        let folder = folder(of: drop.id)
        try files.write(try JSONText.encode(drop), to: folder + "/drop.json.tmp", permissions: permissions)
        try files.rename(folder + "/drop.json.tmp", to: folder + "/drop.json")
        try files.synchronise(folder: folder)
    }

    func read(_ file: String, of drop: Drop, limit: Int) throws -> Data {
        try files.read("\(folder(of: drop.id))/\(file)", limit: limit)
    }

    /// Removes a drop's folder and everything in it except dropped files.
    ///
    /// The manifest is removed before the lock, so that remains of a crash belong to no process.
    func discard(_ id: UUID) throws {
        let folder = folder(of: id)
        guard try files.facts(folder) != nil else { return }
        let own = try files.names(in: folder).names.filter { $0 != Drop.originalFile && $0 != Drop.inputsFile }
        for name in own where name != "lock" && name != "drop.json" { try files.remove("\(folder)/\(name)") }
        try files.remove(folder + "/drop.json")
        try files.remove(folder + "/lock")
        try files.removeFolder(folder)
    }

    // MARK: Originals for later inputs

    /// Remembers an original by its stem and by its full name.
    ///
    /// `drop` is the drop with the original; others may remember an original of the same name at the same time.
    func remember(_ original: KnownOriginal, stem: String, from drop: UUID) throws {
        let data = try JSONEncoder().encode(original)
        let temporary = "\(folder(of: drop))/original.json.tmp"
        for key in [stem, original.fileName] {
            try files.write(data, to: temporary, permissions: permissions)
            try files.rename(temporary, to: path(ofOriginal: key))
        }
        try files.synchronise(folder: originals)
    }

    /// Returns the most recently remembered original, or `fallback` without one.
    ///
    /// It returns `nil` if the original's bytes are no longer stored: any other original would be the wrong one.
    func original(
        for key: String, storedIn artefacts: any ArtefactStore, otherwise fallback: KnownOriginal?
    ) throws -> KnownOriginal? {
        let data: Data
        do {
            data = try files.read(path(ofOriginal: key), limit: 1 << 16)
        } catch let error as SystemCallError where error.number == ENOENT {
            return fallback
        }
        guard let own = try? JSONDecoder().decode(KnownOriginal.self, from: data) else { return nil }
        return try own.isStored(in: artefacts) ? own : nil
    }

    /// Returns the path of the record of an original.
    ///
    /// A key may contain any character, so its digest is the file name.
    private func path(ofOriginal key: String) -> String {
        "\(originals)/\(ContentID(of: Data(key.utf8)).hex)"
    }
}
