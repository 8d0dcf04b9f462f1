import DroppedArchive
import Files
import WatchFolder

import struct Foundation.Data

/// The local files with hooks that are called before and after each operation, and may throw.
struct HookedFiles: FolderFiles {
    struct Operation: Sendable {
        var call: String
        var path: String
        /// The target of a rename or a copy.
        var target: String?
    }

    private let local = LocalFileSystem()
    private let before: @Sendable (Operation) throws -> Void
    private let after: @Sendable (Operation) throws -> Void

    init(
        before: @escaping @Sendable (Operation) throws -> Void,
        after: @escaping @Sendable (Operation) throws -> Void = { _ in }
    ) {
        self.before = before
        self.after = after
    }

    private func operation<T>(
        _ call: String, _ path: String, to target: String? = nil, _ body: () throws -> T
    ) throws -> T {
        let operation = Operation(call: call, path: path, target: target)
        try before(operation)
        let result = Result { try body() }
        try after(operation)
        return try result.get()
    }

    func names(in folder: String) throws -> (names: [String], unreadable: Int) {
        try operation("readdir", folder) { try local.names(in: folder) }
    }
    func facts(_ path: String, followsLink: Bool) throws -> FileFacts? {
        try operation("lstat", path) { try local.facts(path, followsLink: followsLink) }
    }
    func hasWriter(_ path: String) -> Bool { local.hasWriter(path) }
    func read(_ path: String, limit: Int) throws -> Data {
        try operation("read", path) { try local.read(path, limit: limit) }
    }
    func write(_ bytes: Data, to path: String, permissions: UInt32) throws {
        try operation("write", path) { try local.write(bytes, to: path, permissions: permissions) }
    }
    func outputPermissions(_ path: String) throws -> UInt32? {
        try operation("stat", path) { local.outputPermissions(path) }
    }
    func copy(_ path: String, to copy: String) throws {
        try operation("copy", path, to: copy) { try local.copy(path, to: copy) }
    }
    func rename(_ path: String, to newPath: String) throws {
        try operation("rename", path, to: newPath) { try local.rename(path, to: newPath) }
    }
    func renameWithoutReplacing(_ path: String, to newPath: String) throws {
        try operation("rename", path, to: newPath) { try local.renameWithoutReplacing(path, to: newPath) }
    }
    func exchange(_ path: String, with other: String) throws {
        try operation("exchange", path, to: other) { try local.exchange(path, with: other) }
    }
    func tree(_ path: String, limits: DroppedLimits, findingWriters: Bool) throws -> TreeListing {
        try operation("walk", path) { try local.tree(path, limits: limits, findingWriters: findingWriters) }
    }
    func read(_ path: String, beneath folder: String, limit: Int64, _ take: (Data) throws -> Void) throws {
        try operation("read", folder + "/" + path) { try local.read(path, beneath: folder, limit: limit, take) }
    }
    func read(_ path: String, limit: Int64, _ take: (Data) throws -> Void) throws {
        try operation("read", path) { try local.read(path, limit: limit, take) }
    }
    func copyTree(_ path: String, to copy: String) throws {
        try operation("copy", path, to: copy) { try local.copyTree(path, to: copy) }
    }
    func removeTree(_ path: String) throws { try operation("unlink", path) { try local.removeTree(path) } }
    func remove(_ path: String) throws { try operation("unlink", path) { try local.remove(path) } }
    func makeFolder(_ path: String, permissions: UInt32) throws {
        try operation("mkdir", path) { try local.makeFolder(path, permissions: permissions) }
    }
    func removeFolder(_ path: String) throws { try operation("rmdir", path) { try local.removeFolder(path) } }
    func synchronise(folder: String) throws { try operation("fsync", folder) { try local.synchronise(folder: folder) } }
    func lock(_ path: String, making: Bool) throws -> (any FileLock)? {
        try operation("flock", path) {
            try local.lock(path, making: making).map { HookedLock(files: self, path: path, lock: $0) }
        }
    }

    private final class HookedLock: FileLock {
        private let files: HookedFiles
        private let path: String
        private let lock: any FileLock

        init(files: HookedFiles, path: String, lock: any FileLock) {
            self.files = files
            self.path = path
            self.lock = lock
        }

        var sizeWhenLocked: Int { lock.sizeWhenLocked }
        func resize(to size: Int) throws { try files.operation("ftruncate", path) { try lock.resize(to: size) } }
        func giveUp() { lock.giveUp() }
    }
}
