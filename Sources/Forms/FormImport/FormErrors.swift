public import FailureModel

// Failures of forms and their values.
extension ErrorCode {
    /// The code `wrong_password`.
    public static let wrongPassword = ErrorCode(
        "wrong_password", exit: 17, http: 422, "The password does not open the PDF.", "Check the password.")
    /// The code `xfa_only`.
    public static let xfaOnly = ErrorCode(
        "xfa_only", exit: 18, http: 422, "The form consists of XFA only, without pages and widgets.",
        "Open it in Adobe Reader, print it to a PDF and use that PDF.")
    /// The code `no_pages`.
    public static let noPages = ErrorCode(
        "no_pages", exit: 19, http: 422, "The document has no pages.", "Download it again.")
    /// The code `too_many_pages`.
    public static let tooManyPages = ErrorCode(
        "too_many_pages", exit: 20, http: 413, "The document has more pages than the limit of 5,000.", "Split it.")
    /// The code `page_too_large`.
    public static let pageTooLarge = ErrorCode(
        "page_too_large", exit: 21, http: 413, "A page is larger than 100 inches on a side.", "Scale the page down.")
    /// The code `malformed_values`.
    public static let malformedValues = ErrorCode(
        "malformed_values", exit: 30, http: 400,
        "The values are not JSON or YAML, not an object whose keys name fields, or nested too deeply; or a key is too long.",
        "Correct the file; see [values](values.md).")
    /// The code `unknown_field`.
    public static let unknownField = ErrorCode(
        "unknown_field", exit: 31, http: 422, "A key matches no field; the message lists the nearest names.",
        "Look the field up with `formwright inspect`.")
    /// The code `ambiguous_field`.
    public static let ambiguousField = ErrorCode(
        "ambiguous_field", exit: 32, http: 422, "A key matches several fields; the message lists them.",
        "Use the field's name, `Label#2` or `p3:Label`.")
    /// The code `duplicate_value`.
    public static let duplicateValue = ErrorCode(
        "duplicate_value", exit: 33, http: 422,
        "Two keys give different values to one field, or a key occurs twice in an object.", "Remove one of them.")
    /// The code `wrong_type`.
    public static let wrongType = ErrorCode(
        "wrong_type", exit: 34, http: 422,
        "The field does not accept the value, such as a word for a check box, an option that the field does not have, or text with a control character.",
        "Provide what the message asks for.")
    /// The code `value_too_long`.
    public static let valueTooLong = ErrorCode(
        "value_too_long", exit: 35, http: 422,
        "The value has more characters than the field allows, or more bytes than the limit for values.", "Shorten it.")
    /// The code `value_overflow`.
    public static let valueOverflow = ErrorCode(
        "value_overflow", exit: 36, http: 422, "The text does not fit its field even at the smallest size.",
        "Shorten it, or allow `--overflow=truncate`, `shrink` or `addendum`.")
    /// The code `bad_signature_image`.
    public static let badSignatureImage = ErrorCode(
        "bad_signature_image", exit: 38, http: 422,
        "The picture of a signature is neither PNG nor JPEG, is damaged, or is larger than 4,096 pixels on a side.",
        "Save the picture as a PNG or JPEG of a reasonable size.")
    /// The code `picture_name`.
    public static let pictureName = ErrorCode(
        "picture_name", exit: 207, http: 422, "The text for a signature is the name of a picture file.",
        "Give the picture as `{\"image\": \"FILE.png\"}` in a file of values, or the name of who signs as text.")
    /// The code `read_only_field`.
    public static let readOnlyField = ErrorCode(
        "read_only_field", exit: 39, http: 422, "The form marks this field as read-only.", "Leave it out of the values."
    )
    /// The code `malformed_fields`.
    public static let malformedFields = ErrorCode(
        "malformed_fields", exit: 40, http: 400,
        "The known fields are not in the format that `formwright inspect --json` prints.",
        "Create them again with `formwright inspect --json`.")
    /// The code `fields_mismatch`.
    public static let fieldsMismatch = ErrorCode(
        "fields_mismatch", exit: 41, http: 409, "The known fields or the mapping were made for another document.",
        "Run `formwright inspect --json`, or `formwright batch --check --write-map FILE`, on this document.")
    /// The code `mapping_needed`.
    public static let mappingNeeded = ErrorCode(
        "mapping_needed", exit: 209, http: 409,
        "A column or key identifies its field by a guess that nobody has confirmed; nothing is written.",
        "Confirm the mapping (see [batch](batch.md#mappings)), or use names or whole labels as keys.")
    /// The code `several_rows`.
    public static let severalRows = ErrorCode(
        "several_rows", exit: 24, http: 409, "A file has several rows or filled copies where one is expected.",
        "Fill the form once for each row: `formwright batch`, or `POST rows`. Read the copies with `formwright collect`."
    )
    /// The code `page_unknown`.
    public static let pageUnknown = ErrorCode(
        "page_unknown", exit: 23, http: 404, "The document has no page with this number.",
        "Pages count from 0 in addresses and from 1 in messages.")
    /// The code `no_fields`.
    public static let noFields = ErrorCode(
        "no_fields", exit: 3, http: 422,
        "The document has no fields to work on: no AcroForm fields, or none that could be found.",
        "Look at it with `formwright inspect --preview`; `formwright fillable` gives a flat form AcroForm fields.")
    /// The code `already_fillable`.
    public static let alreadyFillable = ErrorCode(
        "already_fillable", exit: 4, http: 409, "The document already has AcroForm fields.",
        "Fill it as it is, or remove its fields first with `formwright flatten`.")
    /// The code `cannot_append`.
    public static let cannotAppend = ErrorCode(
        "cannot_append", exit: 5, http: 409,
        "The document cannot be appended to, or its digital signatures forbid the change.",
        "Fill it without `--incremental`, which invalidates its signatures, or ask its author for another copy.")
    /// The code `language_missing`.
    public static let languageMissing = ErrorCode(
        "language_missing", exit: 60, http: 503, "Tesseract has no data for a language.",
        "Install `tesseract-ocr-LANGUAGE`, or choose another language with `--language`.")
}

extension ErrorRow {
    /// The codes of forms and their values.
    public static let forms = rows(
        .wrongPassword, .xfaOnly, .noPages, .tooManyPages, .pageTooLarge,
        .malformedValues, .unknownField, .ambiguousField, .duplicateValue, .wrongType, .valueTooLong, .valueOverflow,
        .missingGlyph, .badSignatureImage, .pictureName, .readOnlyField, .malformedFields, .fieldsMismatch,
        .mappingNeeded, .severalRows, .pageUnknown, .noFields, .alreadyFillable, .cannotAppend, .languageMissing)
}
