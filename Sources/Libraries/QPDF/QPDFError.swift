/// The failure of a libqpdf call.
package struct QPDFError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The kinds of `qpdf_error_code_e` with different messages for the user.
    package enum Code: String, Sendable {
        /// The password is missing or wrong (`qpdf_e_password`).
        case password
        /// The file is unreadable and irreparable (`qpdf_e_damaged_pdf`).
        case damaged
        /// There is no usable page tree (`qpdf_e_pages`).
        case pages
        /// The file needs unsupported encryption or features (`qpdf_e_unsupported`).
        case unsupported
        /// An allocation or I/O failed (`qpdf_e_system`).
        case system
        /// Any other error reported by libqpdf.
        case other
    }

    package var code: Code
    /// The message of libqpdf, without the file name.
    package var detail: String

    package init(code: Code, detail: String) {
        self.code = code
        self.detail = detail
    }

    package var description: String { "qpdf: \(code.rawValue): \(detail)" }
}
