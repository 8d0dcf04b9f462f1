import Files
import Foundation
import LibCrypto
package import Pipeline
import Synchronization

/// A bounded cache of artefacts in a local folder, which processes of one machine share.
///
/// A file gets its name when it is whole. Nothing is flushed to disk: whatever a power cut leaves is found out by its
/// hash, which is checked when a file is read. Files that were not used for longest are removed first. No failure of
/// the disk is an error here: what cannot be cached is read from the store again.
package final class ArtefactCache: Sendable {
    private struct State {
        /// The bytes that this process added since the folder was last measured.
        var added: Int64 = 0
        /// The inodes of files with checked hashes.
        var checked: [ContentID: UInt64] = [:]
        var pending: Int64 = 0
    }

    /// The path of the folder.
    package let root: String
    /// The maximum size of all files.
    package let limit: ByteCount
    private let files = LocalFileSystem()
    private let state = Mutex(State())
    private let writer = BackgroundThread.shared

    /// The bytes that wait to be written, at most; further ones are not cached.
    private static let pendingLimit: Int64 = 64 << 20
    private static let mostChecked = 10_000
    private static let abandoned: Int64 = 3600 * 1_000_000_000

    /// Opens the folder, or creates it.
    ///
    /// - Throws: ``FileSystemError``.
    package init(root: String, limit: ByteCount) throws {
        self.root = root
        self.limit = limit
        try FileSystemError.naming {
            for folder in [root, incoming] { try files.makePrivateFolder(folder) }
        }
        writer.run { [self] in evict() }
    }

    private var incoming: String { root + "/incoming" }

    private func folder(of content: ContentID) -> String { root + "/" + content.hex.prefix(2) }

    private func path(of content: ContentID) -> String { folder(of: content) + "/" + content.hex }

    // MARK: Reading

    /// Returns cached bytes after checking their hash, or `nil`.
    func read(_ content: ContentID) -> Data? {
        guard let file = try? FileDescriptor.open(path(of: content), O_RDONLY | O_NOFOLLOW) else { return nil }
        defer { try? file.close() }
        guard let bytes = try? file.readRegularFile(), ContentID(of: bytes) == content else {
            remove(content)
            return nil
        }
        futimens(file.rawValue, nil)
        return bytes
    }

    /// Returns a range of cached bytes, clamped to their number, or `nil`.
    ///
    /// The hash is checked once for each file and process.
    func read(_ content: ContentID, in range: Range<Int64>) -> Data? {
        guard let file = try? FileDescriptor.open(path(of: content), O_RDONLY | O_NOFOLLOW) else { return nil }
        defer { try? file.close() }
        guard let status = try? file.status() else { return nil }
        if state.withLock({ $0.checked[content] }) != UInt64(status.st_ino) {
            guard hash(of: file) == content else {
                remove(content)
                return nil
            }
            note(content, inode: UInt64(status.st_ino))
            futimens(file.rawValue, nil)
        }
        return try? file.readRegularFile(in: range)
    }

    private func note(_ content: ContentID, inode: UInt64) {
        state.withLock { state in
            if state.checked.count >= Self.mostChecked { state.checked = [:] }
            state.checked[content] = inode
        }
    }

    private func hash(of file: FileDescriptor) -> ContentID? {
        var hash = SHA256()
        var buffer = [UInt8](repeating: 0, count: 1 << 18)
        while true {
            guard let count = try? file.read(into: &buffer) else { return nil }
            if count == 0 { return ContentID(hex: Hexadecimal.text(hash.finalize())) }
            buffer.withUnsafeBytes { hash.update(bufferPointer: UnsafeRawBufferPointer(rebasing: $0[..<count])) }
        }
    }

    // MARK: Writing

    /// Adds bytes in the background.
    func add(_ content: ContentID, _ bytes: Data) {
        let count = Int64(bytes.count)
        guard canHold(count) else { return }
        let isTaken = state.withLock { state in
            guard state.pending + count <= Self.pendingLimit else { return false }
            state.pending += count
            return true
        }
        guard isTaken else { return }
        writer.run { [self] in
            defer { state.withLock { $0.pending -= count } }
            guard let temporary = try? makeFile() else { return }
            let isWritten = (try? temporary.file.writeAll(bytes)) != nil
            try? temporary.file.close()
            if isWritten {
                adopt(temporary.path, as: content, byteCount: count)
            } else {
                try? files.remove(temporary.path)
            }
        }
    }

    /// Waits until everything added so far is written.
    package func settle() { writer.settle() }

    /// Creates a temporary file for bytes without a name yet.
    ///
    /// One that its process leaves behind is removed an hour after it was last written.
    func makeFile() throws -> (file: FileDescriptor, path: String) {
        let path = incoming + "/" + UUID().uuidString
        func open() throws -> FileDescriptor {
            try files.about(path) { try FileDescriptor.open(path, O_RDWR | O_CREAT | O_EXCL, mode: 0o600) }
        }
        if let file = try? open() { return (file, path) }
        // The cache may be removed at any time.
        for folder in [root, incoming] { try files.makePrivateFolder(folder) }
        return (try open(), path)
    }

    /// Gives a whole temporary file its name.
    func adopt(_ temporary: String, as content: ContentID, byteCount: Int64) {
        do {
            guard canHold(byteCount) else { throw SystemCallError("rename", EFBIG) }
            try files.makePrivateFolder(folder(of: content))
            try files.rename(temporary, to: path(of: content))
        } catch {
            try? files.remove(temporary)
            return
        }
        let isDue = state.withLock { state in
            state.added += byteCount
            guard state.added > limit.bytes / 16 else { return false }
            state.added = 0
            return true
        }
        if isDue { writer.run { [self] in evict() } }
    }

    /// Whether a file of this size is worth its place, and allowed to this process.
    private func canHold(_ byteCount: Int64) -> Bool {
        // A stage's process would seem to have written too large a file.
        var own = rlimit()
        getrlimit(__rlimit_resource_t(RLIMIT_FSIZE.rawValue), &own)
        return byteCount <= limit.bytes / 4 && UInt64(byteCount) <= UInt64(own.rlim_cur)
    }

    /// Removes bytes with this name.
    func remove(_ content: ContentID) {
        try? files.remove(path(of: content))
        state.withLock { $0.checked[content] = nil }
    }

    // MARK: The limit

    private struct Entry {
        let path: String
        let content: ContentID
        let facts: FileFacts
    }

    private func entries() -> [Entry] {
        guard let folders = try? files.names(in: root).names.filter({ $0.count == 2 }) else { return [] }
        return folders.flatMap { folder in
            ((try? files.names(in: root + "/" + folder).names) ?? []).compactMap { name in
                let path = root + "/" + folder + "/" + name
                guard let content = ContentID(hex: name), let facts = try? files.facts(path) else { return nil }
                return Entry(path: path, content: content, facts: facts)
            }
        }
    }

    /// Returns the names of all cached bytes.
    func contents() -> [ContentID] { entries().map(\.content) }

    /// Removes abandoned files, and the least recently used ones beyond the limit; blocks.
    package func trim() {
        writer.run { [self] in evict() }
        writer.settle()
    }

    /// Removes the least recently used files until a tenth of the limit is free.
    private func evict() {
        // One process at a time; the others go on.
        guard let lock = try? files.claim(root + "/lock") else { return }
        withExtendedLifetime(lock) {
            let now = Int64(Date().timeIntervalSince1970 * 1e9)
            // Uploads in progress take place as well, but only time tells which have ended.
            var unfinished: Int64 = 0
            for name in (try? files.names(in: incoming).names) ?? [] {
                let path = incoming + "/" + name
                guard let facts = try? files.facts(path) else { continue }
                if facts.modified < now - Self.abandoned {
                    try? files.remove(path)
                } else {
                    unfinished += facts.size
                }
            }
            let entries = entries().sorted { $0.facts.modified < $1.facts.modified }
            var total = entries.reduce(unfinished) { $0 + $1.facts.size }
            guard total > limit.bytes else { return }
            for entry in entries where total > limit.bytes / 10 * 9 {
                remove(entry.content)
                total -= entry.facts.size
            }
        }
    }
}
