public import Foundation
public import Pipeline

/// How to start this program, or another, as a ``StageHost``.
public struct StageCommand: Sendable, Hashable {
    /// A path, not looked up in `PATH`.
    public let executable: String
    /// Without the program's own name.
    public let arguments: [String]
    /// Added to this process's environment, or replacing what it has.
    public let environment: [String: String]

    /// By default the program that runs now, even where its file was replaced meanwhile.
    public init(
        executable: String = "/proc/self/exe", arguments: [String], environment: [String: String] = [:]
    ) {
        self.executable = executable
        self.arguments = arguments
        self.environment = environment
    }
}

/// How a ``StagePool`` behaves in number, size and time.
public struct StagePoolSettings: Sendable, Hashable {
    /// How many processes at most; best the runner's workers, since more are never busy.
    public let size: Int
    /// After so many stages a process is replaced, so that what libraries leak does not add up.
    public let stagesPerProcess: Int
    /// A process that holds more memory than this after a stage is replaced at once.
    public let residentMark: ByteCount
    /// How often a process gives a sign of life while a stage runs.
    public let heartbeat: Duration
    /// A process without a sign of life for so long is killed.
    public let silence: Duration
    /// The longest a process may take from its start to its first request.
    public let startTime: Duration
    /// Where each process gets a folder for temporary files (`TMPDIR`), removed when it ends.
    public let scratch: String

    public init(
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
