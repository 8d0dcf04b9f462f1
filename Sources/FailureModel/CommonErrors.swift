// Failures that do not depend on the kind of content: those of files and of the machine.
extension ErrorCode {
    /// There is no file of that name.
    public static let inputMissing = ErrorCode("input_missing")
    /// The file may not be read, or it is a folder or a device.
    public static let inputUnreadable = ErrorCode("input_unreadable")
    /// The file has no bytes, or no values.
    public static let inputEmpty = ErrorCode("input_empty")
    /// The file is larger than the limit: 512 MB for a form, 8 MB for values, 64 MB for known fields and pictures; or it holds more values than the [limits](values.md#limits) allow.
    public static let inputTooLarge = ErrorCode("input_too_large")
    /// The content is not of a type that can be read, whatever the file's name says.
    public static let unsupportedType = ErrorCode("unsupported_type")
    /// The output, the store or a watched folder cannot be written.
    public static let outputUnwritable = ErrorCode("output_unwritable")
    /// There is no space left on the disk.
    public static let diskFull = ErrorCode("disk_full")
    /// The output would overwrite the form or the values.
    public static let outputIsInput = ErrorCode("output_is_input")
    /// A file with the name of a batch's output exists and is not the batch's; it is left alone.
    public static let outputExists = ErrorCode("output_exists")
    /// Some rows of a batch, or files of `watch --once`, failed; the others were filled.
    public static let rowsFailed = ErrorCode("rows_failed")
    /// A page or file needs more memory than the machine has, or than the limit of 2 GiB.
    public static let outOfMemory = ErrorCode("out_of_memory")
    /// A page or record needs more than four minutes of processor time.
    public static let cpuExceeded = ErrorCode("cpu_exceeded")
    /// Something unforeseen happened, such as a crash.
    public static let internalError = ErrorCode("internal_error")
    /// The work was stopped before its end.
    public static let cancelled = ErrorCode("cancelled")
}

extension ErrorRow {
    /// The codes that every part of the system uses.
    public static let common: [ErrorRow] = [
        ErrorRow(.inputMissing, exit: 10, http: 400, "There is no file of that name.", "Check the path."),
        ErrorRow(
            .inputUnreadable, exit: 11, http: 400, "The file may not be read, or it is a folder or a device.",
            "Check its permissions; name a regular file."),
        ErrorRow(
            .inputEmpty, exit: 12, http: 400, "The file has no bytes, or no values.", "Copy or download it again."),
        ErrorRow(
            .inputTooLarge, exit: 13, http: 413,
            "The file is larger than the limit: 512 MB for a form, 8 MB for values, 64 MB for known fields and pictures; or it holds more values than the [limits](values.md#limits) allow.",
            "Split it, or scan at a lower resolution."),
        ErrorRow(
            .unsupportedType, exit: 14, http: 415,
            "The content is not of a type that can be read, whatever the file's name says.",
            "Print or export it to PDF."),
        ErrorRow(
            .outputUnwritable, exit: 50, http: 500, "The output, the store or a watched folder cannot be written.",
            "Check the folder and its permissions."),
        ErrorRow(
            .diskFull, exit: 51, http: 507, "There is no space left on the disk.", "Make space, or write elsewhere."),
        ErrorRow(
            .outputIsInput, exit: 52, http: 400, "The output would overwrite the form or the values.",
            "Name another file."),
        ErrorRow(
            .outputExists, exit: 53, http: 409,
            "A file with the name of a batch's output exists and is not the batch's; it is left alone.",
            "Move it away, or name the outputs differently."),
        ErrorRow(
            .rowsFailed, exit: 47, http: 422,
            "Some rows of a batch, or files of `watch --once`, failed; the others were filled.",
            "Correct what the report or the `.error.json` names, and run the same command again."),
        ErrorRow(
            .outOfMemory, exit: 61, http: 503,
            "A page or file needs more memory than the machine has, or than the limit of 2 GiB.",
            "Close other programs, or scale the page down."),
        ErrorRow(
            .cpuExceeded, exit: 62, http: 422, "A page or record needs more than four minutes of processor time.",
            "Print the form to a new PDF, or leave the page out."),
        ErrorRow(
            .internalError, exit: 70, http: 500, "Something unforeseen happened, such as a crash.",
            "Report it, with the form if it may be shared."),
        ErrorRow(.cancelled, exit: 130, http: 409, "The work was stopped before its end.", "Start it again."),
    ]
}
