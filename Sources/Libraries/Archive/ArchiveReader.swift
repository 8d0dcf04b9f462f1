import CArchive
package import Foundation

/// Reads an archive entry by entry: a tar file or pipe, or a ZIP file.
///
/// The archive is not trusted: names stay within a folder, and links, devices and sparse files are rejected. No more is
/// read than the archive contains, and no memory is reserved by a declared size. Callers limit sizes and the number of
/// entries. Every method blocks. Instances must be used by one thread at a time.
package final class ArchiveReader {
    /// A regular file in the archive.
    package struct Entry: Sendable, Hashable {
        /// A relative path without `.` and `..`; without the `.` components that other programs write.
        package let name: String
        /// The declared size, the maximum that ``ArchiveReader/read(upTo:)`` returns.
        package let byteCount: Int64
    }

    private let handle: OpaquePointer
    /// Whether entries for folders are passed over.
    private let skipsFolders: Bool
    /// Whether another program wrote the archive.
    private let isForeign: Bool
    /// The bytes that libarchive reads from; nil for a descriptor.
    private let bytes: ArchiveBytes?
    /// The number of unread bytes of the current entry.
    private var rest: Int64 = 0
    /// The unread part of libarchive's current block, valid until its next call.
    private var block = UnsafeRawBufferPointer(start: nil, count: 0)
    /// The expected offset of the next block in the current entry.
    private var blockEnd: Int64 = 0

    /// Opens an archive.
    ///
    /// - Parameters:
    ///   - descriptor: A descriptor open for reading at the beginning of the archive. It stays open. A ZIP must be a
    ///     regular file, since its entries are those of the directory at its end.
    ///   - format: The only accepted format.
    ///   - isForeign: Whether another program wrote the archive, in which names may begin with `./`. A tar may then be
    ///     compressed with gzip and have folders.
    /// - Throws: `libraryMissing`, `damaged`.
    package convenience init(
        descriptor: Int32, format: ArchiveWriter.Format = .tar, isForeign: Bool = false
    ) throws(ArchiveError) {
        try self.init(format: format, isForeign: isForeign, bytes: nil) {
            formwright_archive_read_open_fd($0, descriptor, 64 << 10)
        }
    }

    /// Opens an archive in memory.
    ///
    /// - Throws: `libraryMissing`, `damaged`.
    package convenience init(bytes: ArchiveBytes, format: ArchiveWriter.Format) throws(ArchiveError) {
        try self.init(format: format, isForeign: false, bytes: bytes) {
            formwright_archive_read_open_memory($0, bytes.buffer.baseAddress, bytes.buffer.count)
        }
    }

    private init(
        format: ArchiveWriter.Format, isForeign: Bool, bytes: ArchiveBytes?, open: (OpaquePointer) -> Int32
    ) throws(ArchiveError) {
        guard formwright_has_archive() != 0, let handle = formwright_archive_read_new() else {
            throw ArchiveError(.libraryMissing, "libarchive is not installed: the package libarchive13")
        }
        self.handle = handle
        self.isForeign = isForeign
        skipsFolders = format == .zip || isForeign
        self.bytes = bytes
        let chosen =
            switch format {
            case .zip: formwright_archive_read_support_format_zip_seekable(handle)
            case .tar: formwright_archive_read_support_format_tar(handle)
            }
        if isForeign, format == .tar, formwright_archive_read_support_filter_gzip(handle) != ARCHIVE_OK {
            throw ArchiveError.last(handle)
        }
        guard chosen == ARCHIVE_OK, open(handle) == ARCHIVE_OK else { throw ArchiveError.last(handle) }
    }

    deinit {
        formwright_archive_read_free(handle)
    }

    /// Advances to the next entry; returns `nil` at the end.
    ///
    /// - Throws: `unsafeName`, `encrypted`, `damaged`; `notAFile` for links and devices, and `damaged` for sparse files,
    ///   which ``ArchiveWriter`` never writes, and `notAFile` for folders in a tar. Folders in a ZIP or foreign tar, which other programs
    ///   add, are skipped.
    package func next() throws(ArchiveError) -> Entry? {
        try ArchiveName.withUTF8 { () throws(ArchiveError) in
            guard let pointer = try nextHeader() else { return nil }
            guard formwright_archive_entry_is_data_encrypted(pointer) == 0 else {
                throw ArchiveError(.encrypted, "an entry is encrypted")
            }
            guard formwright_archive_entry_filetype(pointer) == formwright_archive_regular_file(),
                formwright_archive_entry_hardlink(pointer) == nil
            else { throw ArchiveError(.notAFile, "an entry is a link or a device") }
            guard formwright_archive_entry_sparse_count(pointer) == 0 else { throw Self.sparse }
            guard let text = formwright_archive_entry_pathname(pointer), let written = String(validatingCString: text)
            else {
                throw ArchiveError(.unsafeName, "an entry has a name that is not UTF-8")
            }
            let name = isForeign ? ArchiveName.withoutCurrentFolders(written) : written
            try ArchiveName.check(name)
            rest = formwright_archive_entry_size(pointer)
            block = UnsafeRawBufferPointer(start: nil, count: 0)
            blockEnd = 0
            return Entry(name: name, byteCount: rest)
        }
    }

    private func nextHeader() throws(ArchiveError) -> OpaquePointer? {
        while true {
            var pointer: OpaquePointer?
            let status = formwright_archive_read_next_header(handle, &pointer)
            if status == ARCHIVE_EOF { return nil }
            // A name that is malformed in this locale is a warning.
            if status == ARCHIVE_WARN, skipsFolders, let pointer, !hasTextForName(pointer) {
                throw ArchiveError(.unsafeName, "an entry has a name that is not UTF-8")
            }
            guard status == ARCHIVE_OK, let pointer else { throw ArchiveError.last(handle) }
            let isFolder = formwright_archive_entry_filetype(pointer) == formwright_archive_folder()
            if !skipsFolders || !isFolder { return pointer }
        }
    }

    private func hasTextForName(_ entry: OpaquePointer) -> Bool {
        guard let text = formwright_archive_entry_pathname(entry) else { return false }
        return String(validatingCString: text) != nil
    }

    /// Checks that the current entry has no further bytes, and its checksum in a ZIP.
    ///
    /// - Throws: `damaged`.
    package func checkEnd() throws(ArchiveError) {
        guard rest == 0, block.isEmpty else { throw ArchiveError(.damaged, "an entry is longer than it states") }
        while true {
            var start: UnsafeRawPointer?
            var count = 0
            var offset: la_int64_t = 0
            let status = formwright_archive_read_data_block(handle, &start, &count, &offset)
            if status == ARCHIVE_EOF { return }
            guard status == ARCHIVE_OK else { throw ArchiveError.last(handle) }
            guard count == 0 else { throw ArchiveError(.damaged, "an entry is longer than it states") }
        }
    }

    /// Returns the next bytes of the current entry; empty at its end.
    ///
    /// - Throws: `damaged` if the archive ends early.
    package func read(upTo limit: Int) throws(ArchiveError) -> Data {
        if limit == 0 || rest == 0 { return Data() }
        if block.isEmpty { try readBlock() }
        let bytes = Data(block.prefix(Int(min(Int64(limit), rest))))
        block = UnsafeRawBufferPointer(rebasing: block.dropFirst(bytes.count))
        rest -= Int64(bytes.count)
        return bytes
    }

    private func readBlock() throws(ArchiveError) {
        var start: UnsafeRawPointer?
        var count = 0
        var offset: la_int64_t = 0
        let status = formwright_archive_read_data_block(handle, &start, &count, &offset)
        guard status == ARCHIVE_OK || status == ARCHIVE_EOF else { throw ArchiveError.last(handle) }
        guard status == ARCHIVE_OK, count > 0 else { throw ArchiveError(.damaged, "an entry ends early") }
        // A sparse map that does not match the entry's size is not detected as one.
        guard offset == blockEnd else { throw Self.sparse }
        blockEnd += Int64(count)
        block = UnsafeRawBufferPointer(start: start, count: count)
    }

    private static var sparse: ArchiveError { ArchiveError(.damaged, "an entry is a sparse file") }
}
