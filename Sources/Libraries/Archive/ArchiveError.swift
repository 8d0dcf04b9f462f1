import CArchive
import Foundation

/// Why an archive could not be written or read.
package struct ArchiveError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The kinds of errors that callers tell apart.
    package enum Code: String, Sendable {
        /// libarchive, or a locale with UTF-8, is not installed.
        case libraryMissing
        /// The name of an entry is empty, absolute, or leads out of the folder.
        case unsafeName
        /// An entry has more or fewer bytes than was declared.
        case wrongByteCount
        /// A system call failed; ``ArchiveError/errorNumber`` says why.
        case system
        /// The bytes are not an archive of the expected format.
        case damaged
        /// An entry needs a password.
        case encrypted
    }

    package let code: Code
    /// The C `errno` of a failed system call; otherwise 0.
    package let errorNumber: Int32
    /// What libarchive reported.
    package let detail: String

    /// Creates an error with what libarchive reported.
    package init(_ code: Code, errorNumber: Int32 = 0, _ detail: String) {
        self.code = code
        self.errorNumber = errorNumber
        self.detail = detail
    }

    package var description: String { "archive: \(code.rawValue): \(detail)" }

    /// The error that a handle reports.
    static func last(_ handle: OpaquePointer) -> ArchiveError {
        let number = formwright_archive_errno(handle)
        let detail = formwright_archive_error_string(handle).map { String(cString: $0) } ?? ""
        // What libarchive itself finds wrong with a file is EILSEQ or -1.
        guard number > 0, number != EILSEQ else { return ArchiveError(.damaged, detail) }
        return ArchiveError(.system, errorNumber: number, detail)
    }
}
