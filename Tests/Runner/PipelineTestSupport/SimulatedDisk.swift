package import Files
package import Foundation
package import Pipeline
import Synchronization

/// A file system in memory that loses, in a power cut, everything that POSIX allows to be lost.
///
/// That is the bytes of files that were not synchronised, and the entries of directories that were not. It can also
/// fail at any operation that changes something.
package final class SimulatedDisk: ArtefactFiles {
    /// The fault at the chosen operation.
    package enum Fault: Sendable, CaseIterable {
        /// The power is cut before the operation.
        case powerCutBefore
        /// The power is cut after the operation.
        case powerCutAfter
        /// A write stops halfway, and then the power is cut.
        case tornWrite
        /// The disk is full from this operation on; a write stops halfway.
        case full
        /// The disk is read-only from this operation on.
        case readOnly
    }

    /// The error of every operation between a power cut and ``restart()``.
    package struct PowerCut: Error {}

    private final class Inode {
        var bytes: Data
        var durable: Data?
        var modified: Int64
        init(bytes: Data, modified: Int64) {
            self.bytes = bytes
            self.modified = modified
        }
    }

    private struct State {
        /// Inodes by path; a directory has none.
        var names: [String: Inode?] = ["": nil]
        var durableNames: [String: Inode?] = ["": nil]
        var operations = 0
        var faultAt: Int?
        var fault = Fault.powerCutBefore
        var isOff = false
    }

    private let state: Mutex<State>
    private let clock: any PipelineClock

    /// Creates an empty disk that takes modification times from a clock.
    package init(clock: any PipelineClock) {
        self.clock = clock
        state = Mutex(State())
    }

    /// The number of changing operations so far.
    package var operations: Int { state.withLock { $0.operations } }

    /// Injects a fault at the n-th changing operation from now, counted from 1.
    package func inject(_ fault: Fault, at operation: Int) {
        state.withLock { state in
            state.fault = fault
            state.faultAt = state.operations + operation
        }
    }

    /// Restores the power with what was durable, and removes the fault.
    package func restart() {
        state.withLock { state in
            state.faultAt = nil
            guard state.isOff else { return }
            state.isOff = false
            state.names = state.durableNames
            for inode in state.names.values.compactMap({ $0 }) { inode.bytes = inode.durable ?? Data() }
        }
    }

    /// Runs a changing operation, or the fault injected at it; `half` is the part that takes effect if it stops
    /// halfway.
    private func change(
        _ call: String, _ path: String, half: (inout State) -> Void = { _ in }, _ body: (inout State) throws -> Void
    ) throws {
        try state.withLock { state in
            if state.isOff { throw PowerCut() }
            state.operations += 1
            guard let faultAt = state.faultAt, state.operations >= faultAt else { return try body(&state) }
            switch state.fault {
            case .powerCutBefore:
                state.isOff = true
                throw PowerCut()
            case .powerCutAfter:
                try body(&state)
                state.isOff = true
                throw PowerCut()
            case .tornWrite:
                half(&state)
                state.isOff = true
                throw PowerCut()
            case .full:
                // Operations that free space succeed on a full disk.
                if call == "unlink" { return try body(&state) }
                half(&state)
                throw SystemCallError(call: call, path: path, number: ENOSPC)
            case .readOnly:
                throw SystemCallError(call: call, path: path, number: EROFS)
            }
        }
    }

    private func look<T>(_ body: (inout State) throws -> sending T) throws -> T {
        try state.withLock { state in
            if state.isOff { throw PowerCut() }
            return try body(&state)
        }
    }

    private static func parent(_ path: String) -> String {
        String(path[..<(path.lastIndex(of: "/") ?? path.startIndex)])
    }

    private static func file(_ path: String, _ call: String, in state: State) throws -> Inode {
        guard let inode = state.names[path] ?? nil else {
            throw SystemCallError(call: call, path: path, number: ENOENT)
        }
        return inode
    }

    /// Creates a directory; succeeds if it already exists.
    package func makePrivateFolder(_ path: String) throws {
        if try look({ $0.names.keys.contains(path) }) { return }
        try change("mkdir", path) { $0.names.updateValue(nil, forKey: path) }
    }

    /// Creates a file with `bytes`; fails with `ENOENT` if its directory is missing.
    package func create(_ path: String, with bytes: Data) throws {
        let now = Self.nanoseconds(clock.now)
        try change("write", path) { state in
            state.names[path] = Inode(bytes: bytes.prefix(bytes.count / 2), modified: now)
            state.durableNames[path] = state.names[path]
            (state.names[path] ?? nil)?.durable = bytes.prefix(bytes.count / 2)
        } _: { state in
            guard state.names.keys.contains(Self.parent(path)) else {
                throw SystemCallError(call: "open", path: path, number: ENOENT)
            }
            state.names[path] = Inode(bytes: bytes, modified: now)
        }
    }

    /// Appends `bytes` to a file.
    package func append(_ path: String, _ bytes: Data) throws {
        try change("write", path) { state in
            guard let inode = state.names[path] ?? nil else { return }
            inode.bytes += bytes.prefix(bytes.count / 2)
            inode.durable = inode.bytes
        } _: { state in
            try Self.file(path, "open", in: state).bytes += bytes
        }
    }

    /// Makes a file's bytes durable.
    package func synchronise(file path: String) throws {
        try change("fsync", path) { state in
            let inode = try Self.file(path, "fsync", in: state)
            inode.durable = inode.bytes
        }
    }

    /// Makes a directory's entries durable.
    package func synchronise(folder path: String) throws {
        try change("fsync", path) { state in
            func isInside(_ name: String) -> Bool { name != path && Self.parent(name) == path }
            for name in state.durableNames.keys where isInside(name) { state.durableNames.removeValue(forKey: name) }
            for (name, inode) in state.names where isInside(name) {
                state.durableNames.updateValue(inode, forKey: name)
            }
        }
    }

    /// Renames a file.
    package func rename(_ path: String, to newPath: String) throws {
        try change("rename", path) { state in
            let inode = try Self.file(path, "rename", in: state)
            state.names.removeValue(forKey: path)
            state.names[newPath] = inode
        }
    }

    /// Removes a file.
    package func remove(_ path: String) throws {
        try change("unlink", path) { _ = $0.names.removeValue(forKey: path) }
    }

    /// Returns all bytes of a file.
    package func read(_ path: String) throws -> Data {
        try look { try Self.file(path, "read", in: $0).bytes }
    }

    /// Returns the bytes of a file in a range of offsets, clamped to its length.
    package func read(_ path: String, in range: Range<Int64>) throws -> Data {
        let bytes = try read(path)
        let range = range.clamped(to: 0..<Int64(bytes.count))
        return Data(bytes[Int(range.lowerBound)..<Int(range.upperBound)])
    }

    /// Returns the names in a directory.
    package func names(in folder: String) throws -> (names: [String], unreadable: Int) {
        try look { state in
            let paths = state.names.keys.filter { $0 != folder && Self.parent($0) == folder }
            return (paths.map { String($0.dropFirst(folder.count + 1)) }, 0)
        }
    }

    /// Returns the facts of a file, which has no number; `nil` if it does not exist.
    package func facts(_ path: String, followsLink: Bool) throws -> FileFacts? {
        let now = Self.nanoseconds(clock.now)
        return try look { state in
            guard state.names.keys.contains(path) else { return nil }
            let inode = state.names[path] ?? nil
            return FileFacts(
                kind: inode == nil ? .folder : .file, inode: 0, size: Int64(inode?.bytes.count ?? 0),
                modified: inode?.modified ?? now)
        }
    }

    /// Sets a file's modification time.
    package func touch(_ path: String, at moment: Int64) throws {
        try change("utimensat", path) { try Self.file(path, "utimensat", in: $0).modified = moment }
    }

    private static func nanoseconds(_ moment: Timestamp) -> Int64 { moment.milliseconds * 1_000_000 }

    /// Runs `body` without a lock, since the disk is used by one test.
    package func withLock<T>(_ path: String, alone: Bool, _ body: () throws -> T) throws -> T {
        try look { _ in }
        return try body()
    }
}
