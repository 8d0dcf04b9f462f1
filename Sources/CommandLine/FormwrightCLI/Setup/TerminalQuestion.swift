import ArgumentParser
import FailureModel
import Foundation

/// A question to the person at the terminal.
struct TerminalQuestion {
    /// The text, without a colon.
    let text: String
    /// The answer to an empty line, if there is one.
    var usual: String?
    /// The option that answers the question without a terminal.
    let option: String

    /// Asks until an answer can be used.
    ///
    /// - Parameter use: returns the value of an answer, or throws what is wrong with it.
    /// - Returns: the value.
    /// - Throws: `ValidationError` if standard input is not a terminal; `cancelled` at its end.
    func ask<Value>(_ use: (String) throws -> Value) throws -> Value {
        guard isatty(STDIN_FILENO) == 1 else {
            throw ValidationError("Give \(option), since standard input is not a terminal.")
        }
        while true {
            StandardError.write("\(text)\(usual.map { " [\($0)]" } ?? ""): ")
            guard let line = readLine() else { throw Failure(.cancelled, "No answer was typed.") }
            let typed = line.trimmingCharacters(in: .whitespaces)
            guard let answer = typed.isEmpty ? usual : typed else { continue }
            do {
                return try use(answer)
            } catch {
                StandardError.print(Failure(error).message)
            }
        }
    }
}
