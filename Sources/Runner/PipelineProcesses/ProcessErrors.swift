package import FailureModel

// Errors of stages in child processes.
extension ErrorCode {
    /// The stage's process crashed, or exited without an answer.
    package static let stageCrashed = ErrorCode("stage_crashed")
    /// The stage needed more memory than its `memory`.
    package static let stageOutOfMemory = ErrorCode("stage_out_of_memory")
    /// The stage used more processor time than its `cpuTime`.
    package static let stageCPUExceeded = ErrorCode("stage_cpu_exceeded")
    /// The stage wrote a file longer than its `fileSize`.
    package static let stageOutputTooLarge = ErrorCode("stage_output_too_large")
    /// The stage's process stopped responding, or was idle for longer than `stall` allows.
    package static let stageHung = ErrorCode("stage_hung")
    /// No process for the stage could be started.
    package static let workerUnavailable = ErrorCode("worker_unavailable")
}

extension ErrorRow {
    /// The codes of stages that run in child processes.
    package static let processes: [ErrorRow] = [
        ErrorRow(
            .stageCrashed, exit: 80, http: 422, "The stage's process crashed, or exited without an answer.",
            "Report it, with the document if it may be shared.", isWorthAnotherTry: true),
        ErrorRow(
            .stageOutOfMemory, exit: 81, http: 422, "The stage needed more memory than its `memory`.",
            "Raise the limit in `pipeline.yaml`, or scale the pages down.", isWorthAnotherTry: true),
        ErrorRow(
            .stageCPUExceeded, exit: 82, http: 422, "The stage used more processor time than its `cpuTime`.",
            "Raise the limit in `pipeline.yaml`, or split the document.", isWorthAnotherTry: true),
        ErrorRow(
            .stageOutputTooLarge, exit: 83, http: 422, "The stage wrote a file longer than its `fileSize`.",
            "Raise the limit in `pipeline.yaml`, or split the document.", isWorthAnotherTry: true),
        ErrorRow(
            .stageHung, exit: 84, http: 422,
            "The stage's process stopped responding, or was idle for longer than `stall` allows.",
            "Report it, with the document if it may be shared.", isWorthAnotherTry: true),
        ErrorRow(
            .workerUnavailable, exit: 85, http: 503, "No process for the stage could be started.",
            "Check the machine's limits on processes and memory, and restart the worker after an upgrade.",
            isWorthAnotherTry: true),
    ]
}
