import ChildPrograms
import FailureModel
import Files
import Foundation
import Portfolio

/// The programs that read videos: `ffprobe` and `ffmpeg`.
///
/// They are started without a shell, with a fixed list of arguments, and may read files only, as one type only. Each has a
/// limit of processor time besides what it inherits, and dies with the process that started it.
package struct VideoTools: Sendable {
    /// The longest time that a video may be transcoded, whatever its length.
    package static let longestTranscoding = Duration.seconds(1_800)
    /// The processor time and time of programs that only read.
    package static let shortTime = Duration.seconds(60)

    /// The folders in which programs are looked for.
    private let folders: [String]

    /// Creates programs that are looked for in folders.
    package init(folders: [String] = ["/usr/local/bin", "/usr/bin", "/bin"]) { self.folders = folders }

    /// How a program ended.
    package enum Ending: Hashable {
        case done, failed, tookTooLong
    }

    /// Runs a program; this blocks.
    ///
    /// - Parameters:
    ///   - program: `ffmpeg` or `ffprobe`.
    ///   - arguments: what it is given, as they are.
    ///   - timeLimit: the time, and the processor time, after which it is killed.
    ///   - output: the path of the file that its standard output is written to.
    ///   - tick: called a few times a second; if it throws, the program is killed.
    /// - Returns: how it ended.
    /// - Throws: `Failure`: `tool_missing`; the system's error if it cannot be started; what `tick` throws.
    package func run(
        _ program: String, _ arguments: [String], timeLimit: Duration, output: String? = nil, tick: () throws -> Void
    ) throws -> Ending {
        let seconds = timeLimit.components.seconds + 1
        // The two change limits of their own process and turn into the next program.
        let arguments =
            ["--cpu=\(seconds):\(seconds)", "--core=0", "--", try path(of: "setpriv", package: "util-linux")]
            + ["--pdeathsig", "KILL", "--", try path(of: program, package: "ffmpeg")] + arguments
        let limiter = try path(of: "prlimit", package: "util-linux")
        let environment = ["PATH": folders.joined(separator: ":"), "LANG": "C"]
        let file = try output.map { try FileDescriptor.open($0, O_WRONLY | O_CREAT | O_TRUNC, mode: 0o600) }
        defer { try? file?.close() }
        // On every way out nothing of it runs any more.
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

    /// The path of a program.
    private func path(of program: String, package: String) throws(Failure) -> String {
        let found = folders.map { $0 + "/" + program }.first { access($0, X_OK) == 0 }
        guard let found else { throw Failure(.toolMissing, "\(program) is not installed: the package \(package).") }
        return found
    }

    /// The arguments with which both programs open a file.
    static func reading(_ path: String, as container: VideoContainer) -> [String] {
        [
            "-v", "quiet", "-hide_banner", "-protocol_whitelist", "file,pipe", "-format_whitelist", container.reader,
            "-f", container.reader, "-i", "file:" + path,
        ]
    }
}
