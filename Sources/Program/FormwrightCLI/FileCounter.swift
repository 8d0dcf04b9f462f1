/// A count of files on standard error, if that is a terminal.
final class FileCounter: Sendable {
    /// Shows every hundredth.
    func show(_ completed: Int, of total: Int? = nil) {
        guard StandardError.isTerminal, completed % 100 == 0 else { return }
        StandardError.write("\r\(completed)\(total.map { " of \($0)" } ?? "") files")
    }

    func clear() {
        if StandardError.isTerminal { StandardError.write("\r\u{1B}[K") }
    }
}
