public import FailureModel
public import Foundation

/// Bytes on disk under what they are: `objects/ab/cdef…`, named by their SHA-256.
///
/// A name in `objects` always has all its bytes: they are written under a name in `incoming`, brought to the disk and then
/// renamed, and the folder's names are brought to the disk before ``put(_:)`` returns. So nothing half-written is ever
/// visible, and what was put survives a power cut. Equal bytes are stored once. Whether bytes are *wanted* is the
/// catalogue's to say; see ``collectGarbage(olderThan:keeping:)``.
///
/// Every method but ``collectGarbage(olderThan:keeping:)`` blocks on the disk: call it on a thread that may block.
public struct ArtefactStore: Sendable {
    /// The folder, made where it is missing.
    public let root: String
    private let files: any FileSystem
    private let environment: Environment

    /// Opens the folder and removes what a killed process left in `incoming` more than an hour ago.
    public init(root: String, files: any FileSystem = LocalFileSystem(), environment: Environment = Environment())
        throws
    {
        self.root = root
        self.files = files
        self.environment = environment
        for directory in [root, objects, incoming] { try files.makeDirectory(directory) }
        let parent = URL(fileURLWithPath: root).deletingLastPathComponent().path
        for directory in [objects, root, parent] { try files.synchronise(directory: directory) }
        try sweepIncoming()
    }

    private var objects: String { root + "/objects" }
    private var incoming: String { root + "/incoming" }
    private var lock: String { root + "/lock" }

    /// Where the bytes of this name are, or would be. Read-only for everybody.
    public func path(of content: ContentID) -> String {
        folder(of: content) + "/" + content.hex.dropFirst(2)
    }

    private func folder(of content: ContentID) -> String {
        objects + "/" + content.hex.prefix(2)
    }

    /// Stores bytes durably and answers their name. Throws ``FileSystemError``; then nothing is visible.
    public func put(_ bytes: Data) throws -> ContentID {
        let content = ContentID(of: bytes)
        try makeFolder(of: content)
        // Shared with other writers; the collector holds it alone, so bytes cannot vanish between the look and the touch.
        try files.withLock(lock, alone: false) {
            if try holds(bytes, content) {
                try files.touch(path(of: content), at: environment.clock.now)
                // Another process may have renamed it this instant and not yet synchronised the folder.
                try files.synchronise(directory: folder(of: content))
            } else {
                try write(bytes, as: content)
            }
        }
        return content
    }

    /// Whether the bytes are here, and whole: what the disk has damaged is put anew.
    private func holds(_ bytes: Data, _ content: ContentID) throws -> Bool {
        guard let known = try files.attributes(path(of: content)), known.byteCount == bytes.count else { return false }
        return try files.read(path(of: content)) == bytes
    }

    /// Alone, so that nobody puts into a folder whose own name is not yet on the disk.
    private func makeFolder(of content: ContentID) throws {
        if try files.attributes(folder(of: content)) != nil { return }
        try files.withLock(lock, alone: true) {
            try files.makeDirectory(folder(of: content))
            try files.synchronise(directory: objects)
        }
    }

    private func write(_ bytes: Data, as content: ContentID) throws {
        let temporary = incoming + "/" + environment.makeID().uuidString
        do {
            try files.create(temporary, with: bytes)
            try files.touch(temporary, at: environment.clock.now)
            try files.synchronise(file: temporary)
            try files.rename(temporary, to: path(of: content))
            try files.synchronise(directory: folder(of: content))
        } catch {
            // Best effort: what stays is swept when the folder is opened next.
            try? files.remove(temporary)
            throw error
        }
    }

    /// Throws ``StoreError/unavailable(_:)`` where the folder was deleted since it was opened.
    func checkPresence() throws {
        guard try files.attributes(objects) == nil else { return }
        throw StoreError.unavailable("\(root) was deleted while it was in use")
    }

    /// Whether the bytes are here.
    public func contains(_ content: ContentID) throws -> Bool {
        try files.attributes(path(of: content)) != nil
    }

    /// The bytes of this name. Throws ``DamagedArtefact`` where the disk no longer has what was put.
    public func read(_ content: ContentID) throws -> Data {
        let bytes = try files.read(path(of: content))
        guard ContentID(of: bytes) == content else { throw DamagedArtefact(content: content) }
        return bytes
    }

    /// Removes the bytes that were last put more than `age` ago and that `keeping` does not ask for. Answers how many.
    ///
    /// The age protects what a stage has put and the catalogue has not yet heard of.
    public func collectGarbage(
        olderThan age: Duration, keeping: ([ContentID]) async throws -> Set<ContentID>
    ) async throws -> Int {
        let cutoff = environment.clock.now - age
        var removed = 0
        for folder in try await offPool({ try files.list(objects) }) {
            let old = try await offPool {
                try files.list(objects + "/" + folder)
                    .compactMap { ContentID(hex: folder + $0) }
                    .filter { try isOlder(path(of: $0), than: cutoff) }
            }
            if old.isEmpty { continue }
            let garbage = Set(old).subtracting(try await keeping(old))
            removed += try await offPool { try remove(garbage, olderThan: cutoff) }
        }
        return removed
    }

    private func remove(_ garbage: Set<ContentID>, olderThan cutoff: Timestamp) throws -> Int {
        try files.withLock(lock, alone: true) {
            var removed = 0
            // Looked at again under the lock: it may have been put anew since.
            for content in garbage where try isOlder(path(of: content), than: cutoff) {
                try files.remove(path(of: content))
                removed += 1
            }
            return removed
        }
    }

    private func sweepIncoming() throws {
        let cutoff = environment.clock.now - .seconds(3600)
        for name in try files.list(incoming) where try isOlder(incoming + "/" + name, than: cutoff) {
            try files.remove(incoming + "/" + name)
        }
    }

    private func isOlder(_ path: String, than cutoff: Timestamp) throws -> Bool {
        try files.attributes(path).map { $0.touchedAt < cutoff } ?? false
    }
}

/// The bytes on disk are not those that were put: the disk or somebody else changed them.
public struct DamagedArtefact: StageError, Hashable {
    /// The name of the bytes that were put.
    public let content: ContentID

    public var failure: Failure {
        Failure(.artefactDamaged, "The stored bytes \(content) were changed on disk.")
    }

    public var isTransient: Bool { false }
}
