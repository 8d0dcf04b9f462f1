import Foundation

/// Processor time of the calling thread, which others at work beside it do not lengthen.
package enum ThreadTime {
    /// Since the thread's start.
    package static var now: Duration {
        var time = timespec()
        clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
        return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
    }
}
