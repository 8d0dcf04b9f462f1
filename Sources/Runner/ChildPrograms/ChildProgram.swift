import CStageProcess
package import Files
import Foundation

/// A child program in its own process group.
///
/// When the value's life ends, a program that is still running is killed with its group. Nothing of it stays open here. Foundation's
/// `Process` is unfit for a process that lives long: it keeps the files that it is given, and with many descriptors it reads
/// beyond the end of a buffer.
package struct ChildProgram: ~Copyable {
    /// How a program ended.
    package enum Ending: Hashable, Sendable {
        /// With an exit status.
        case exited(Int32)
        /// By a signal.
        case killed(Int32)
    }

    private let pid: pid_t
    private var ended: Ending?

    /// Starts a program in the folder `/`, with its standard error discarded and no other open files.
    ///
    /// - Parameters:
    ///   - path: the absolute path of the program.
    ///   - arguments: without the program's name.
    ///   - environment: the whole environment.
    ///   - input: the standard input; nil for none.
    ///   - output: the standard output; nil to discard it.
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

    /// Blocks until the program ends or the time is up.
    ///
    /// What the program itself has started may still be running when it has ended.
    ///
    /// - Returns: how it ended; nil while it is running.
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
            // Only a process that ignores SIGCHLD does not learn how its children end.
            if answer < 0 && errno != EINTR {
                ended = .killed(0)
                return ended
            }
            guard ContinuousClock.now < deadline else { return nil }
            usleep(pause)
            pause = min(pause * 2, Self.pauses.upperBound)
        }
    }

    /// The time between two looks at the program, in microseconds, which grows.
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
