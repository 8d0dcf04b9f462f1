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

    /// Files are taken by one process at a time, so that a form and its values are not taken by two.
    func lockClaims() throws -> (any FileLock)? {
        try files.lock(root + "/claims.lock", waiting: true)
    }

    // MARK: Taking files

    /// Takes files out of the inbox. Answers nil where the first of them is gone.
    func claim(_ drop: Drop, original: String?, inputs: String?) throws -> (any FileLock)? {
        let folder = folder(of: drop.id)
        try files.makeFolder(folder)
        let lock = try files.lock(folder + "/lock", waiting: false)
        try save(drop)
        try files.synchronise(folder: drops)
        var taken = 0
        for (name, file) in [(original, Drop.originalFile), (inputs, Drop.inputsFile)] {
            guard let name else { continue }
            do {
                try files.renameWithoutReplacing("\(rule.inbox.path)/\(name)", to: "\(folder)/\(file)")
                taken += 1
            } catch let error as FolderFileError where error.number == ENOENT {
                if taken == 0 { break }
            }
        }
        guard taken > 0 else {
            try discard(drop.id)
            return nil
        }
        try files.synchronise(folder: folder)
        try files.synchronise(folder: rule.inbox.path)
        return lock
    }

    /// The drops that nobody works on: left behind by a process that died, or by one that stopped.
    func orphans(except own: Set<UUID>) throws -> [(Drop, any FileLock)] {
        try files.names(in: drops).names.compactMap { name in
            guard let id = UUID(uuidString: name), !own.contains(id),
                let lock = try? files.lock(folder(of: id) + "/lock", waiting: false)
            else { return nil }
            return try adopted(id).map { ($0, lock) }
        }
    }

    /// What is found of a drop is believed: a claim may have been cut short between two renames.
    private func adopted(_ id: UUID) throws -> Drop? {
        let folder = folder(of: id)
        guard let data = try? files.read(folder + "/drop.json", limit: 1 << 20),
            var drop = try? JSONDecoder().decode(Drop.self, from: data)
        else {
            // The files come after the manifest and go before it, so there are none.
            try discard(id)
            return nil
        }
        guard drop.ending == nil else { return drop }
        if try files.facts("\(folder)/\(Drop.originalFile)") == nil { drop.original = nil }
        if try files.facts("\(folder)/\(Drop.inputsFile)") == nil { drop.inputs = nil }
        if drop.original == nil, drop.inputs == nil || drop.source == nil {
            // Inputs whose original stayed behind go back to it.
            if let inputs = drop.inputs, !(try giveBack(inputs, of: drop)) { return drop }
            try discard(id)
            return nil
        }
        return drop
    }

    /// Puts inputs back into the inbox; false where their name is taken by now.
    private func giveBack(_ name: String, of drop: Drop) throws -> Bool {
        do {
            try files.renameWithoutReplacing(
                "\(folder(of: drop.id))/\(Drop.inputsFile)", to: "\(rule.inbox.path)/\(name)")
            return true
        } catch let error as FolderFileError where error.number == EEXIST {
            return false
        }
    }

    // MARK: The manifest

    func save(_ drop: Drop) throws {
        let folder = folder(of: drop.id)
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .prettyPrinted]
        try files.write(try encoder.encode(drop), to: folder + "/drop.json.tmp")
        try files.rename(folder + "/drop.json.tmp", to: folder + "/drop.json")
        try files.synchronise(folder: folder)
    }

    func read(_ file: String, of drop: Drop, limit: Int) throws -> Data {
        try files.read("\(folder(of: drop.id))/\(file)", limit: limit)
    }

    /// Removes what is left of a drop: the manifest before the lock, so that what remains after a crash has neither.
    func discard(_ id: UUID) throws {
        let folder = folder(of: id)
        let names = (try? files.names(in: folder).names) ?? []
        for name in names.sorted(by: { $0 != "lock" && $1 == "lock" }) { try files.remove("\(folder)/\(name)") }
        try files.removeFolder(folder)
    }

    // MARK: Originals that inputs may come for

    /// Remembers an original by its stem and by its whole name.
    func remember(_ original: KnownOriginal, stem: String) throws {
        let data = try JSONEncoder().encode(original)
        for key in [stem, original.fileName] {
            try files.write(data, to: path(ofOriginal: key) + ".tmp")
            try files.rename(path(ofOriginal: key) + ".tmp", to: path(ofOriginal: key))
        }
        try files.synchronise(folder: originals)
    }

    func original(for key: String) -> KnownOriginal? {
        guard let data = try? files.read(path(ofOriginal: key), limit: 1 << 16) else { return nil }
        return try? JSONDecoder().decode(KnownOriginal.self, from: data)
    }

    /// A name may hold anything; its digest is a name for sure.
    private func path(ofOriginal key: String) -> String {
        "\(originals)/\(ContentID(of: Data(key.utf8)).hex)"
    }
}
