import CoreMetrics
import Pipeline

/// The watchers' metrics: `watch_drops` by ending, and `watch_drop_duration`.
///
/// The duration is from the claim of a drop to its end.
struct WatchMetrics: Sendable {
    private let done: Counter
    private let failed: Counter
    private let duration: Timer

    init(in factory: any MetricsFactory) {
        func drops(_ ending: String) -> Counter {
            Counter(label: "watch_drops", dimensions: [("ending", ending)], factory: factory)
        }
        done = drops("done")
        failed = drops("failed")
        duration = Timer(label: "watch_drop_duration", dimensions: [], factory: factory)
    }

    func record(_ ending: Drop.Ending, after time: Duration) {
        switch ending {
        case .done: done.increment()
        case .failed: failed.increment()
        }
        duration.recordNanoseconds(time.wholeMilliseconds * 1_000_000)
    }
}
