import ArgumentParser
import FailureModel
import Files
import Foundation

/// Asks for passwords on the terminal without showing them.
package struct PasswordPrompt {
    /// The maximum number of bytes of a line.
    private static let limit = 4_096

    /// Checks that standard input is a terminal.
    ///
    /// - Throws: `ValidationError` if it is not.
    package init() throws {
        guard isatty(STDIN_FILENO) == 1 else {
            throw ValidationError("Give the password with --password-file, since standard input is not a terminal.")
        }
    }

    /// Shows a prompt and reads a line.
    ///
    /// The terminal passes each key, Ctrl-C included, so that its settings are restored in any case.
    ///
    /// - Throws: `cancelled` after Ctrl-C or Ctrl-D.
    package func ask(_ prompt: String) throws -> String {
        var settings = termios()
        tcgetattr(STDIN_FILENO, &settings)
        var silent = settings
        silent.c_lflag &= ~tcflag_t(ECHO | ICANON | ISIG)
        tcsetattr(STDIN_FILENO, TCSADRAIN, &silent)
        defer {
            tcsetattr(STDIN_FILENO, TCSADRAIN, &settings)
            StandardError.write("\n")
        }
        StandardError.write(prompt)
        var line: [UInt8] = []
        while true {
            var key: UInt8 = 0
            guard read(STDIN_FILENO, &key, 1) == 1 else { throw Failure(.cancelled, "No password was typed.") }
            switch key {
            case UInt8(ascii: "\n"), UInt8(ascii: "\r"): return String(decoding: line, as: UTF8.self)
            case 3, 4: throw Failure(.cancelled, "No password was typed.")
            // Backspace removes a character, which may have several bytes; Ctrl-U all of them.
            case 8, 127: line = Array(String(decoding: line, as: UTF8.self).dropLast().utf8)
            case 21: line = []
            default: if line.count < Self.limit { line.append(key) }
            }
        }
    }
}
