public import FailureModel

// Errors of Portable Text.
extension ErrorCode {
    /// The code `invalid_json`.
    public static let invalidJSON = ErrorCode(
        "invalid_json", exit: 25, http: 400, "The document is not valid JSON.", "Export it again.")
    /// The code `unsupported_block_type`.
    public static let unsupportedBlockType = ErrorCode(
        "unsupported_block_type", exit: 26, http: 422,
        "A block has a type or style that nothing renders; the message names the block.",
        "Define the style, map the type with `--types`, or render what is known with `--lenient`.")
    /// The code `unsupported_mark_type`.
    public static let unsupportedMarkType = ErrorCode(
        "unsupported_mark_type", exit: 27, http: 422,
        "A span has a mark that nothing renders, and no annotation explains it.",
        "Add the annotation to `markDefs`, or render what is known with `--lenient`.")
    /// The code `missing_required_field`.
    public static let missingRequiredField = ErrorCode(
        "missing_required_field", exit: 28, http: 422,
        "A document, block, span or annotation lacks a member that it must have, such as `_type`.", "Add the member.")
    /// The code `nested_content_too_deep`.
    public static let nestedContentTooDeep = ErrorCode(
        "nested_content_too_deep", exit: 29, http: 422,
        "Blocks within blocks, or lists and objects of the JSON, are nested too deeply.",
        "Move inner blocks to the top level, or use `--lenient`, which allows more levels.")
    /// The code `malformed_structure`.
    public static let malformedStructure = ErrorCode(
        "malformed_structure", exit: 43, http: 422,
        "A member of a block has the wrong type, or a limit is exceeded; the message names the block.",
        "Correct what the message names.")
    /// The code `rendering_failed`.
    public static let renderingFailed = ErrorCode(
        "rendering_failed", exit: 44, http: 422,
        "A part of a document cannot be rendered, such as a picture that is damaged.",
        "Correct what the message names, or render everything else with `--lenient`.")
    /// The code `malformed_styles`.
    public static let malformedStyles = ErrorCode(
        "malformed_styles", exit: 58, http: 400,
        "The file of styles or of types has errors; each is listed with its line.",
        "Correct the file; see [styles](portable-text.md#styles) and [types](portable-text.md#types-of-a-dataset).")
}

extension ErrorRow {
    /// All codes of Portable Text.
    public static let portableText = rows(
        .invalidJSON, .unsupportedBlockType, .unsupportedMarkType, .missingRequiredField, .nestedContentTooDeep,
        .malformedStructure, .renderingFailed, .malformedStyles)
}
