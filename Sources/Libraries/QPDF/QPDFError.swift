/// Why a libqpdf call failed.
package struct QPDFError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The kinds of `qpdf_error_code_e` that need different messages to the user.
    package enum Code: String, Sendable {
        /// `qpdf_e_password`: a password is needed, or the one given is wrong.
        case password
        /// `qpdf_e_damaged_pdf`: the file cannot be read, and could not be repaired.
        case damaged
        /// `qpdf_e_pages`: there is no usable page tree.
        case pages
        /// `qpdf_e_unsupported`: an encryption or feature that libqpdf does not support.
        case unsupported
        /// `qpdf_e_system`: an allocation or I/O failed.
        case system
        /// Any other error reported by libqpdf.
        case other
    }

    package var code: Code
    /// libqpdf's message, without the name of the file.
    package var detail: String

    package init(code: Code, detail: String) {
        self.code = code
        self.detail = detail
    }

    package var description: String { "qpdf: \(code.rawValue): \(detail)" }
}
