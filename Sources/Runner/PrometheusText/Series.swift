import CoreMetrics
import Synchronization

/// The values of one name and one set of labels.
protocol Series: AnyObject, Sendable {
    /// The name of the type in the format.
    var type: String { get }
    func samples() -> [Sample]
}

/// An increasing value.
final class CounterSeries: Series, CounterHandler {
    private let count = Atomic<Int64>(0)

    let type = "counter"

    func increment(by amount: Int64) {
        // This wraps rather than traps, after 292 years at one count per nanosecond.
        count.wrappingAdd(amount, ordering: .relaxed)
    }

    func reset() { count.store(0, ordering: .relaxed) }

    func samples() -> [Sample] { [Sample(value: Double(count.load(ordering: .relaxed)))] }
}

/// The last recorded value.
final class GaugeSeries: Series, MeterHandler, RecorderHandler {
    private let value = Mutex(0.0)

    let type = "gauge"

    func set(_ value: Int64) { set(Double(value)) }
    func set(_ value: Double) { self.value.withLock { $0 = value } }
    func increment(by amount: Double) { value.withLock { $0 += amount } }
    func decrement(by amount: Double) { value.withLock { $0 -= amount } }
    func record(_ value: Int64) { set(Double(value)) }
    func record(_ value: Double) { set(value) }

    func samples() -> [Sample] { [Sample(value: value.withLock { $0 })] }
}

/// The number of values up to each bound, and their sum.
final class HistogramSeries: Series, RecorderHandler, TimerHandler {
    private struct State {
        var counts: [Int]
        var sum = 0.0
    }

    /// Bounds for durations, from a warm stage to a thousand scanned pages.
    static let seconds = [0.01, 0.03, 0.1, 0.3, 1, 3, 10, 30, 100, 300, 1000, 3000]
    static let counts = [1, 10, 100, 1000, 10_000, 100_000, 1_000_000].map(Double.init)

    private let bounds: [Double]
    private let state: Mutex<State>

    let type = "histogram"

    init(bounds: [Double]) {
        self.bounds = bounds
        state = Mutex(State(counts: Array(repeating: 0, count: bounds.count + 1)))
    }

    func record(_ value: Int64) { record(Double(value)) }

    func record(_ value: Double) {
        let place = bounds.firstIndex { value <= $0 } ?? bounds.count
        state.withLock { state in
            state.counts[place] += 1
            state.sum += value
        }
    }

    func recordNanoseconds(_ duration: Int64) { record(Double(duration) / 1e9) }

    func samples() -> [Sample] {
        let state = state.withLock { $0 }
        var total = 0
        var samples = zip(bounds + [.infinity], state.counts).map { bound, count in
            total += count
            return Sample(suffix: "_bucket", bound: Sample.number(bound), value: Double(total))
        }
        samples.append(Sample(suffix: "_sum", value: state.sum))
        samples.append(Sample(suffix: "_count", value: Double(total)))
        return samples
    }
}
