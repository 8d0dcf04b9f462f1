import Foundation

/// What a piece of work took.
struct Cost: Codable {
    /// Processor time of the whole process, in milliseconds.
    var cpu: Double
    /// Time on the clock, in milliseconds.
    var wall: Double

    /// Measures one run.
    static func measuring<T>(_ body: () throws -> T) rethrows -> (T, Cost) {
        let start = now
        let result = try body()
        return (result, start.untilNow)
    }

    /// A beginning, to measure from.
    struct Start {
        fileprivate let cpu = Cost.processorTime()
        fileprivate let time = ContinuousClock.now

        var untilNow: Cost {
            Cost(cpu: Cost.processorTime() - cpu, wall: (ContinuousClock.now - time) / .milliseconds(1))
        }
    }

    static var now: Start { Start() }

    /// Half of the runs took no longer, in processor time and on the clock each.
    static func median(of runs: [Cost]) -> Cost {
        Cost(cpu: middle(runs.map(\.cpu)), wall: middle(runs.map(\.wall)))
    }

    /// Shared evenly among pages or records.
    func divided(by count: Int) -> Cost {
        Cost(cpu: cpu / Double(count), wall: wall / Double(count))
    }

    private static func middle(_ values: [Double]) -> Double {
        let sorted = values.sorted()
        return sorted.count % 2 == 1
            ? sorted[sorted.count / 2] : (sorted[sorted.count / 2 - 1] + sorted[sorted.count / 2]) / 2
    }

    /// User and system time of all threads so far (`getrusage`), in milliseconds.
    private static func processorTime() -> Double {
        var usage = rusage()
        getrusage(__rusage_who_t(RUSAGE_SELF.rawValue), &usage)
        return milliseconds(usage.ru_utime) + milliseconds(usage.ru_stime)
    }

    private static func milliseconds(_ time: timeval) -> Double {
        Double(time.tv_sec) * 1_000 + Double(time.tv_usec) / 1_000
    }
}
