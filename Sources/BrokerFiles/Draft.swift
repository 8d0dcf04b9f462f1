import FailureModel
import Trading

/// What has been read of a file so far.
struct Draft {
    /// The file; its securities are set at the end.
    var file: EntryFile
    /// The securities of the file.
    var securities = SecurityTable()
    /// The mistakes found so far.
    var mistakes: Mistakes
    /// The limits of the file.
    let limits: AccountFileLimits

    init(name: String, format: String, limits: AccountFileLimits) {
        file = EntryFile(name: name, format: format)
        mistakes = Mistakes(file: name, limit: limits.mistakes)
        self.limits = limits
    }

    /// Returns the file.
    ///
    /// - Throws: all mistakes, if there are any.
    func finished() throws(Failure) -> EntryFile {
        if let failure = mistakes.failure { throw failure }
        var file = file
        file.securities = securities.securities
        return file
    }
}
