// Failures common to all kinds of content: those of files and of the machine.
extension ErrorCode {
    /// The code `input_missing`.
    public static let inputMissing = ErrorCode(
        "input_missing", exit: 10, http: 400, "There is no file with that name.", "Check the path.")
    /// The code `input_unreadable`.
    public static let inputUnreadable = ErrorCode(
        "input_unreadable", exit: 11, http: 400, "The file is not readable, or it is a folder or a device.",
        "Check its permissions; name a regular file.")
    /// The code `input_empty`.
    public static let inputEmpty = ErrorCode(
        "input_empty", exit: 12, http: 400, "The file has no bytes, or no values.", "Copy or download it again.")
    /// The code `input_too_large`.
    public static let inputTooLarge = ErrorCode(
        "input_too_large", exit: 13, http: 413,
        "The file is larger than the limit, or it holds more than the limits allow.",
        "Split it, or scan at a lower resolution.")
    /// The code `unsupported_type`.
    public static let unsupportedType = ErrorCode(
        "unsupported_type", exit: 14, http: 415,
        "The content is not of a type that can be read, whatever the file's name says.", "Print it or export it to PDF."
    )
    /// The code `damaged_document`.
    public static let damagedDocument = ErrorCode(
        "damaged_document", exit: 15, http: 422,
        "The file is truncated, damaged beyond repair, or protected in a way that cannot be read.",
        "Download it again, or open it in another program and save a new copy.")
    /// The code `encrypted`.
    public static let encrypted = ErrorCode(
        "encrypted", exit: 16, http: 422, "The PDF needs a password to open.",
        "Pass it with `--password-file FILE` (`-` for standard input), in the environment variable `FORMWRIGHT_PASSWORD`, or with `--password`, which other users of the machine can see."
    )
    /// The code `too_many_inputs`.
    public static let tooManyInputs = ErrorCode(
        "too_many_inputs", exit: 213, http: 413,
        "A folder, an archive or a document has more entries, levels or bytes than allowed.",
        "Leave some out, or make several of them.")
    /// The code `picture_too_large`.
    public static let pictureTooLarge = ErrorCode(
        "picture_too_large", exit: 22, http: 413,
        "A picture is larger than 16,384 pixels on a side, or has more than 100 million pixels.",
        "Scale the picture down.")
    /// The code `missing_glyph`.
    public static let missingGlyph = ErrorCode(
        "missing_glyph", exit: 37, http: 422, "No installed font has one of the value's characters.",
        "Install a font that has it; `fonts-noto-core` and `fonts-noto-cjk` cover most scripts.")
    /// The code `output_unwritable`.
    public static let outputUnwritable = ErrorCode(
        "output_unwritable", exit: 50, http: 500, "The output, the store or a watched folder cannot be written.",
        "Check the folder and its permissions.", isWorthAnotherTry: true)
    /// The code `disk_full`.
    public static let diskFull = ErrorCode(
        "disk_full", exit: 51, http: 507, "There is no space left on the disk.", "Free some space, or write elsewhere.",
        isWorthAnotherTry: true)
    /// The code `too_many_open_files`.
    public static let tooManyOpenFiles = ErrorCode(
        "too_many_open_files", exit: 228, http: 503,
        "The process or the machine has reached its limit of open files.",
        "Raise the limit of open files (`ulimit -n`, `LimitNOFILE` of systemd), or close other programs.",
        isWorthAnotherTry: true)
    /// The code `output_is_input`.
    public static let outputIsInput = ErrorCode(
        "output_is_input", exit: 52, http: 400, "The output would overwrite an input.",
        "Name another file.")
    /// The code `output_exists`.
    public static let outputExists = ErrorCode(
        "output_exists", exit: 53, http: 409,
        "A file with the name of a batch output exists but does not belong to the batch; it is left alone.",
        "Move it away, or name the outputs differently.")
    /// The code `rows_failed`.
    public static let rowsFailed = ErrorCode(
        "rows_failed", exit: 47, http: 422,
        "Some rows of a batch, or files of `watch --once`, failed; the others were filled.",
        "Correct what the report or the `.error.json` names, and run the same command again.")
    /// The code `out_of_memory`.
    public static let outOfMemory = ErrorCode(
        "out_of_memory", exit: 61, http: 503,
        "A page or file needs more memory than the machine has, or than the limit of 2 GiB.",
        "Close other programs, or scale the page down.", isWorthAnotherTry: true)
    /// The code `cpu_exceeded`.
    public static let cpuExceeded = ErrorCode(
        "cpu_exceeded", exit: 62, http: 422, "A page or record needs more than four minutes of CPU time.",
        "Print the document to a new PDF, or leave the page out.", isWorthAnotherTry: true)
    /// The code `tool_missing`.
    public static let toolMissing = ErrorCode(
        "tool_missing", exit: 220, http: 422, "A program or a library that is needed is not installed.",
        "Install the package that the message names.", isWorthAnotherTry: true)
    /// The code `internal_error`.
    public static let internalError = ErrorCode(
        "internal_error", exit: 70, http: 500, "An unexpected error occurred, such as a crash.",
        "Report it, and attach the file if you are allowed to share it.", isWorthAnotherTry: true)
    /// The code `cancelled`.
    public static let cancelled = ErrorCode(
        "cancelled", exit: 130, http: 409, "The work was stopped before it finished.", "Start it again.",
        isWorthAnotherTry: true)
}

extension ErrorRow {
    /// The codes that every part of the system uses.
    public static let common = rows(
        .inputMissing, .inputUnreadable, .inputEmpty, .inputTooLarge, .unsupportedType, .damagedDocument, .encrypted,
        .tooManyInputs, .pictureTooLarge,
        .outputUnwritable, .diskFull, .tooManyOpenFiles, .outputIsInput, .outputExists, .rowsFailed, .outOfMemory,
        .cpuExceeded, .toolMissing, .internalError, .cancelled)
}

extension Failure {
    /// The failure of an operation that exceeds the limit on open files.
    ///
    /// The limit is that of the process or of the machine.
    public static let tooManyOpenFiles = Failure(
        .tooManyOpenFiles, "The process, or the machine, has too many files open.")
}
