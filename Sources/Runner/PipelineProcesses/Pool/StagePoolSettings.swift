import Foundation
package import Pipeline

/// How to start this program, or another, as a ``StageHost``.
package struct StageCommand: Sendable, Hashable {
    /// A path; `PATH` is not searched.
    package let executable: String
    /// Without the program's name.
    package let arguments: [String]
    /// Added to this process's environment, taking precedence over it.
    package let environment: [String: String]

    /// Creates a command.
    ///
    /// The default executable is the running program, even if its file has been replaced meanwhile.
    package init(
        executable: String = "/proc/self/exe", arguments: [String], environment: [String: String] = [:]
    ) {
        self.executable = executable
        self.arguments = arguments
        self.environment = environment
    }
}

/// The number of processes of a ``StagePool``, their sizes and their timing.
package struct StagePoolSettings: Sendable, Hashable {
    /// The maximum number of processes; best equal to the runner's workers, since no more than that are ever busy.
    package let size: Int
    /// The number of stages after which a process is replaced, so that memory leaked by libraries does not add up.
    package let stagesPerProcess: Int
    /// A process that holds more memory than this after a stage is replaced immediately.
    package let residentMark: ByteCount
    /// A process that has more files open than this after a stage is replaced immediately: libraries that leak some would use up
    /// its limit.
    package let openFilesMark: Int
    /// The interval between health signals while a stage runs.
    package let heartbeat: Duration
    /// A process without a health signal for this long is killed.
    package let silence: Duration
    /// The maximum time from a process's start to its first request.
    package let startTime: Duration
    /// Where each process gets a folder for temporary files (`TMPDIR`), which is removed when it ends.
    package let scratch: String
    /// The nice value of the threads that run stages, from 0 to 19: what they leave of the processors to others.
    package let niceness: Int
    /// How long a stage may go on after its task was cancelled, before its process is killed: a stage that is about to end
    /// leaves a warm process.
    package let leniency: Duration

    /// Creates settings; numbers below the possible minimum are raised to it.
    package init(
        size: Int = ProcessInfo.processInfo.activeProcessorCount, stagesPerProcess: Int = 500,
        residentMark: ByteCount = .mebibytes(512), openFilesMark: Int = 128, heartbeat: Duration = .seconds(1),
        silence: Duration = .seconds(5),
        startTime: Duration = .seconds(10), scratch: String = FileManager.default.temporaryDirectory.path,
        niceness: Int = 0, leniency: Duration = .zero
    ) {
        self.size = max(1, size)
        self.stagesPerProcess = max(1, stagesPerProcess)
        self.residentMark = residentMark
        self.openFilesMark = openFilesMark
        self.heartbeat = max(.milliseconds(10), heartbeat)
        self.silence = silence
        self.startTime = startTime
        self.scratch = scratch
        self.niceness = min(max(0, niceness), 19)
        self.leniency = leniency
    }
}
