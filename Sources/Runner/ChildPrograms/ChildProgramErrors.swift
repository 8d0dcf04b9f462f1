public import FailureModel

extension ErrorCode {
    /// A command of the user's choice failed, or took too long.
    public static let commandFailed = ErrorCode("command_failed")
}

extension ErrorRow {
    /// The codes of commands of the user's choice.
    public static let childPrograms: [ErrorRow] = [
        ErrorRow(
            .commandFailed, exit: 63, http: 502,
            "A command from `pipeline.yaml`, such as the one that supplies prices, failed or took too long.",
            "Run the command by hand, with the JSON that the documentation shows on its standard input.")
    ]
}
