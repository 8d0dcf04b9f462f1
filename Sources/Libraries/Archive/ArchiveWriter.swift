import CArchive
package import Foundation

/// Writes an archive to a file or pipe, entry by entry, without buffering it.
///
/// The same entries give the same bytes: an entry without a date has the earliest of its format, and owner and
/// permissions are fixed. Every method blocks. Instances must be used by one thread at a time.
package final class ArchiveWriter {
    /// The format of the archive.
    package enum Format: Sendable {
        /// ZIP with UTF-8 names, and deflated entries unless an entry opts out.
        case zip
        /// POSIX tar, with extended headers where needed.
        case tar
    }

    private let handle: OpaquePointer
    private let format: Format
    /// The number of missing bytes of the current entry.
    private var missing: Int64 = 0
    private var isFinished = false

    /// Starts an archive.
    ///
    /// - Parameters:
    ///   - descriptor: A descriptor open for writing. It stays open, and need not be seekable.
    ///   - format: The format.
    /// - Throws: `libraryMissing`.
    package init(descriptor: Int32, format: Format) throws(ArchiveError) {
        guard formwright_has_archive() != 0, let handle = formwright_archive_write_new() else {
            throw ArchiveError(.libraryMissing, "libarchive is not installed: the package libarchive13")
        }
        self.handle = handle
        self.format = format
        let chosen =
            switch format {
            case .zip: formwright_archive_write_set_format_zip(handle)
            case .tar: formwright_archive_write_set_format_pax_restricted(handle)
            }
        try check(chosen)
        try check(formwright_archive_write_set_bytes_per_block(handle, 64 << 10))
        // Prevents padding of the end to a whole block.
        try check(formwright_archive_write_set_bytes_in_last_block(handle, 1))
        try check(formwright_archive_write_open_fd(handle, descriptor))
    }

    deinit {
        // Freeing an open archive would complete it. An unfinished one must remain recognisable.
        if !isFinished { _ = formwright_archive_write_fail(handle) }
        _ = formwright_archive_write_free(handle)
    }

    /// Begins an entry; its bytes follow in calls of ``write(_:)``.
    ///
    /// - Parameters:
    ///   - name: A relative path without `.` and `..`.
    ///   - byteCount: The exact size.
    ///   - modified: The date, to the second. A ZIP stores it in the process's time zone and in UTC.
    ///   - isCompressed: Whether a ZIP deflates the entry; `false` for compressed data such as pictures.
    /// - Throws: `unsafeName`; `wrongByteCount` if the previous entry is incomplete.
    package func add(
        name: String, byteCount: Int64, modified: Date? = nil, isCompressed: Bool = true
    ) throws(ArchiveError) {
        try finishEntry()
        try ArchiveName.check(name)
        guard byteCount >= 0 else { throw ArchiveError(.wrongByteCount, "an entry has a negative size") }
        if format == .zip {
            try check(
                isCompressed
                    ? formwright_archive_write_zip_set_compression_deflate(handle)
                    : formwright_archive_write_zip_set_compression_store(handle))
        }
        guard let entry = formwright_archive_entry_new() else {
            throw ArchiveError(.system, errorNumber: ENOMEM, "no entry could be made")
        }
        defer { formwright_archive_entry_free(entry) }
        formwright_archive_entry_set_filetype(entry, formwright_archive_regular_file())
        formwright_archive_entry_set_perm(entry, 0o644)
        formwright_archive_entry_set_size(entry, byteCount)
        if let modified {
            formwright_archive_entry_set_mtime(entry, time_t(modified.timeIntervalSince1970.rounded(.down)), 0)
        }
        try ArchiveName.withUTF8 { () throws(ArchiveError) in
            formwright_archive_entry_set_pathname(entry, name)
            try check(formwright_archive_write_header(handle, entry))
        }
        missing = byteCount
    }

    /// Appends bytes to the current entry.
    ///
    /// - Throws: `wrongByteCount` if the entry would be longer than declared; `system`.
    package func write(_ bytes: Data) throws(ArchiveError) {
        guard bytes.count <= missing else {
            throw ArchiveError(.wrongByteCount, "an entry has more bytes than declared")
        }
        if bytes.isEmpty { return }
        let written = bytes.withUnsafeBytes { formwright_archive_write_data(handle, $0.baseAddress, $0.count) }
        guard written == bytes.count else { throw ArchiveError.last(handle) }
        missing -= Int64(bytes.count)
    }

    /// Completes the archive; the descriptor is neither flushed to disk nor closed.
    ///
    /// - Throws: `wrongByteCount` if the last entry is incomplete; `system`.
    package func finish() throws(ArchiveError) {
        try finishEntry()
        try check(formwright_archive_write_close(handle))
        isFinished = true
    }

    private func finishEntry() throws(ArchiveError) {
        guard missing == 0 else { throw ArchiveError(.wrongByteCount, "an entry has fewer bytes than declared") }
    }

    private func check(_ status: Int32) throws(ArchiveError) {
        // A warning, such as about a shortened name, is a failure too: nothing may be lost silently.
        guard status == ARCHIVE_OK else { throw ArchiveError.last(handle) }
    }
}
