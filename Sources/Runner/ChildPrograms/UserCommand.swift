package import FailureModel
import Files
package import Foundation
package import Pipeline

/// A program chosen by the user that answers questions in JSON, such as about prices.
///
/// It receives the question on standard input and answers on standard output. Its environment contains only `PATH`,
/// `HOME` and `LANG`.
package struct UserCommand: Sendable, Hashable {
    /// The absolute path of the program, and its arguments.
    package var words: [String]
    /// The time limit, after which the program is killed.
    package var timeLimit: Duration
    /// The data it supplies, for messages: “The command that supplies prices …”.
    package var purpose: String
    /// The maximum size of an answer in bytes.
    package var sizeLimit: Int

    /// Creates a command.
    package init(_ words: [String], timeLimit: Duration, purpose: String, sizeLimit: Int) {
        self.words = words
        self.timeLimit = timeLimit
        self.purpose = purpose
        self.sizeLimit = sizeLimit
    }

    /// Reads `command` and `timeLimit` from a section of `pipeline.yaml`.
    ///
    /// Errors are reported to the section's nodes.
    package init?(reading node: SettingsNode, usualTimeLimit: Duration, purpose: String, sizeLimit: Int) {
        let keys = node.mapping(known: ["command", "timeLimit"])
        let words = keys["command"]?.items().compactMap { $0.text() } ?? []
        guard let program = words.first, program.hasPrefix("/") else {
            node.report("“\(node.path)” needs a command: a list that begins with the absolute path of a program.")
            return nil
        }
        let limit = keys["timeLimit"]?.duration(in: .seconds(1)...(.seconds(3600)))
        self.init(words, timeLimit: limit ?? usualTimeLimit, purpose: purpose, sizeLimit: sizeLimit)
    }

    /// Runs the program; this blocks.
    ///
    /// - Parameter question: the question, written as one line of JSON with sorted keys.
    /// - Returns: the output of the program.
    /// - Throws: `command_failed`; `disk_full` or `too_many_open_files`, which are not the command's fault.
    package func answer(to question: some Encodable) throws(Failure) -> Data {
        do {
            return try answer(toInput: try JSONText.line(question))
        } catch let failure as Failure {
            throw failure
        } catch let error as SystemCallError where error.blamesMachine {
            throw error.failure
        } catch {
            throw failure("cannot be started.", underlying: "\(error)")
        }
    }

    /// Returns a failure of this command: “The command that supplies prices …”.
    package func failure(_ what: String, underlying: String? = nil) -> Failure {
        Failure(.commandFailed, "The command that supplies \(purpose) \(what)", underlying: underlying)
    }

    private func answer(toInput input: Data) throws -> Data {
        // Files rather than pipes: neither side can block the other, and files held open by a descendant do not matter.
        let asked = try UnnamedFile()
        let answer = try UnnamedFile()
        try asked.descriptor.writeAll(input)
        try asked.rewind()
        let environment = ProcessInfo.processInfo.environment
        var program = try ChildProgram(
            words[0], Array(words.dropFirst()),
            environment: environment.filter { ["PATH", "HOME", "LANG"].contains($0.key) }, input: asked.descriptor,
            output: answer.descriptor)
        let deadline = ContinuousClock.now + timeLimit
        var ending: ChildProgram.Ending?
        while ending == nil {
            ending = program.ending(within: min(.milliseconds(50), deadline - .now))
            // Endless output would fill the disk before the time limit.
            guard try answer.descriptor.status().st_size <= sizeLimit else {
                throw failure("answered with more than \(sizeLimit >> 20) MB.")
            }
            guard ending != nil || ContinuousClock.now < deadline else {
                throw failure("took more than \(timeLimit.text).")
            }
        }
        switch ending {
        case .exited(0), nil: break
        case .exited(let status): throw failure("ended with the status \(status).")
        case .killed(let signal): throw failure("ended by the signal \(signal).")
        }
        return try answer.descriptor.readRegularFile(in: 0..<Int64(sizeLimit))
    }
}
