package import Foundation
package import Pipeline

/// How to start this program, or another, as a ``StageHost``.
package struct StageCommand: Sendable, Hashable {
    /// A path, not looked up in `PATH`.
    package let executable: String
    /// Without the program's own name.
    package let arguments: [String]
    /// Added to this process's environment, or replacing what it has.
    package let environment: [String: String]

    /// By default the program that runs now, even where its file was replaced meanwhile.
    package init(
        executable: String = "/proc/self/exe", arguments: [String], environment: [String: String] = [:]
    ) {
        self.executable = executable
        self.arguments = arguments
        self.environment = environment
    }
}

/// How a ``StagePool`` behaves in number, size and time.
package struct StagePoolSettings: Sendable, Hashable {
    /// How many processes at most; best the runner's workers, since more are never busy.
    package let size: Int
    /// After so many stages a process is replaced, so that what libraries leak does not add up.
    package let stagesPerProcess: Int
    /// A process that holds more memory than this after a stage is replaced at once.
    package let residentMark: ByteCount
    /// How often a process gives a sign of life while a stage runs.
    package let heartbeat: Duration
    /// A process without a sign of life for so long is killed.
    package let silence: Duration
    /// The longest a process may take from its start to its first request.
    package let startTime: Duration
    /// Where each process gets a folder for temporary files (`TMPDIR`), removed when it ends.
    package let scratch: String

    package init(
        size: Int = ProcessInfo.processInfo.activeProcessorCount, stagesPerProcess: Int = 500,
        residentMark: ByteCount = .mebibytes(512), heartbeat: Duration = .seconds(1), silence: Duration = .seconds(5),
        startTime: Duration = .seconds(10), scratch: String = FileManager.default.temporaryDirectory.path
    ) {
        self.size = max(1, size)
        self.stagesPerProcess = max(1, stagesPerProcess)
        self.residentMark = residentMark
        self.heartbeat = max(.milliseconds(10), heartbeat)
        self.silence = silence
        self.startTime = startTime
        self.scratch = scratch
    }
}
