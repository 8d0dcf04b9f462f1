/// A count of files on standard error, shown on terminals only.
package final class FileCounter: Sendable {
    package init() {}

    /// Shows every hundredth count.
    package func show(_ completed: Int, of total: Int? = nil) {
        guard StandardError.isTerminal, completed % 100 == 0 else { return }
        StandardError.write("\r\(completed)\(total.map { " of \($0)" } ?? "") files")
    }

    package func clear() {
        if StandardError.isTerminal { StandardError.write("\r\u{1B}[K") }
    }
}
