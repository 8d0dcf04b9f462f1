/// Why libqpdf would not do something.
package struct QPDFError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The kinds of `qpdf_error_code_e` that call for different words to a person.
    package enum Code: String, Sendable {
        /// `qpdf_e_password`: a password is needed, or the one given is wrong.
        case password
        /// `qpdf_e_damaged_pdf`: the file cannot be read, and could not be repaired.
        case damaged
        /// `qpdf_e_pages`: there is no page tree to speak of.
        case pages
        /// `qpdf_e_unsupported`: an encryption or a feature that libqpdf does not know.
        case unsupported
        /// `qpdf_e_system`: memory or input and output failed.
        case system
        /// Anything else that libqpdf reports.
        case other
    }

    package var code: Code
    /// libqpdf's own words, without the file's name.
    package var detail: String

    package init(code: Code, detail: String) {
        self.code = code
        self.detail = detail
    }

    package var description: String { "qpdf: \(code.rawValue): \(detail)" }
}
