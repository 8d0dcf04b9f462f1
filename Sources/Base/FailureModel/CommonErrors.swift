// Failures that do not depend on the kind of content: those of files and of the machine.
extension ErrorCode {
    /// There is no file with that name.
    public static let inputMissing = ErrorCode("input_missing")
    /// The file is not readable, or it is a folder or a device.
    public static let inputUnreadable = ErrorCode("input_unreadable")
    /// The file has no bytes, or no values.
    public static let inputEmpty = ErrorCode("input_empty")
    /// The file is larger than the limit: 512 MB for a form, 8 MB for values, 64 MB for known fields and pictures; or it holds more values than the [limits](values.md#limits) allow.
    public static let inputTooLarge = ErrorCode("input_too_large")
    /// The content is not of a type that can be read, whatever the file's name says.
    public static let unsupportedType = ErrorCode("unsupported_type")
    /// A picture is larger than 16,384 pixels on a side, or has more than 100 million pixels.
    public static let pictureTooLarge = ErrorCode("picture_too_large")
    /// No installed font has one of the value's characters.
    public static let missingGlyph = ErrorCode("missing_glyph")
    /// The output, the store or a watched folder cannot be written.
    public static let outputUnwritable = ErrorCode("output_unwritable")
    /// There is no space left on the disk.
    public static let diskFull = ErrorCode("disk_full")
    /// The process, or the machine, has so many files open that it can open no further one.
    public static let tooManyOpenFiles = ErrorCode("too_many_open_files")
    /// The output would overwrite the form or the values.
    public static let outputIsInput = ErrorCode("output_is_input")
    /// A file with the name of a batch output exists but does not belong to the batch; it is left alone.
    public static let outputExists = ErrorCode("output_exists")
    /// Some rows of a batch, or files of `watch --once`, failed; the others were filled.
    public static let rowsFailed = ErrorCode("rows_failed")
    /// A page or file needs more memory than the machine has, or than the limit of 2 GiB.
    public static let outOfMemory = ErrorCode("out_of_memory")
    /// A page or record needs more than four minutes of CPU time.
    public static let cpuExceeded = ErrorCode("cpu_exceeded")
    /// A program or a library that is needed is not installed.
    public static let toolMissing = ErrorCode("tool_missing")
    /// An unexpected error occurred, such as a crash.
    public static let internalError = ErrorCode("internal_error")
    /// The work was stopped before it finished.
    public static let cancelled = ErrorCode("cancelled")
}

extension ErrorRow {
    /// The codes that every part of the system uses.
    public static let common: [ErrorRow] = [
        ErrorRow(.inputMissing, exit: 10, http: 400, "There is no file with that name.", "Check the path."),
        ErrorRow(
            .inputUnreadable, exit: 11, http: 400, "The file is not readable, or it is a folder or a device.",
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
            "Print it or export it to PDF."),
        ErrorRow(
            .pictureTooLarge, exit: 22, http: 413,
            "A picture is larger than 16,384 pixels on a side, or has more than 100 million pixels.",
            "Scale the picture down."),
        ErrorRow(
            .outputUnwritable, exit: 50, http: 500, "The output, the store or a watched folder cannot be written.",
            "Check the folder and its permissions.", isWorthAnotherTry: true),
        ErrorRow(
            .diskFull, exit: 51, http: 507, "There is no space left on the disk.",
            "Free some space, or write elsewhere.", isWorthAnotherTry: true),
        ErrorRow(
            .tooManyOpenFiles, exit: 228, http: 503,
            "The process, or the machine, has so many files open that it can open no further one.",
            "Raise the limit of open files (`ulimit -n`, `LimitNOFILE` of systemd), or close other programs.",
            isWorthAnotherTry: true),
        ErrorRow(
            .outputIsInput, exit: 52, http: 400, "The output would overwrite the form or the values.",
            "Name another file."),
        ErrorRow(
            .outputExists, exit: 53, http: 409,
            "A file with the name of a batch output exists but does not belong to the batch; it is left alone.",
            "Move it away, or name the outputs differently."),
        ErrorRow(
            .rowsFailed, exit: 47, http: 422,
            "Some rows of a batch, or files of `watch --once`, failed; the others were filled.",
            "Correct what the report or the `.error.json` names, and run the same command again."),
        ErrorRow(
            .outOfMemory, exit: 61, http: 503,
            "A page or file needs more memory than the machine has, or than the limit of 2 GiB.",
            "Close other programs, or scale the page down.", isWorthAnotherTry: true),
        ErrorRow(
            .cpuExceeded, exit: 62, http: 422, "A page or record needs more than four minutes of CPU time.",
            "Print the form to a new PDF, or leave the page out.", isWorthAnotherTry: true),
        ErrorRow(
            .toolMissing, exit: 220, http: 422, "A program or a library that is needed is not installed.",
            "Install the package that the message names.", isWorthAnotherTry: true),
        ErrorRow(
            .internalError, exit: 70, http: 500, "An unexpected error occurred, such as a crash.",
            "Report it, and attach the form if you are allowed to share it.", isWorthAnotherTry: true),
        ErrorRow(
            .cancelled, exit: 130, http: 409, "The work was stopped before it finished.", "Start it again.",
            isWorthAnotherTry: true),
    ]
}

extension Failure {
    /// The failure of whatever needs one file more than the process, or the machine, can have open.
    public static let tooManyOpenFiles = Failure(
        .tooManyOpenFiles, "The process, or the machine, has too many files open.")
}
