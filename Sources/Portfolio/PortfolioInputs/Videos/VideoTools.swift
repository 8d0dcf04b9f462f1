import ChildPrograms
import FailureModel
import Files
import Foundation
import Portfolio

/// Runs the video programs `ffprobe` and `ffmpeg`.
///
/// They run without a shell, with fixed arguments, and may read only files of one type. Each has a limit of CPU time in
/// addition to inherited limits, and dies with its parent process.
package struct VideoTools: Sendable {
    /// The maximum transcoding time, regardless of the duration.
    package static let longestTranscoding = Duration.seconds(1_800)
    /// The limit of time and CPU time for programs that only read.
    package static let shortTime = Duration.seconds(60)

    /// The folders to search for programs.
    private let folders: [String]

    /// Creates tools with folders to search for programs.
    package init(folders: [String] = ["/usr/local/bin", "/usr/bin", "/bin"]) { self.folders = folders }

    /// The outcome of a program.
    package enum Ending: Hashable {
        case done, failed, tookTooLong
    }

    /// Runs a program.
    ///
    /// This blocks.
    ///
    /// - Parameters:
    ///   - program: `ffmpeg` or `ffprobe`.
    ///   - arguments: The arguments, passed unchanged.
    ///   - timeLimit: The limit of time and of CPU time, after which the program is killed.
    ///   - output: The path of the file for its standard output.
    ///   - tick: Called a few times per second. If it throws, the program is killed.
    /// - Returns: The outcome.
    /// - Throws: `Failure`: `tool_missing`; the system's error if the program cannot be started; errors of `tick`.
    package func run(
        _ program: String, _ arguments: [String], timeLimit: Duration, output: String? = nil, tick: () throws -> Void
    ) throws -> Ending {
        let seconds = timeLimit.components.seconds + 1
        // Both programs change limits of their own process and then execute the next program.
        let arguments =
            ["--cpu=\(seconds):\(seconds)", "--core=0", "--", try path(of: "setpriv", package: "util-linux")]
            + ["--pdeathsig", "KILL", "--", try path(of: program, package: "ffmpeg")] + arguments
        let limiter = try path(of: "prlimit", package: "util-linux")
        let environment = ["PATH": folders.joined(separator: ":"), "LANG": "C"]
        let file = try output.map { try FileDescriptor.open($0, O_WRONLY | O_CREAT | O_TRUNC, mode: 0o600) }
        defer { try? file?.close() }
        // On every exit, the program has ended.
        var child = try ChildProgram(limiter, arguments, environment: environment, output: file)
        let deadline = ContinuousClock.now + timeLimit
        while true {
            switch child.ending(within: .milliseconds(200)) {
            case .exited(let status): return status == 0 ? .done : .failed
            case .killed(let signal): return [SIGXCPU, SIGKILL].contains(signal) ? .tookTooLong : .failed
            case nil:
                try tick()
                if ContinuousClock.now >= deadline { return .tookTooLong }
            }
        }
    }

    /// Returns the path of a program.
    private func path(of program: String, package: String) throws(Failure) -> String {
        let found = folders.map { $0 + "/" + program }.first { access($0, X_OK) == 0 }
        guard let found else { throw Failure(.toolMissing, "\(program) is not installed: the package \(package).") }
        return found
    }

    /// Returns the input arguments of both programs.
    static func reading(_ path: String, as container: VideoContainer) -> [String] {
        [
            "-v", "quiet", "-hide_banner", "-protocol_whitelist", "file,pipe", "-format_whitelist", container.reader,
            "-f", container.reader, "-i", "file:" + path,
        ]
    }
}
