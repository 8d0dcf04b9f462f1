public import FailureModel

// Failures of forms and of the values for them.
extension ErrorCode {
    /// The file is truncated, damaged beyond repair, or protected in a way that cannot be read.
    public static let damagedDocument = ErrorCode("damaged_document")
    /// The PDF needs a password to open.
    public static let encrypted = ErrorCode("encrypted")
    /// The given password does not open the PDF.
    public static let wrongPassword = ErrorCode("wrong_password")
    /// The form consists of XFA only, without pages and widgets.
    public static let xfaOnly = ErrorCode("xfa_only")
    /// The document has no pages.
    public static let noPages = ErrorCode("no_pages")
    /// The document has more pages than the limit of 5,000.
    public static let tooManyPages = ErrorCode("too_many_pages")
    /// A page is larger than 100 inches on a side.
    public static let pageTooLarge = ErrorCode("page_too_large")
    /// The values are not JSON or YAML, not an object whose keys name fields, or nested too deeply; or a key is too long.
    public static let malformedValues = ErrorCode("malformed_values")
    /// A key matches no field; the message lists the nearest names.
    public static let unknownField = ErrorCode("unknown_field")
    /// A key matches several fields; the message lists them.
    public static let ambiguousField = ErrorCode("ambiguous_field")
    /// Two keys give different values to one field, or a key occurs twice in an object.
    public static let duplicateValue = ErrorCode("duplicate_value")
    /// The field does not accept the value, such as a word for a check box, an option that the field does not have, or text with a control character.
    public static let wrongType = ErrorCode("wrong_type")
    /// The value has more characters than the field allows, or more bytes than the limit for values.
    public static let valueTooLong = ErrorCode("value_too_long")
    /// The text does not fit its field even at the smallest size.
    public static let valueOverflow = ErrorCode("value_overflow")
    /// The picture of a signature is neither PNG nor JPEG, is damaged, or is larger than 4,096 pixels on a side.
    public static let badSignatureImage = ErrorCode("bad_signature_image")
    /// The text for a signature is the name of a picture file.
    public static let pictureName = ErrorCode("picture_name")
    /// The form marks this field as read-only.
    public static let readOnlyField = ErrorCode("read_only_field")
    /// The known fields are not in the format that `formwright inspect --json` prints.
    public static let malformedFields = ErrorCode("malformed_fields")
    /// The known fields were made for another document.
    public static let fieldsMismatch = ErrorCode("fields_mismatch")
    /// A table has several rows where one is expected.
    public static let severalRows = ErrorCode("several_rows")
    /// The document has no page with this number.
    public static let pageUnknown = ErrorCode("page_unknown")
    /// The document has no fields to work on: no AcroForm fields, or none that could be found.
    public static let noFields = ErrorCode("no_fields")
    /// The document is to be given AcroForm fields, but has some.
    public static let alreadyFillable = ErrorCode("already_fillable")
    /// The document cannot be appended to, or its digital signatures forbid the change.
    public static let cannotAppend = ErrorCode("cannot_append")
    /// Tesseract has no data for a language.
    public static let languageMissing = ErrorCode("language_missing")
}

extension ErrorRow {
    /// The codes of forms and of the values for them.
    public static let forms: [ErrorRow] = [
        ErrorRow(
            .damagedDocument, exit: 15, http: 422,
            "The file is truncated, damaged beyond repair, or protected in a way that cannot be read.",
            "Download it again, or open it in another program and save a new copy."),
        ErrorRow(
            .encrypted, exit: 16, http: 422, "The PDF needs a password to open.",
            "Pass it with `--password-file FILE` (`-` for standard input), in the environment variable `FORMWRIGHT_PASSWORD`, or with `--password`, which other users of the machine can see."
        ),
        ErrorRow(
            .wrongPassword, exit: 17, http: 422, "The given password does not open the PDF.", "Check the password."),
        ErrorRow(
            .xfaOnly, exit: 18, http: 422, "The form consists of XFA only, without pages and widgets.",
            "Open it in Adobe Reader, print it to a PDF and use that PDF."),
        ErrorRow(.noPages, exit: 19, http: 422, "The document has no pages.", "Download it again."),
        ErrorRow(
            .tooManyPages, exit: 20, http: 413, "The document has more pages than the limit of 5,000.", "Split it."),
        ErrorRow(
            .pageTooLarge, exit: 21, http: 413, "A page is larger than 100 inches on a side.", "Scale the page down."),
        ErrorRow(
            .malformedValues, exit: 30, http: 400,
            "The values are not JSON or YAML, not an object whose keys name fields, or nested too deeply; or a key is too long.",
            "Correct the file; see [values](values.md)."),
        ErrorRow(
            .unknownField, exit: 31, http: 422, "A key matches no field; the message lists the nearest names.",
            "Look the field up with `formwright inspect`."),
        ErrorRow(
            .ambiguousField, exit: 32, http: 422, "A key matches several fields; the message lists them.",
            "Use the field's name, `Label#2` or `p3:Label`."),
        ErrorRow(
            .duplicateValue, exit: 33, http: 422,
            "Two keys give different values to one field, or a key occurs twice in an object.", "Remove one of them."),
        ErrorRow(
            .wrongType, exit: 34, http: 422,
            "The field does not accept the value, such as a word for a check box, an option that the field does not have, or text with a control character.",
            "Provide what the message asks for."),
        ErrorRow(
            .valueTooLong, exit: 35, http: 422,
            "The value has more characters than the field allows, or more bytes than the limit for values.",
            "Shorten it."
        ),
        ErrorRow(
            .valueOverflow, exit: 36, http: 422, "The text does not fit its field even at the smallest size.",
            "Shorten it, or allow `--overflow=truncate`, `shrink` or `addendum`."),
        ErrorRow(
            .missingGlyph, exit: 37, http: 422, "No installed font has one of the value's characters.",
            "Install a font that has it; `fonts-noto-core` and `fonts-noto-cjk` cover most scripts."),
        ErrorRow(
            .badSignatureImage, exit: 38, http: 422,
            "The picture of a signature is neither PNG nor JPEG, is damaged, or is larger than 4,096 pixels on a side.",
            "Save the picture as a PNG or JPEG of a reasonable size."),
        ErrorRow(
            .pictureName, exit: 207, http: 422, "The text for a signature is the name of a picture file.",
            "Give the picture as `{\"image\": \"FILE.png\"}` in a file of values, or the name of who signs as text."),
        ErrorRow(
            .readOnlyField, exit: 39, http: 422, "The form marks this field as read-only.",
            "Leave it out of the values."),
        ErrorRow(
            .malformedFields, exit: 40, http: 400,
            "The known fields are not in the format that `formwright inspect --json` prints.",
            "Create them again with `formwright inspect --json`."),
        ErrorRow(
            .fieldsMismatch, exit: 41, http: 409, "The known fields were made for another document.",
            "Run `formwright inspect --json` on this document."),
        ErrorRow(
            .severalRows, exit: 24, http: 409, "A table has several rows where one is expected.",
            "Fill the form once for each row: `formwright batch`, or `POST rows`."),
        ErrorRow(
            .pageUnknown, exit: 23, http: 404, "The document has no page with this number.",
            "Pages count from 0 in addresses and from 1 in messages."),
        ErrorRow(
            .noFields, exit: 3, http: 422,
            "The document has no fields to work on: no AcroForm fields, or none that could be found.",
            "Look at it with `formwright inspect --preview`; `formwright fillable` gives a flat form AcroForm fields."),
        ErrorRow(
            .alreadyFillable, exit: 4, http: 409, "The document is to be given AcroForm fields, but has some.",
            "Fill it as it is, or remove its fields first with `formwright flatten`."),
        ErrorRow(
            .cannotAppend, exit: 5, http: 409,
            "The document cannot be appended to, or its digital signatures forbid the change.",
            "Fill it without `--incremental`, which invalidates its signatures, or ask its author for another copy."),
        ErrorRow(
            .languageMissing, exit: 60, http: 503, "Tesseract has no data for a language.",
            "Install `tesseract-ocr-LANGUAGE`, or choose another language with `--language`."),
    ]
}
