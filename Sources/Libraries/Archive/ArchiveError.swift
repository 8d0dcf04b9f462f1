import CArchive
import Foundation

/// The failure of writing or reading an archive.
package struct ArchiveError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The kinds of errors that callers distinguish.
    package enum Code: String, Sendable {
        /// libarchive, or a locale with UTF-8, is not installed.
        case libraryMissing
        /// The name of an entry is empty, absolute, or leaves the folder.
        case unsafeName
        /// An entry is a link or a device.
        case notAFile
        /// An entry has more or fewer bytes than declared.
        case wrongByteCount
        /// A system call failed with ``ArchiveError/errorNumber``.
        case system
        /// The bytes are not an archive of the expected format.
        case damaged
        /// An entry needs a password.
        case encrypted
    }

    package let code: Code
    /// The C `errno` of a failed system call; otherwise 0.
    package let errorNumber: Int32
    /// The message of libarchive.
    package let detail: String

    /// Creates an error with a message of libarchive.
    package init(_ code: Code, errorNumber: Int32 = 0, _ detail: String) {
        self.code = code
        self.errorNumber = errorNumber
        self.detail = detail
    }

    package var description: String { "archive: \(code.rawValue): \(detail)" }

    /// Returns the last error of a handle.
    static func last(_ handle: OpaquePointer) -> ArchiveError {
        let number = formwright_archive_errno(handle)
        let detail = formwright_archive_error_string(handle).map { String(cString: $0) } ?? ""
        // libarchive reports its own findings about a file as EILSEQ or -1.
        guard number > 0, number != EILSEQ else { return ArchiveError(.damaged, detail) }
        return ArchiveError(.system, errorNumber: number, detail)
    }
}
