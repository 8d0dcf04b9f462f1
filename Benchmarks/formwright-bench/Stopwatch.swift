import Foundation

/// The time taken by a piece of work.
struct Cost: Codable {
    /// The CPU time of the whole process, in milliseconds.
    var cpu: Double
    /// The wall time, in milliseconds.
    var wall: Double

    /// Measures one run.
    static func measuring<T>(_ body: () throws -> T) rethrows -> (T, Cost) {
        let start = now
        let result = try body()
        return (result, start.untilNow)
    }

    /// The start of a measurement.
    struct Start {
        fileprivate let cpu = Cost.processorTime()
        fileprivate let time = ContinuousClock.now

        var untilNow: Cost {
            Cost(cpu: Cost.processorTime() - cpu, wall: (ContinuousClock.now - time) / .milliseconds(1))
        }
    }

    static var now: Start { Start() }

    /// Returns the median of the runs, separately for CPU time and wall time.
    static func median(of runs: [Cost]) -> Cost {
        Cost(cpu: middle(runs.map(\.cpu)), wall: middle(runs.map(\.wall)))
    }

    /// Returns the cost divided evenly among pages or records.
    func divided(by count: Int) -> Cost {
        Cost(cpu: cpu / Double(count), wall: wall / Double(count))
    }

    private static func middle(_ values: [Double]) -> Double {
        let sorted = values.sorted()
        return sorted.count % 2 == 1
            ? sorted[sorted.count / 2] : (sorted[sorted.count / 2 - 1] + sorted[sorted.count / 2]) / 2
    }

    /// Returns the user and system time of all threads so far (`getrusage`), in milliseconds.
    private static func processorTime() -> Double {
        var usage = rusage()
        getrusage(__rusage_who_t(RUSAGE_SELF.rawValue), &usage)
        return milliseconds(usage.ru_utime) + milliseconds(usage.ru_stime)
    }

    private static func milliseconds(_ time: timeval) -> Double {
        Double(time.tv_sec) * 1_000 + Double(time.tv_usec) / 1_000
    }
}
