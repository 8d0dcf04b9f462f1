import Foundation

/// Processor times of the system's clocks.
enum ProcessorTime {
    /// The time of all threads of this process, including those that have ended.
    static var ofProcess: Duration { read(CLOCK_PROCESS_CPUTIME_ID) }

    /// The time of the calling thread.
    static var ofThread: Duration { read(CLOCK_THREAD_CPUTIME_ID) }

    /// Returns the time of all threads of another process (`clock_getcpuclockid`).
    ///
    /// It is `nil` if there is no process with this ID.
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
