import FormwrightCLI
import ArgumentParser
import FailureModel
import Files
import FormModel
import Formwright
import FormFilling
import Foundation

/// Asks for the values of a form on the terminal and stores the answers.
///
/// They are stored as they are typed.
struct TerminalInterview {
    /// Maximum number of bytes to read for an answer.
    private static let limit = 1 << 16

    private let file: String

    /// Prepares an interview with answers in a file.
    ///
    /// If the file exists, it contains those of an earlier interview.
    ///
    /// - Throws: `ValidationError` unless standard input is a terminal.
    init(keepingAnswersIn file: String) throws {
        guard isatty(STDIN_FILENO) == 1 else {
            throw ValidationError(
                "--interactive needs a terminal as standard input; use --values FILE, or formwright inspect --template."
            )
        }
        self.file = file
    }

    /// Returns the answers; nil if the interview was interrupted.
    func answers(about form: Form) throws -> [ValueEntry]? {
        var interview = Interview(form, answers: try kept())
        StandardError.write("Type an answer, or Enter to leave a field as it is; \(Interview.commands).\n")
        let ending = try interview.run(ask: ask, tell: { StandardError.print("  \($0)") }, keep: keep)
        guard ending == .finished else { return nil }
        return interview.answers.sorted { $0.key < $1.key }.map { ValueEntry(key: $0.key, value: .text($0.value)) }
    }

    private func ask(_ prompt: Interview.Prompt) -> String? {
        if let page = prompt.page { StandardError.write("\n-- Page \(page + 1) --\n") }
        if let section = prompt.section { StandardError.print(section) }
        StandardError.print("\(prompt.number)/\(prompt.count) \(prompt.key)  (\(prompt.hint))")
        let answer = prompt.answer.map { " [\(TerminalText.printable($0))]" } ?? ""
        StandardError.write("\(answer)> ")
        guard let line = readLine(strippingNewline: true), line.utf8.count <= Self.limit else { return nil }
        return line.trimmingCharacters(in: .whitespaces)
    }

    /// Reads the answers of an earlier interview.
    private func kept() throws -> [String: String] {
        guard FileManager.default.fileExists(atPath: file) else { return [:] }
        let data = try NamedFile.read(file, limit: ValuesFile.sizeLimit)
        var answers: [String: String] = [:]
        for entry in try ValuesFile(data: data, name: NamedFile.name(file), folder: nil).entries {
            guard let text = entry.value.text else {
                throw Failure(
                    .malformedValues, "The value for \(entry.key.quoted) in \(NamedFile.name(file)) is not an answer.")
            }
            answers[entry.key] = text
        }
        return answers
    }

    /// Replaces the whole file, readable only by its owner.
    private func keep(_ answers: [String: String]) throws {
        let growing = try GrowingFile(at: URL(fileURLWithPath: file), isPrivate: true)
        try growing.append(try JSONText.encode(answers))
        try growing.finish()
    }
}
