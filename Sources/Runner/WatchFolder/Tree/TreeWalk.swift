import LibCrypto
import DroppedArchive
import Files
import Foundation
import Linux

/// A walk through a folder that never leaves it.
///
/// It opens only folders, and files to look for writers.
struct TreeWalk {
    /// The entries found.
    private(set) var listing = TreeListing()
    private let limits: DroppedLimits
    private let findsWriters: Bool
    private var hash = SHA256()
    private var device: dev_t = 0

    /// Creates a walk.
    ///
    /// - Parameters:
    ///   - limits: the limits beyond which entries are counted but not kept, and levels are skipped.
    ///   - findsWriters: whether to check for each file if a process has it open for writing.
    init(limits: DroppedLimits, findsWriters: Bool) {
        self.limits = limits
        self.findsWriters = findsWriters
    }

    /// The maximum number of entries to count.
    private var countLimit: Int { limits.entries * 10 }

    /// Walks through a folder, which stays open.
    mutating func walk(_ root: FileDescriptor) throws(SystemCallError) {
        let status = try root.status()
        device = status.st_dev
        add([], status)
        let copy = fcntl(root.rawValue, F_DUPFD_CLOEXEC, 0)
        guard copy >= 0 else { throw .last("fcntl") }
        guard walk(copy, path: "", depth: 1) else { throw SystemCallError("readdir", EACCES) }
        listing.digest = Hexadecimal.text(hash.finalize())
        listing.entries.sort { $0.path.utf8.lexicographicallyPrecedes($1.path.utf8) }
    }

    /// Walks through an open folder and closes it; false if it is unreadable.
    private mutating func walk(_ folder: Int32, path: String, depth: Int) -> Bool {
        guard let directory = fdopendir(folder) else {
            close(folder)
            return false
        }
        defer { closedir(directory) }
        var names: [[CChar]] = []
        while let entry = readdir(directory) {
            let name = withUnsafePointer(to: &entry.pointee.d_name) {
                $0.withMemoryRebound(to: CChar.self, capacity: 256) {
                    Array(UnsafeBufferPointer(start: $0, count: strlen($0) + 1))
                }
            }
            if strcmp(name, ".") == 0 || strcmp(name, "..") == 0 { continue }
            guard listing.count < countLimit else { break }
            listing.count += 1
            names.append(name)
        }
        // The order of a folder varies.
        names.sort { strcmp($0, $1) < 0 }
        for name in names { visit(name, in: dirfd(directory), beneath: path, depth: depth) }
        return true
    }

    private mutating func visit(_ rawName: [CChar], in folder: Int32, beneath path: String, depth: Int) {
        let bytes = rawName.dropLast().map { UInt8(bitPattern: $0) }
        let name = String(validating: bytes, as: UTF8.self)
        let path = (path.isEmpty ? "" : path + "/") + (name ?? DroppedNames.text(ofName: bytes))
        var status = stat()
        // If it was removed meanwhile, the digest differs the next time.
        guard fstatat(folder, rawName, &status, AT_SYMLINK_NOFOLLOW) == 0 else { return add(bytes, stat()) }
        add(Array(path.utf8) + [0] + bytes, status)
        listing.depth = max(listing.depth, status.st_mode & S_IFMT == S_IFDIR ? depth : depth - 1)
        var entry = TreeListing.Entry(path: path, kind: .other, size: 0, changed: status.changed, trouble: nil)
        if name == nil { entry.trouble = .nameNotText }
        switch status.st_mode & S_IFMT {
        case S_IFLNK: entry.kind = .link
        case S_IFREG:
            entry.kind = .file
            entry.size = Int64(status.st_size)
            if findsWriters, let name, !listing.hasWriter, listing.entries.count < limits.entries {
                listing.hasWriter = hasWriter(name, in: folder)
            }
        case S_IFDIR:
            entry.kind = .folder
            guard let name else { break }
            if depth > limits.depth {
                listing.deepest = listing.deepest ?? path
                return
            }
            if status.st_dev != device {
                entry.trouble = .otherFileSystem
            } else {
                let (descriptor, number) = FileCalls.openBeneath(folder, name, isFolder: true)
                if number == 0, walk(descriptor, path: path, depth: depth + 1) { return }
                entry.trouble = .unreadable
            }
        default: break
        }
        if listing.entries.count < limits.entries { listing.entries.append(entry) }
    }

    private func hasWriter(_ name: String, in folder: Int32) -> Bool {
        let (descriptor, number) = FileCalls.openBeneath(folder, name)
        guard number == 0 else { return false }
        defer { close(descriptor) }
        return FileCalls.hasWriter(descriptor)
    }

    /// Adds the results of `lstat` to the digest, except those changed by renaming the folder.
    private mutating func add(_ path: [UInt8], _ status: stat) {
        let isFolder = status.st_mode & S_IFMT == S_IFDIR
        let numbers = [
            UInt64(path.count), UInt64(status.st_mode), UInt64(status.st_ino), UInt64(status.st_dev),
            // A folder's time covers changes of its size.
            isFolder ? 0 : UInt64(bitPattern: Int64(status.st_size)),
            UInt64(bitPattern: Int64(status.st_mtim.tv_sec)), UInt64(bitPattern: Int64(status.st_mtim.tv_nsec)),
        ]
        hash.update(data: path)
        numbers.withUnsafeBytes { hash.update(bufferPointer: $0) }
    }
}

extension stat {
    /// The time of the last change of content or name, in nanoseconds since 1970.
    fileprivate var changed: Int64 { st_ctim.nanoseconds }
}
