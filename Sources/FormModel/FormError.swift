/// What went wrong, in a form that programs can rely on and people can read.
///
/// The message is one sentence that says what to do; it names files, pages (from 1) and fields, never a value.
public struct Failure: Error, Sendable, Hashable, CustomStringConvertible {
    public var code: Code
    public var message: String
    /// The names of the fields concerned.
    public var fields: [String]
    /// What the library beneath said, for logs.
    public var underlying: String?

    public init(_ code: Code, _ message: String, fields: [String] = [], underlying: String? = nil) {
        self.code = code
        self.message = message
        self.fields = fields
        self.underlying = underlying
    }

    public var description: String { message }

    /// Stable names; `docs/errors.md` says for each what it means and what to do.
    public enum Code: String, Sendable, Hashable, Codable, CaseIterable {
        // The document
        case inputMissing = "input_missing"
        case inputUnreadable = "input_unreadable"
        case inputEmpty = "input_empty"
        case inputTooLarge = "input_too_large"
        case unsupportedType = "unsupported_type"
        case damagedDocument = "damaged_document"
        case encrypted = "encrypted"
        case wrongPassword = "wrong_password"
        case xfaOnly = "xfa_only"
        case noPages = "no_pages"
        case tooManyPages = "too_many_pages"
        case pageTooLarge = "page_too_large"
        case pictureTooLarge = "picture_too_large"

        // The values
        case malformedValues = "malformed_values"
        case unknownField = "unknown_field"
        case ambiguousField = "ambiguous_field"
        case duplicateValue = "duplicate_value"
        case wrongType = "wrong_type"
        case valueTooLong = "value_too_long"
        case valueOverflow = "value_overflow"
        case missingGlyph = "missing_glyph"
        case badSignatureImage = "bad_signature_image"
        case readOnlyField = "read_only_field"

        // Known fields and work folders
        case malformedFields = "malformed_fields"
        case fieldsMismatch = "fields_mismatch"
        case stageIncomplete = "stage_incomplete"

        // Many records
        case malformedTemplate = "malformed_template"
        case batchChanged = "batch_changed"
        case rowsFailed = "rows_failed"

        // The store and its settings
        case malformedSettings = "malformed_settings"
        case documentUnknown = "document_unknown"
        case moveNotAllowed = "move_not_allowed"

        // The output
        case outputUnwritable = "output_unwritable"
        case diskFull = "disk_full"
        case outputIsInput = "output_is_input"
        case outputExists = "output_exists"

        // The machine
        case languageMissing = "language_missing"
        case outOfMemory = "out_of_memory"
        case cpuExceeded = "cpu_exceeded"
        case cancelled = "cancelled"
        case internalError = "internal_error"
    }
}
