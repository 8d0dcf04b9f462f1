import CStageProcess
package import Files
import Foundation

/// A child program in its own process group.
///
/// A program still running at the end of the value's lifetime is killed with its group. No descriptor stays open here.
/// Foundation's `Process` is unfit for a long-lived process: it keeps the given files open, and with many descriptors
/// it reads beyond the end of a buffer.
package struct ChildProgram: ~Copyable {
    /// The ways in which a program ends.
    package enum Ending: Hashable, Sendable {
        /// Exited with a status.
        case exited(Int32)
        /// Killed by a signal.
        case killed(Int32)
    }

    private let pid: pid_t
    private var ended: Ending?

    /// Starts a program in the folder `/`.
    ///
    /// Its standard error is discarded, and it inherits no other open files.
    ///
    /// - Parameters:
    ///   - path: the absolute path of the program.
    ///   - arguments: the arguments without the program's name.
    ///   - environment: the whole environment.
    ///   - input: the standard input; `nil` for none.
    ///   - output: the standard output; `nil` to discard it.
    /// - Throws: the error of the system call that failed.
    package init(
        _ path: String, _ arguments: [String], environment: [String: String], input: FileDescriptor? = nil,
        output: FileDescriptor? = nil
    ) throws(SystemCallError) {
        var pid: pid_t = 0
        let number = Self.withCStrings([path] + arguments) { arguments in
            Self.withCStrings(environment.map { "\($0.key)=\($0.value)" }) { environment in
                program_spawn(&pid, path, arguments, environment, input?.rawValue ?? -1, output?.rawValue ?? -1)
            }
        }
        guard number == 0 else { throw SystemCallError("posix_spawn", number) }
        self.pid = pid
    }

    deinit {
        guard ended == nil else { return }
        kill(-pid, SIGKILL)
        kill(pid, SIGKILL)
        while waitpid(pid, nil, 0) < 0 && errno == EINTR {}
    }

    /// Waits for the program to end, at most for the limit.
    ///
    /// This blocks. Children of the program may outlive it.
    ///
    /// - Returns: the way in which it ended; `nil` while it is running.
    package mutating func ending(within limit: Duration) -> Ending? {
        if let ended { return ended }
        let deadline = ContinuousClock.now + limit
        var pause = Self.pauses.lowerBound
        while true {
            var status: Int32 = 0
            let answer = waitpid(pid, &status, WNOHANG)
            if answer == pid {
                let signal = status & 0x7f
                ended = signal == 0 ? .exited((status >> 8) & 0xff) : .killed(signal)
                return ended
            }
            // Only a process that ignores SIGCHLD cannot learn the status of its children.
            if answer < 0 && errno != EINTR {
                ended = .killed(0)
                return ended
            }
            guard ContinuousClock.now < deadline else { return nil }
            usleep(pause)
            pause = min(pause * 2, Self.pauses.upperBound)
        }
    }

    /// The increasing pause between two checks, in microseconds.
    private static let pauses: ClosedRange<UInt32> = 500...20_000

    /// Passes the strings to `body` as a null-terminated array of C strings.
    private static func withCStrings<T>(
        _ strings: [String], _ body: ([UnsafeMutablePointer<CChar>?]) -> T
    ) -> T {
        let copies = strings.map { strdup($0) } + [nil]
        defer { for copy in copies { free(copy) } }
        return body(copies)
    }
}
