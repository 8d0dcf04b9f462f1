public import FailureModel

extension ErrorCode {
    /// The code `command_failed`.
    public static let commandFailed = ErrorCode(
        "command_failed", exit: 63, http: 502,
        "A command from `pipeline.yaml`, such as the one that supplies prices, failed or took too long.",
        "Run the command by hand, with the JSON that the documentation shows on its standard input.")
}

extension ErrorRow {
    /// The codes of commands of the user's choice.
    public static let childPrograms = rows(
        .commandFailed)
}
