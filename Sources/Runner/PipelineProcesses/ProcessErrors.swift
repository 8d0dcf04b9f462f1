package import FailureModel

// Errors of stages in child processes.
extension ErrorCode {
    /// The code `stage_crashed`.
    package static let stageCrashed = ErrorCode(
        "stage_crashed", exit: 80, http: 422, "The stage's process crashed, or exited without an answer.",
        "Report it, with the document if it may be shared.", isWorthAnotherTry: true)
    /// The code `stage_out_of_memory`.
    package static let stageOutOfMemory = ErrorCode(
        "stage_out_of_memory", exit: 81, http: 422, "The stage needed more memory than its `memory`.",
        "Raise the limit in `pipeline.yaml`, or scale the pages down.", isWorthAnotherTry: true)
    /// The code `stage_cpu_exceeded`.
    package static let stageCPUExceeded = ErrorCode(
        "stage_cpu_exceeded", exit: 82, http: 422, "The stage used more processor time than its `cpuTime`.",
        "Raise the limit in `pipeline.yaml`, or split the document.", isWorthAnotherTry: true)
    /// The code `stage_output_too_large`.
    package static let stageOutputTooLarge = ErrorCode(
        "stage_output_too_large", exit: 83, http: 422, "The stage wrote a file longer than its `fileSize`.",
        "Raise the limit in `pipeline.yaml`, or split the document.", isWorthAnotherTry: true)
    /// The code `stage_hung`.
    package static let stageHung = ErrorCode(
        "stage_hung", exit: 84, http: 422,
        "The stage's process stopped responding, or was idle for longer than `stall` allows.",
        "Report it, with the document if it may be shared.", isWorthAnotherTry: true)
    /// The code `worker_unavailable`.
    package static let workerUnavailable = ErrorCode(
        "worker_unavailable", exit: 85, http: 503, "No process for the stage could be started.",
        "Check the machine's limits on processes and memory, and restart the worker after an upgrade.",
        isWorthAnotherTry: true)
}

extension ErrorRow {
    /// The codes of stages in child processes.
    package static let processes = rows(
        .stageCrashed, .stageOutOfMemory, .stageCPUExceeded, .stageOutputTooLarge, .stageHung, .workerUnavailable)
}
