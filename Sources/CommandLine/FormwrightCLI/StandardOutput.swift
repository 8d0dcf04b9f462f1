package import FailureModel
import Files
package import Foundation
import Synchronization

/// Standard output for people to read.
///
/// Write errors are kept and make the command fail: a truncated list must not pass for a complete one.
package enum StandardOutput {
    /// Prints one line with control characters escaped.
    ///
    /// Text from outside therefore cannot break out of it.
    package static func print(_ line: String) { write(TerminalText.printable(line) + "\n") }

    /// Prints a table.
    ///
    /// On a terminal it is made to fit.
    package static func print(_ table: TextTable) { write(table.text(fitting: terminalWidth)) }

    /// The number of columns of the terminal.
    ///
    /// It is nil if standard output is no terminal.
    package static var terminalWidth: Int? {
        guard isTerminal else { return nil }
        var size = winsize()
        let isKnown = ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &size) == 0 && size.ws_col > 0
        return isKnown ? Int(size.ws_col) : 80
    }

    /// Writes the program's own text unchanged, without a line break.
    package static func write(_ text: String) { write(Data(text.utf8)) }

    /// Writes bytes unchanged.
    package static func write(_ bytes: Data) {
        output.withLock { output in
            output.buffer += bytes
            if isTerminal || output.buffer.count >= pieceSize { output.flush() }
        }
    }

    /// Writes the buffered bytes.
    ///
    /// - Throws: `output_unwritable` or `disk_full`, also for earlier failures.
    package static func flush() throws(Failure) {
        let error = output.withLock { output in
            output.flush()
            // Commands of other programs may print with C's functions.
            if fflush(nil) != 0 { output.error = output.error ?? .last("write") }
            return output.error
        }
        if let error { throw error.failure(writing: "standard output") }
    }

    private static let isTerminal = isatty(STDOUT_FILENO) == 1
    private static let pieceSize = 1 << 16
    private static let output = Mutex(Output())

    private struct Output {
        var buffer = Data()
        /// The first write error, if any.
        var error: SystemCallError?

        mutating func flush() {
            guard !buffer.isEmpty, error == nil else { return }
            do throws(SystemCallError) {
                try FileDescriptor.standardOutput.writeAll(buffer)
            } catch {
                self.error = error
            }
            buffer = Data()
        }
    }
}
