import ChildPrograms
import FailureModel
import Files
import FormwrightCLI
import Foundation
import Pipeline
import PipelineProcesses

/// A child process that reads copies one after another, under limits.
///
/// Copies are files of others, and what a library does with one of them must not end the run.
final class CopyReaderProcess {
    private var program: ChildProgram
    private let output: FileDescriptor
    private var received = Data()
    /// How many of the received bytes have no line's end.
    private var searched = 0
    private var isAtEnd = false
    /// Whether the process has begun with the copies.
    private(set) var isReady = false

    /// Maximum number of bytes of a message, which has pictures of cells.
    private static let mostBytes = 256 << 20
    /// Maximum time between two messages.
    private static let silence = StageLimits().wallTime
    /// The variables of the environment that a reader of copies does not need.
    private static let storeSecrets = ["FORMWRIGHT_STORE", "PGPASSWORD"]
    /// The variables that no child process needs.
    private static let secrets = ["FORMWRIGHT_PASSWORD", "AWS_SECRET_ACCESS_KEY", "AWS_SESSION_TOKEN"]

    /// Starts a process.
    ///
    /// - Parameters:
    ///   - task: what it reads.
    ///   - arguments: the options of the store.
    /// - Throws: `worker_unavailable`.
    init(_ task: CopyTask, arguments: [String] = []) throws {
        do {
            let asked = try UnnamedFile()
            try asked.descriptor.writeAll(try JSONEncoder().encode(task))
            try asked.rewind()
            var ends: [Int32] = [-1, -1]
            guard pipe(&ends) == 0 else { throw SystemCallError.last("pipe") }
            for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
            let writer = FileDescriptor(rawValue: ends[1])
            output = FileDescriptor(rawValue: ends[0])
            var environment = ProcessInfo.processInfo.environment
            for secret in Self.secrets { environment[secret] = nil }
            if task.form != nil { for secret in Self.storeSecrets { environment[secret] = nil } }
            // Resolving symbols takes seconds, and nobody sees them.
            environment["SWIFT_BACKTRACE"] = "enable=no"
            do {
                program = try ChildProgram(
                    "/proc/self/exe", ["copy-reader"] + arguments, environment: environment, input: asked.descriptor,
                    output: writer)
            } catch {
                try? writer.close()
                try? output.close()
                throw error
            }
            try? writer.close()
        } catch let error as SystemCallError {
            throw Failure(
                .workerUnavailable, "No process could be started to read the copies.", underlying: "\(error)")
        }
    }

    deinit { try? output.close() }

    /// Returns the next message about a form or copy; nil when the process has ended.
    ///
    /// It blocks.
    ///
    /// - Throws: `stage_timed_out` if the process is silent; `CancellationError` if `isCancelled` says so.
    func next(isCancelled: () -> Bool) throws -> CopyMessage? {
        var deadline = ContinuousClock.now + Self.silence
        while true {
            if let line = takeLine() {
                switch try message(line) {
                case .ready: isReady = true
                case .progress: break
                case let message: return message
                }
                deadline = ContinuousClock.now + Self.silence
                continue
            }
            if isAtEnd { return nil }
            guard !isCancelled() else { throw CancellationError() }
            guard ContinuousClock.now < deadline else {
                throw Failure(.stageTimedOut, "It takes longer than the limit of \(Self.silence.text).")
            }
            try receive()
        }
    }

    private func takeLine() -> Data? {
        guard let end = received[(received.startIndex + searched)...].firstIndex(of: UInt8(ascii: "\n")) else {
            searched = received.count
            return nil
        }
        let line = Data(received[..<end])
        received = Data(received[(end + 1)...])
        searched = 0
        return line
    }

    private func message(_ line: Data) throws -> CopyMessage {
        do {
            return try JSONDecoder().decode(CopyMessage.self, from: line)
        } catch {
            throw Failure(.internalError, "The process that reads copies sent an unexpected message.")
        }
    }

    /// Waits a moment for bytes.
    private func receive() throws {
        var looked = [pollfd(fd: output.rawValue, events: Int16(POLLIN), revents: 0)]
        guard poll(&looked, 1, 200) > 0 else { return }
        var buffer = [UInt8](repeating: 0, count: 1 << 16)
        let count = try output.read(into: &buffer)
        if count == 0 { isAtEnd = true }
        received.append(contentsOf: buffer[..<count])
        guard received.count <= Self.mostBytes else {
            throw Failure(.stageOutputTooLarge, "What is read in it takes more than \(Self.mostBytes >> 20) MB.")
        }
    }

    /// Returns why a process ended before it had read a file.
    func failure(reading name: String) -> Failure {
        let codes: [ErrorCode] = [.outOfMemory, .cpuExceeded]
        switch program.ending(within: .seconds(5)) {
        case .exited(let status):
            switch codes.first(where: { ProgramErrors.table.exitStatus(of: $0) == status }) {
            case .outOfMemory?: return Failure(.outOfMemory, "\(name) needs more memory than a copy may take.")
            case .cpuExceeded?: return Failure(.cpuExceeded, "\(name) needs more processor time than a page may take.")
            default: break
            }
        case .killed(SIGKILL): return Failure(.outOfMemory, "The system ended the process that read \(name).")
        case .killed, nil: break
        }
        return Failure(
            .internalError, "The program crashed on \(name); please report it, with the file if it can be shared.")
    }
}
