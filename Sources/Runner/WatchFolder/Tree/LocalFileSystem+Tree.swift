package import DroppedArchive
import Files
package import Foundation
import Linux

extension LocalFileSystem {
    package func tree(_ path: String, limits: DroppedLimits, findingWriters: Bool) throws -> TreeListing {
        let root = try about(path) {
            try FileDescriptor.open(path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_NONBLOCK)
        }
        defer { try? root.close() }
        var walk = TreeWalk(limits: limits, findsWriters: findingWriters)
        try about(path) { try walk.walk(root) }
        return walk.listing
    }

    package func read(
        _ path: String, beneath folder: String, limit: Int64, _ take: (Data) throws -> Void
    ) throws {
        let root = try about(folder) { try FileDescriptor.open(folder, O_RDONLY | O_DIRECTORY | O_NOFOLLOW) }
        defer { try? root.close() }
        let (descriptor, number) = FileCalls.openBeneath(root.rawValue, path)
        guard number == 0 else { throw SystemCallError(call: "openat2", path: "\(folder)/\(path)", number: number) }
        try readRegular(FileDescriptor(rawValue: descriptor), limit: limit, name: "\(folder)/\(path)", take)
    }

    package func read(_ path: String, limit: Int64, _ take: (Data) throws -> Void) throws {
        let file = try about(path) { try FileDescriptor.open(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK) }
        try readRegular(file, limit: limit, name: path, take)
    }

    /// Reads a file in pieces and closes it.
    private func readRegular(
        _ file: FileDescriptor, limit: Int64, name: String, _ take: (Data) throws -> Void
    ) throws {
        defer { try? file.close() }
        let status = try about(name) { try file.status() }
        guard status.st_mode & S_IFMT == S_IFREG else {
            throw SystemCallError(call: "read", path: name, number: EINVAL)
        }
        guard status.st_size <= limit else { throw SystemCallError(call: "read", path: name, number: EFBIG) }
        var offset: Int64 = 0
        while case let bytes = try about(name, { try file.readRegularFile(in: offset..<offset + 1 << 20) }),
            !bytes.isEmpty
        {
            offset += Int64(bytes.count)
            guard offset <= limit else { throw SystemCallError(call: "read", path: name, number: EFBIG) }
            try take(bytes)
        }
    }

    package func copyTree(_ path: String, to copy: String) throws {
        guard let facts = try facts(path) else { return }
        switch facts.kind {
        case .file: try self.copy(path, to: copy)
        case .link:
            let target = try FileManager.default.destinationOfSymbolicLink(atPath: path)
            guard symlink(target, copy) == 0 || errno == EEXIST else { throw failure("symlink", copy) }
        case .other:
            // Pipes and devices have no content.
            return
        case .folder:
            guard mkdir(copy, 0o700) == 0 || errno == EEXIST else { throw failure("mkdir", copy) }
            try eachName(in: path) { try copyTree("\(path)/\($0)", to: "\(copy)/\($0)") }
            var status = stat()
            if lstat(path, &status) == 0 { _ = chmod(copy, status.st_mode & 0o777) }
            try synchronise(folder: copy)
        }
    }

    package func removeTree(_ path: String) throws {
        guard let facts = try facts(path) else { return }
        guard facts.kind == .folder else { return try remove(path) }
        try eachName(in: path) { try removeTree("\(path)/\($0)") }
        try removeFolder(path)
    }

    /// Calls `body` with the names in a folder.
    private func eachName(in folder: String, _ body: (String) throws -> Void) throws {
        let (names, unreadable) = try names(in: folder)
        guard unreadable == 0 else { throw SystemCallError(call: "readdir", path: folder, number: EILSEQ) }
        for name in names { try body(name) }
    }
}
