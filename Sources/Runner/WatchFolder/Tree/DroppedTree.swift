package import DroppedArchive
package import FailureModel
package import Files
package import Foundation
import Pipeline

/// The files of a dropped folder or archive, for a ``TreeHandler``.
///
/// Hidden files and files added by operating systems are left out.
package struct DroppedTree: Sendable {
    /// A file, or an unusable entry.
    package struct Entry: Sendable, Hashable {
        /// The path below the folder, with slashes.
        package let path: String
        /// The size in bytes.
        package let byteCount: Int64
        /// Why it cannot be used.
        ///
        /// It is a link, a pipe, a file above the limit, or an incomplete file.
        package let failure: Failure?

        /// Creates an entry.
        package init(path: String, byteCount: Int64, failure: Failure? = nil) {
            self.path = path
            self.byteCount = byteCount
            self.failure = failure
        }
    }

    /// The stem of the folder's or archive's name.
    package let stem: String
    /// The entries, in the bytewise order of their paths.
    package let entries: [Entry]
    private let reading: @Sendable (_ path: String, _ limit: Int) throws -> Data

    /// Creates a tree.
    ///
    /// - Parameters:
    ///   - stem: the stem of the tree's name.
    ///   - entries: the files, without those to skip.
    ///   - reading: returns the bytes of a file of at most `limit` bytes, or throws `Failure`.
    package init(
        stem: String, entries: [Entry], reading: @escaping @Sendable (_ path: String, _ limit: Int) throws -> Data
    ) {
        self.stem = stem
        self.entries = entries.sorted { $0.path.utf8.lexicographicallyPrecedes($1.path.utf8) }
        self.reading = reading
    }

    /// Creates the tree of an unpacked archive.
    package init(
        stem: String, members: ArchiveMembers,
        reading: @escaping @Sendable (_ path: String, _ limit: Int) throws -> Data
    ) {
        let entries = members.members.map { Entry(path: $0.path, byteCount: $0.byteCount, failure: $0.failure) }
        self.init(stem: stem, entries: entries, reading: reading)
    }

    /// Creates the tree of a folder.
    ///
    /// - Throws: `too_many_inputs` or `input_too_large`, with the count.
    package init(
        stem: String, listing: TreeListing, limits: DroppedLimits,
        reading: @escaping @Sendable (_ path: String, _ limit: Int) throws -> Data
    ) throws(Failure) {
        try limits.check(entries: listing.count)
        try limits.check(depth: listing.depth, of: listing.deepest)
        var total: Int64 = 0
        var entries: [Entry] = []
        for entry in listing.entries {
            guard let failure = entry.problem(limits) else { continue }
            // A sparse file may claim any size.
            total = total.addingReportingOverflow(entry.kind == .file ? entry.size : 0).partialValue
            if total < 0 { total = .max }
            try limits.check(byteCount: total)
            entries.append(Entry(path: entry.path, byteCount: entry.size, failure: failure))
        }
        self.init(stem: stem, entries: entries, reading: reading)
    }

    /// Returns the bytes of a small file, such as a text.
    ///
    /// - Throws: `Failure` if it cannot be read or has more than `limit` bytes.
    package func bytes(of path: String, limit: Int) throws -> Data { try reading(path, limit) }
}

/// The result of walking through a folder, in the order of paths.
package struct TreeListing: Sendable, Hashable {
    /// An entry of the folder.
    package struct Entry: Sendable, Hashable {
        /// The path below the folder.
        ///
        /// Bytes of names that are not UTF-8 are written as `%FF`.
        package var path: String
        /// The kind of the entry.
        package var kind: FileFacts.Kind
        /// The size in bytes; 0 unless it is a file.
        package var size: Int64
        /// The time of the last change to its content or name, in nanoseconds since 1970.
        package var changed: Int64
        /// Why it cannot be used, beyond ``kind`` and ``size``; `nil` if it can.
        package var trouble: Trouble?
    }

    /// A reason why an entry could not be examined.
    package enum Trouble: String, Sendable, Hashable {
        case nameNotText, otherFileSystem, unreadable
    }

    /// The entries up to the limit, without folders that could be walked through.
    package var entries: [Entry] = []
    /// The number of entries, including folders and those that are not listed.
    ///
    /// Counting ends at ten times the limit.
    package var count = 0
    /// The number of folder levels.
    ///
    /// The walk ends one level beyond the limit.
    package var depth = 0
    /// The first folder beyond the maximum level, if any.
    package var deepest: String?
    /// A digest of all names, kinds, sizes, times and inodes.
    package var digest = ""
    /// Whether a process is known to have a file open for writing, if requested.
    package var hasWriter = false

    /// Time of the last change to an unfinished file, in nanoseconds since 1970.
    ///
    /// Unfinished files are recognised by their names. The value is `nil` without such a file.
    package var unfinished: Int64? {
        entries.lazy.filter { entry in
            entry.kind == .file && entry.path.split(separator: "/").contains { DroppedNames.isUnfinished(String($0)) }
        }.map(\.changed).max()
    }
}

extension TreeListing.Entry {
    /// Returns why an entry cannot be used; `.some(nil)` if it can, `nil` to skip it.
    fileprivate func problem(_ limits: DroppedLimits) -> Failure?? {
        let parts = path.split(separator: "/").map(String.init)
        if parts.contains(where: DroppedNames.isUnfinished) {
            return kind == .file ? .some(DroppedNames.unfinished) : nil
        }
        if parts.contains(where: DroppedNames.isPassedOver) { return nil }
        func unreadable(_ reason: String) -> Failure?? { .some(Failure(.inputUnreadable, reason)) }
        switch (trouble, kind) {
        case (.nameNotText, _): return .some(DroppedNames.nameNotText)
        case (.otherFileSystem, _): return unreadable("It is on another file system.")
        case (.unreadable, _): return unreadable("It cannot be read: permission denied.")
        case (nil, .link): return unreadable("It is a link; links are not followed.")
        case (nil, .other): return unreadable("It is a pipe or a device.")
        // Folders that were walked through are not listed.
        case (nil, .folder): return nil
        case (nil, .file): return .some(size > limits.fileSize ? limits.fileTooLarge : nil)
        }
    }
}
