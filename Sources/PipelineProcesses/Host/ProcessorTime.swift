import Foundation

/// Processor time by the system's clocks.
enum ProcessorTime {
    /// All threads of this process, past ones included.
    static var ofProcess: Duration { read(CLOCK_PROCESS_CPUTIME_ID) }

    /// The calling thread.
    static var ofThread: Duration { read(CLOCK_THREAD_CPUTIME_ID) }

    /// All threads of another process (`clock_getcpuclockid`); `nil` where there is none of this id.
    static func of(_ process: pid_t) -> Duration? {
        var clock = clockid_t()
        guard clock_getcpuclockid(process, &clock) == 0 else { return nil }
        return read(clock)
    }

    private static func read(_ clock: clockid_t) -> Duration {
        var time = timespec()
        clock_gettime(clock, &time)
        return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
    }
}
