import Files
import Foundation
import Pipeline

/// The private folder of a watched inbox, `<inbox>/.formwright`: files that were taken, and originals that inputs may come
/// for later. On the inbox's own file system, so that taking a file is one rename.
struct Workspace: Sendable {
    let rule: WatchRule
    let files: any FolderFiles

    private var root: String { rule.inbox.path + "/.formwright" }
    private var drops: String { root + "/drops" }
    private var originals: String { root + "/originals" }

    func folder(of drop: UUID) -> String { "\(drops)/\(drop.uuidString)" }

    /// Makes the folders where they are missing, and those of the rule.
    func prepare() throws {
        for folder in [rule.inbox.path, root, drops, originals] { try files.makeFolder(folder) }
    }

    /// Files are taken by one process at a time, so that a form and its values are not taken by two. Nil where another is
    /// at it.
    func lockClaims() throws -> (any FileLock)? {
        try files.lock(root + "/claims.lock", making: true)
    }

    // MARK: Taking files

    /// Takes the files that a drop names out of the inbox.
    ///
    /// - Returns: the drop with those that were still there, and the lock that says it is this process's; nil where there
    ///   was none, or where they were given back since somebody began to change them.
    func claim(_ wish: Drop) throws -> (Drop, any FileLock)? {
        var drop = wish
        let folder = folder(of: drop.id)
        try files.makeFolder(folder)
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
            // What was taken is an orphan's, what was not stays in the inbox.
            if try files.facts("\(folder)/\(Drop.originalFile)") == nil,
                try files.facts("\(folder)/\(Drop.inputsFile)") == nil
            {
                try? discard(drop.id)
            }
            throw error
        }
        // Between the look and the rename somebody may have begun to write. By this name nobody begins any more.
        if try !isAsSeen(drop), try giveBack(&drop) { return nil }
        try files.synchronise(folder: folder)
        try files.synchronise(folder: rule.inbox.path)
        return (drop, lock)
    }

    /// Whether the files are what they were when they were found complete, and nobody has them open for writing.
    private func isAsSeen(_ drop: Drop) throws -> Bool {
        try drop.files.allSatisfy { file, _ in
            guard let seen = drop.seen?[file] else { return true }
            let path = "\(folder(of: drop.id))/\(file)"
            return try files.facts(path) == seen && !files.hasWriter(path)
        }
    }

    /// How it stands with the files of a drop that is to be worked on.
    enum State: Sendable {
        case complete
        /// Somebody changes them, and they cannot go back to the inbox yet.
        case unsettled
        /// They are in the inbox again, and the drop is no more.
        case givenBack
    }

    /// Gives the files of a drop back that somebody changes. Where a name is taken by now the drop stays, and what its
    /// files are now is what they are to be at the next check. What is begun is not given back.
    func check(_ drop: inout Drop) throws -> State {
        let folder = folder(of: drop.id)
        if try isAsSeen(drop) { return .complete }
        let isBegun = try drop.nextRecord > 1 || files.names(in: folder).names.contains { $0.hasPrefix("delivery-") }
        if isBegun { return .complete }
        // So that nobody takes the one file before the other is back.
        guard let claims = try lockClaims() else { return .unsettled }
        defer { withExtendedLifetime(claims) {} }
        if try giveBack(&drop) { return .givenBack }
        for (file, _) in drop.files { drop.seen?[file] = try files.facts("\(folder)/\(file)") }
        return .unsettled
    }

    /// False where the file is gone.
    private func take(_ name: String, as file: String, _ folder: String) throws -> Bool {
        do {
            try files.renameWithoutReplacing("\(rule.inbox.path)/\(name)", to: "\(folder)/\(file)")
            return true
        } catch let error as FolderFileError where error.number == ENOENT {
            return false
        }
    }

    /// Takes over the drops that nobody works on: left behind by a process that died, or by one that stopped. Only while
    /// claims are locked, so that none of them is a claim that has just begun.
    ///
    /// - Parameters:
    ///   - limit: the most to take over now.
    ///   - report: told of those that cannot be taken over.
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
        } catch let error as FolderFileError where error.number == ENOENT {
            // Made and not yet claimed, or nearly removed: there is nothing in it, or it stays.
            try? files.removeFolder(folder(of: id))
            return nil
        }
        guard let lock else { return nil }
        return try adopted(id).map { ($0, lock) }
    }

    /// What is found of a drop is believed: a claim may have been cut short between two renames.
    private func adopted(_ id: UUID) throws -> Drop? {
        let folder = folder(of: id)
        let hasOriginal = try files.facts("\(folder)/\(Drop.originalFile)") != nil
        let hasInputs = try files.facts("\(folder)/\(Drop.inputsFile)") != nil
        guard try files.facts(folder + "/drop.json") != nil else {
            // The files come after the manifest and go before it, so there are none; if there are, they are not touched.
            try discard(id)
            return nil
        }
        var drop = try JSONDecoder().decode(Drop.self, from: files.read(folder + "/drop.json", limit: 1 << 20))
        guard drop.ending == nil else { return drop }
        if !hasOriginal { drop.original = nil }
        if hasOriginal, !hasInputs, let inputs = drop.inputs, try take(inputs, as: Drop.inputsFile, folder) {
            // The claim is finished.
            try files.synchronise(folder: folder)
        } else if !hasInputs {
            drop.inputs = nil
        }
        if drop.original == nil, drop.inputs == nil || drop.source == nil {
            // Inputs whose original stayed behind go back to it.
            return try giveBack(&drop) ? nil : drop
        }
        return drop
    }

    /// Puts the files of a drop back into the inbox and removes it; false where a name is taken there by now.
    private func giveBack(_ drop: inout Drop) throws -> Bool {
        let inbox = rule.inbox.path
        guard try drop.files.allSatisfy({ try files.facts("\(inbox)/\($0.name)") == nil }) else { return false }
        for (file, name) in drop.files.reversed() {
            do {
                try files.renameWithoutReplacing("\(folder(of: drop.id))/\(file)", to: "\(inbox)/\(name)")
            } catch let error as FolderFileError where error.number == EEXIST {
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
        try files.write(try JSONText.encode(drop), to: folder + "/drop.json.tmp")
        try files.rename(folder + "/drop.json.tmp", to: folder + "/drop.json")
        try files.synchronise(folder: folder)
    }

    func read(_ file: String, of drop: Drop, limit: Int) throws -> Data {
        try files.read("\(folder(of: drop.id))/\(file)", limit: limit)
    }

    /// Removes what a drop's folder has besides dropped files, and the folder. The manifest goes before the lock, so that what
    /// remains after a crash is nobody's.
    func discard(_ id: UUID) throws {
        let folder = folder(of: id)
        guard try files.facts(folder) != nil else { return }
        let own = try files.names(in: folder).names.filter { $0 != Drop.originalFile && $0 != Drop.inputsFile }
        for name in own where name != "lock" && name != "drop.json" { try files.remove("\(folder)/\(name)") }
        try files.remove(folder + "/drop.json")
        try files.remove(folder + "/lock")
        try files.removeFolder(folder)
    }

    // MARK: Originals that inputs may come for

    /// Remembers an original by its stem and by its whole name.
    ///
    /// - Parameter drop: whose it is; others may remember one of the same name at the same time.
    func remember(_ original: KnownOriginal, stem: String, from drop: UUID) throws {
        let data = try JSONEncoder().encode(original)
        let temporary = "\(folder(of: drop))/original.json.tmp"
        for key in [stem, original.fileName] {
            try files.write(data, to: temporary)
            try files.rename(temporary, to: path(ofOriginal: key))
        }
        try files.synchronise(folder: originals)
    }

    /// The original that was remembered last, or `fallback` where none was. Nil where its bytes are gone: another would be
    /// the wrong one.
    func original(
        for key: String, storedIn artefacts: any ArtefactStore, otherwise fallback: KnownOriginal?
    ) throws -> KnownOriginal? {
        let data: Data
        do {
            data = try files.read(path(ofOriginal: key), limit: 1 << 16)
        } catch let error as FolderFileError where error.number == ENOENT {
            return fallback
        }
        guard let own = try? JSONDecoder().decode(KnownOriginal.self, from: data) else { return nil }
        return try own.isStored(in: artefacts) ? own : nil
    }

    /// A name may hold anything; its digest is a name for sure.
    private func path(ofOriginal key: String) -> String {
        "\(originals)/\(ContentID(of: Data(key.utf8)).hex)"
    }
}
