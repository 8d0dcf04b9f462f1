/// Why a workbook cannot be read.
package struct WorkbookError: Error, Sendable, Hashable {
    /// The kinds of errors that callers distinguish.
    package enum Code: String, Sendable {
        /// The bytes are no workbook, or one of another format.
        case unsupported
        /// The workbook has a password.
        case encrypted
        /// A part is missing, malformed, or contradicts itself.
        case damaged
        /// A limit is exceeded.
        case tooLarge
        /// There is no such sheet.
        case unknownSheet
        /// libarchive is not installed.
        case libraryMissing
    }

    package let code: Code
    /// The predicate of a sentence about the workbook: "has a password; …".
    package let detail: String

    /// Creates an error.
    init(_ code: Code, _ detail: String) {
        self.code = code
        self.detail = detail
    }

    /// The error of a workbook with a password.
    static let password = WorkbookError(.encrypted, "has a password; save a copy without one.")

    /// Creates the error of a damaged part.
    static func damaged(_ part: String, _ what: String) -> WorkbookError {
        WorkbookError(.damaged, "is damaged: \(what) (\(part)).")
    }
}
