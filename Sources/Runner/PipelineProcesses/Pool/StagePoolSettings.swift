import Foundation
package import Pipeline

/// The command that starts a program as a ``StageHost``.
package struct StageCommand: Sendable, Hashable {
    /// The path of the program; `PATH` is not searched.
    package let executable: String
    /// The arguments without the program's name.
    package let arguments: [String]
    /// The variables that are added to this process's environment and override it.
    package let environment: [String: String]

    /// Creates a command, by default for the running program.
    ///
    /// Its file may have been replaced meanwhile.
    package init(
        executable: String = "/proc/self/exe", arguments: [String], environment: [String: String] = [:]
    ) {
        self.executable = executable
        self.arguments = arguments
        self.environment = environment
    }
}

/// The number, size and timing of a ``StagePool``'s processes.
package struct StagePoolSettings: Sendable, Hashable {
    /// The maximum number of processes, ideally that of the runner's workers.
    ///
    /// More are never busy.
    package let size: Int
    /// The number of stages until a process is replaced, which bounds memory leaks of libraries.
    package let stagesPerProcess: Int
    /// The maximum resident memory after a stage; beyond it, the process is replaced.
    package let residentMark: ByteCount
    /// The maximum number of open files after a stage; beyond it, the process is replaced.
    ///
    /// Libraries that leak descriptors would otherwise exhaust its limit.
    package let openFilesMark: Int
    /// The interval between health signals while a stage runs.
    package let heartbeat: Duration
    /// The time without a health signal after which a process is killed.
    package let silence: Duration
    /// The maximum time from a process's start to its first request.
    package let startTime: Duration
    /// The parent of each process's temporary folder (`TMPDIR`), which is removed at its end.
    package let scratch: String
    /// The nice value of the stage threads, from 0 to 19.
    package let niceness: Int
    /// How long a cancelled stage may continue before its process is killed.
    ///
    /// A stage that is about to end leaves a warm process.
    package let leniency: Duration

    /// Creates settings, with numbers raised to their minimum.
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
