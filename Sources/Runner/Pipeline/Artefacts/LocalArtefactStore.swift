import Files
public import Foundation
import LibCrypto
import Synchronization
import Threads

/// An artefact store in a local folder.
///
/// Files are named by the SHA-256 of their bytes, such as `objects/ab/cdef…`.
///
/// A file in `objects` is always complete: it is written under a temporary name in `incoming`, flushed to disk and
/// renamed, and the directory is flushed before ``put(_:)`` returns. A partial file is never visible, and stored bytes
/// survive a power cut.
public struct LocalArtefactStore: ArtefactStore {
    /// The path of the folder, created if missing.
    public let root: String
    private let files: any ArtefactFiles
    private let dependencies: Dependencies
    private let owner: UploadOwner

    /// Opens the folder that a locator refers to.
    ///
    /// - Throws: ``UnknownArtefactStore`` if the locator has another scheme, or ``FileSystemError``.
    public init(_ locator: ArtefactLocator) throws {
        guard locator.scheme == Self.scheme else { throw UnknownArtefactStore(locator: locator) }
        try self.init(root: locator.address)
    }

    private static let scheme = "folder"

    /// The scheme `folder` with the path as its address.
    public var locator: ArtefactLocator { ArtefactLocator(scheme: Self.scheme, address: root) }

    /// Opens the folder and removes files that killed processes left in `incoming`.
    ///
    /// Uploads are removed at once, others after an hour.
    public init(root: String, dependencies: Dependencies = Dependencies()) throws {
        try self.init(root: root, files: LocalFileSystem(), dependencies: dependencies)
    }

    /// Opens the folder through the given file operations.
    package init(root: String, files: any ArtefactFiles, dependencies: Dependencies) throws {
        self.root = root
        self.files = files
        self.dependencies = dependencies
        owner = UploadOwner(folder: root, files: files)
        try FileSystemError.naming {
            for folder in [root, objects, incoming] { try files.makePrivateFolder(folder) }
            let parent = URL(fileURLWithPath: root).deletingLastPathComponent().path
            for folder in [objects, root, parent] { try files.synchronise(folder: folder) }
            try sweepIncoming()
        }
    }

    private var objects: String { root + "/objects" }
    private var incoming: String { root + "/incoming" }
    private var lock: String { root + "/lock" }

    /// Returns the path of an artefact's file, whether or not it exists.
    ///
    /// Callers may only read there.
    public func path(of content: ContentID) -> String {
        folder(of: content) + "/" + content.hex.dropFirst(2)
    }

    private func folder(of content: ContentID) -> String {
        objects + "/" + content.hex.prefix(2)
    }

    /// Stores bytes durably and returns their name.
    ///
    /// - Throws: ``FileSystemError``; in that case nothing is visible.
    public func put(_ bytes: Data) throws -> ContentID {
        let content = ContentID(of: bytes)
        try FileSystemError.naming {
            try makeFolder(of: content)
            // Shared with other writers. The garbage collector holds the lock exclusively, so bytes cannot disappear
            // between the check and the touch.
            try files.withLock(lock, alone: false) {
                if try holds(bytes, content) {
                    try files.touch(path(of: content), at: dependencies.clock.now)
                    // Another process may have just renamed the file and not yet flushed the directory.
                    try files.synchronise(folder: folder(of: content))
                } else {
                    try write(bytes, as: content)
                }
            }
        }
        return content
    }

    /// Returns whether the bytes are stored and intact; damaged files are replaced.
    private func holds(_ bytes: Data, _ content: ContentID) throws -> Bool {
        guard try files.facts(path(of: content), followsLink: true)?.size == Int64(bytes.count) else { return false }
        return try files.read(path(of: content)) == bytes
    }

    /// Creates the directory of an artefact under the exclusive lock.
    ///
    /// No file is put into a directory whose own entry is not yet on disk.
    private func makeFolder(of content: ContentID) throws {
        if try files.facts(folder(of: content), followsLink: true) != nil { return }
        try files.withLock(lock, alone: true) {
            try files.makePrivateFolder(folder(of: content))
            try files.synchronise(folder: objects)
        }
    }

    private func write(_ bytes: Data, as content: ContentID) throws {
        let temporary = incoming + "/" + dependencies.makeID().uuidString
        do {
            try files.create(temporary, with: bytes)
            try synchronise(temporary)
            try publish(temporary, as: content)
        } catch {
            // Best effort: a leftover file is removed when the folder is next opened.
            try? files.remove(temporary)
            throw error
        }
    }

    private func synchronise(_ temporary: String) throws {
        try files.touch(temporary, at: dependencies.clock.now)
        try files.synchronise(file: temporary)
    }

    private func publish(_ temporary: String, as content: ContentID) throws {
        try files.rename(temporary, to: path(of: content))
        try files.synchronise(folder: folder(of: content))
    }

    /// Starts an upload into a file in `incoming`.
    ///
    /// The file of an uncommitted upload is removed when the upload is released or, if the process was killed, when the
    /// folder is next opened.
    ///
    /// - Throws: ``FileSystemError``.
    public func upload() throws -> any ArtefactUpload {
        let name = dependencies.makeID().uuidString
        let temporary = try FileSystemError.naming {
            let temporary = incoming + "/" + (try owner.prefix(dependencies) + name)
            try files.create(temporary, with: Data())
            return temporary
        }
        return LocalUpload(files: files, temporary: temporary) { content in
            try synchronise(temporary)
            try makeFolder(of: content)
            // Replaces any existing file, whole or damaged. The lock is shared, as in `put`.
            try files.withLock(lock, alone: false) { try publish(temporary, as: content) }
        }
    }

    /// Returns the size in bytes; `nil` if there is no file with this name.
    public func byteCount(of content: ContentID) throws -> Int64? {
        try FileSystemError.naming { try files.facts(path(of: content), followsLink: true)?.size }
    }

    /// Returns the bytes in a range of offsets without checking their hash.
    public func read(_ content: ContentID, in range: Range<Int64>) throws -> Data {
        try FileSystemError.naming { try files.read(path(of: content), in: range) }
    }

    /// Throws ``StoreError/unavailable(_:)`` if the folder was deleted while it was open.
    public func checkPresence() throws {
        let isPresent = try FileSystemError.naming { try files.facts(objects, followsLink: true) != nil }
        guard !isPresent else { return }
        throw StoreError.unavailable("\(root) was deleted while it was in use")
    }

    /// Returns the bytes with this name.
    ///
    /// - Throws: ``DamagedArtefact`` if the file no longer matches its name, or ``FileSystemError``.
    public func read(_ content: ContentID) throws -> Data {
        let bytes = try FileSystemError.naming { try files.read(path(of: content)) }
        guard ContentID(of: bytes) == content else { throw DamagedArtefact(content: content) }
        return bytes
    }

    /// Removes old files that `keeping` does not return.
    ///
    /// - Parameters:
    ///   - age: the minimum time since a file was last put.
    ///   - keeping: returns the artefacts to keep among those given.
    /// - Returns: the number of removed files.
    /// - Throws: ``FileSystemError``, or the error of `keeping`.
    public func collectGarbage(
        olderThan age: Duration, keeping: ([ContentID]) async throws -> Set<ContentID>
    ) async throws -> Int {
        let cutoff = dependencies.clock.now - age
        var removed = 0
        for folder in try await offPool({ try FileSystemError.naming { try files.names(in: objects).names } }) {
            let old = try await offPool {
                try FileSystemError.naming {
                    try files.names(in: objects + "/" + folder).names
                        .compactMap { ContentID(hex: folder + $0) }
                        .filter { try isOlder(path(of: $0), than: cutoff) }
                }
            }
            if old.isEmpty { continue }
            let garbage = Set(old).subtracting(try await keeping(old))
            removed += try await offPool { try remove(garbage.map { ($0, cutoff) }) }
        }
        return removed
    }

    /// Removes files, except those put again after the given times.
    ///
    /// Returns the number of removed files.
    public func remove(_ contents: [ContentID: Timestamp]) throws -> Int {
        try remove(contents.map { ($0.key, $0.value + .milliseconds(1)) })
    }

    private func remove(_ garbage: [(content: ContentID, cutoff: Timestamp)]) throws -> Int {
        try FileSystemError.naming {
            try files.withLock(lock, alone: true) {
                var removed = 0
                // Checked under the lock: the file may have been put again meanwhile.
                for (content, cutoff) in garbage where try isOlder(path(of: content), than: cutoff) {
                    try files.remove(path(of: content))
                    removed += 1
                }
                return removed
            }
        }
    }

    private func sweepIncoming() throws {
        try UploadOwner.sweep(folder: root, incoming: incoming, files: files)
        let cutoff = dependencies.clock.now - .seconds(3600)
        for name in try files.names(in: incoming).names where try isOlder(incoming + "/" + name, than: cutoff) {
            try files.remove(incoming + "/" + name)
        }
    }

    private func isOlder(_ path: String, than cutoff: Timestamp) throws -> Bool {
        try files.touched(path).map { $0 < cutoff } ?? false
    }
}

/// An upload into a file in `incoming`, renamed to its hash at the end.
private final class LocalUpload: ArtefactUpload {
    private struct State {
        var hash = SHA256()
        var byteCount: Int64 = 0
        var isOver = false
    }

    private let state = Mutex(State())
    private let files: any ArtefactFiles
    private let temporary: String
    private let publish: @Sendable (ContentID) throws -> Void

    init(files: any ArtefactFiles, temporary: String, publish: @escaping @Sendable (ContentID) throws -> Void) {
        self.files = files
        self.temporary = temporary
        self.publish = publish
    }

    deinit {
        discard()
    }

    func append(_ piece: Data) throws {
        try state.withLock { state in
            guard !state.isOver else { throw UploadClosedError() }
            do { try FileSystemError.naming { try files.append(temporary, piece) } } catch {
                // It is unknown how much of the piece was written.
                state.isOver = true
                try? files.remove(temporary)
                throw error
            }
            state.hash.update(data: piece)
            state.byteCount += Int64(piece.count)
        }
    }

    func commit() throws -> StoredBytes {
        try state.withLock { state in
            guard !state.isOver else { throw UploadClosedError() }
            state.isOver = true
            let content = ContentID(digest: state.hash.finalize())
            do { try FileSystemError.naming { try publish(content) } } catch {
                try? files.remove(temporary)
                throw error
            }
            return StoredBytes(content: content, byteCount: state.byteCount)
        }
    }

    func discard() {
        state.withLock { state in
            guard !state.isOver else { return }
            state.isOver = true
            try? files.remove(temporary)
        }
    }
}
