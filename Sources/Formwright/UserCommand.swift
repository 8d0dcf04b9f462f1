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
        let deadline = DispatchTime.now() + .seconds(Int(timeLimit.components.seconds))
        var end: Ending?
        while end == nil {
            if ended.wait(timeout: min(deadline, .now() + .milliseconds(50))) == .success {
                end = Ending(isExit: process.terminationReason == .exit, status: process.terminationStatus)
            } else {
                end = Ending(of: process.processIdentifier)
            }
            // One that prints without end would fill the disk in its time.
            let isTooLong = Self.size(of: answer) > sizeLimit
            guard end == nil, isTooLong || DispatchTime.now() >= deadline else { continue }
            // Foundation makes it the leader of a group.
            kill(-process.processIdentifier, SIGKILL)
            kill(process.processIdentifier, SIGKILL)
            throw isTooLong ? answerTooLong : failure("took more than \(timeLimit.text).")
        }
        guard let end, end.isExit, end.status == 0 else {
            let what = end?.isExit == true ? "with the status" : "by the signal"
            throw failure("ended \(what) \(end?.status ?? 0).")
        }
        try answer.seek(toOffset: 0)
        let printed = try answer.read(upToCount: sizeLimit + 1) ?? Data()
        guard printed.count <= sizeLimit else { throw answerTooLong }
        return printed
    }

    private var answerTooLong: Failure { failure("answered with more than \(sizeLimit >> 20) MB.") }

    /// How a program ended.
    private struct Ending {
        var isExit: Bool
        var status: Int32

        init(isExit: Bool, status: Int32) {
            self.isExit = isExit
            self.status = status
        }

        /// Nil as long as the process runs, and once Foundation has taken notice of its end.
        ///
        /// Foundation does so only when all that the process started has ended as well, which may be never.
        init?(of process: pid_t) {
            var info = siginfo_t()
            guard waitid(P_PID, id_t(process), &info, WEXITED | WNOHANG | WNOWAIT) == 0,
                info._sifields._sigchld.si_pid == process
            else { return nil }
            self.init(isExit: Int(info.si_code) == Int(CLD_EXITED), status: info._sifields._sigchld.si_status)
        }
    }

    /// The size of an open file in bytes.
    private static func size(of file: FileHandle) -> Int {
        var status = stat()
        return fstat(file.fileDescriptor, &status) == 0 ? Int(status.st_size) : 0
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
