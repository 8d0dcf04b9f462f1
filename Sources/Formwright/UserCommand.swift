import FailureModel
import Foundation
package import Pipeline
import Threads

/// A program of the user's choice that answers a question in JSON, such as the one that supplies prices.
///
/// It gets the question on standard input and answers on standard output. Of the environment it gets `PATH`, `HOME` and
/// `LANG` only.
package struct UserCommand: Sendable, Hashable {
    /// The absolute path of the program, and its arguments.
    package var words: [String]
    /// The time after which it is killed.
    package var timeLimit: Duration
    /// What it supplies, in messages: “The command that supplies prices …”.
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

    /// Reads `command` and `timeLimit` of a section of `pipeline.yaml`; mistakes are reported to its nodes.
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
    /// - Parameter question: what is asked, as one line of JSON with sorted keys.
    /// - Returns: what it printed.
    /// - Throws: `command_failed`.
    func answer(to question: some Encodable) throws(Failure) -> Data {
        do {
            let encoder = JSONEncoder()
            encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
            return try answer(toInput: try encoder.encode(question) + Data("\n".utf8))
        } catch let failure as Failure {
            throw failure
        } catch {
            throw failure("cannot be started.", underlying: "\(error)")
        }
    }

    /// Returns the failure of this command: “The command that supplies prices …”.
    func failure(_ what: String, underlying: String? = nil) -> Failure {
        Failure(.commandFailed, "The command that supplies \(purpose) \(what)", underlying: underlying)
    }

    private func answer(toInput input: Data) throws -> Data {
        // Files rather than pipes: neither side can keep the other waiting, and what a descendant holds open does not matter.
        let (asked, answer) = (try Self.temporaryFile(), try Self.temporaryFile())
        try asked.write(contentsOf: input)
        try asked.seek(toOffset: 0)
        let process = Process()
        process.executableURL = URL(fileURLWithPath: words[0])
        process.arguments = Array(words.dropFirst())
        process.currentDirectoryURL = URL(fileURLWithPath: "/")
        process.environment = ProcessInfo.processInfo.environment.filter { ["PATH", "HOME", "LANG"].contains($0.key) }
        process.standardInput = asked
        process.standardOutput = answer
        process.standardError = FileHandle.nullDevice
        let ended = DispatchSemaphore(value: 0)
        process.terminationHandler = { _ in ended.signal() }
        try process.run()
        let milliseconds = Int(timeLimit.components.seconds) * 1000
        guard ended.wait(timeout: .now() + .milliseconds(milliseconds)) == .success else {
            // Foundation makes it the leader of a group.
            kill(-process.processIdentifier, SIGKILL)
            kill(process.processIdentifier, SIGKILL)
            ended.wait()
            throw failure("took more than \(timeLimit.text).")
        }
        guard process.terminationReason == .exit, process.terminationStatus == 0 else {
            let what = process.terminationReason == .exit ? "with the status" : "by the signal"
            throw failure("ended \(what) \(process.terminationStatus).")
        }
        try answer.seek(toOffset: 0)
        let printed = try answer.read(upToCount: sizeLimit + 1) ?? Data()
        guard printed.count <= sizeLimit else { throw failure("answered with more than \(sizeLimit >> 20) MB.") }
        return printed
    }

    /// A file without a name, which is gone when it is closed.
    private static func temporaryFile() throws -> FileHandle {
        var path = Array((FileManager.default.temporaryDirectory.path + "/formwright-command-XXXXXX").utf8CString)
        let descriptor = mkstemp(&path)
        guard descriptor >= 0 else { throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO) }
        unlink(path)
        _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
        return FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
    }
}
