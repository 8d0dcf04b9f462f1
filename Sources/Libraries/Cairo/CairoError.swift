import CCairo

/// The failure of a cairo call.
package struct CairoError: Error, Sendable, Hashable, CustomStringConvertible {
    package enum Code: String, Sendable {
        case outOfMemory
        /// The bytes of an image are invalid.
        case damagedPicture
        case other
    }

    package var code: Code
    package var detail: String

    package var description: String { "cairo: \(code.rawValue): \(detail)" }

    /// Throws the error for a status unless it is `CAIRO_STATUS_SUCCESS`.
    static func check(_ status: cairo_status_t) throws(CairoError) {
        guard status != CAIRO_STATUS_SUCCESS else { return }
        let code: Code =
            switch status {
            case CAIRO_STATUS_NO_MEMORY: .outOfMemory
            case CAIRO_STATUS_READ_ERROR: .damagedPicture
            default: .other
            }
        throw CairoError(code: code, detail: cairo_status_to_string(status).map { String(cString: $0) } ?? "")
    }
}
