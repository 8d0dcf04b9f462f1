package import CoreMetrics
import Synchronization

/// Collects the metrics of swift-metrics and prints them in Prometheus' text format 0.0.4.
///
/// Names and labels may contain any character; those invalid in names become `_`. Counters get the suffix `_total`;
/// timers become histograms in seconds with the suffix `_seconds`.
/// - SeeAlso: <https://prometheus.io/docs/instrumenting/exposition_formats/>
package final class MetricsRegistry: MetricsFactory {
    private let series = Mutex<[SeriesID: any Series]>([:])
    private let labels: [(String, String)]

    /// Creates a registry.
    ///
    /// - Parameter labels: the labels of all series.
    package init(labels: [(String, String)] = []) {
        self.labels = labels
    }

    /// Returns the values of all metrics, grouped by family in alphabetical order with types.
    package func text() -> String {
        let all = series.withLock { $0 }
        var lines: [String] = []
        var family: String?
        for (id, series) in all.sorted(by: { $0.key < $1.key }) {
            if id.name != family { lines.append("# TYPE \(id.name) \(series.type)") }
            family = id.name
            lines += series.samples().map { $0.line(of: id) }
        }
        return lines.map { $0 + "\n" }.joined()
    }

    package func makeCounter(label: String, dimensions: [(String, String)]) -> any CounterHandler {
        shared(id(label, suffix: "_total", dimensions)) { CounterSeries() }
    }

    package func makeMeter(label: String, dimensions: [(String, String)]) -> any MeterHandler {
        shared(id(label, dimensions)) { GaugeSeries() }
    }

    package func makeRecorder(label: String, dimensions: [(String, String)], aggregate: Bool) -> any RecorderHandler {
        let id = id(label, dimensions)
        return aggregate
            ? shared(id) { HistogramSeries(bounds: HistogramSeries.counts) } : shared(id) { GaugeSeries() }
    }

    package func makeTimer(label: String, dimensions: [(String, String)]) -> any TimerHandler {
        shared(id(label, suffix: "_seconds", dimensions)) { HistogramSeries(bounds: HistogramSeries.seconds) }
    }

    private func id(_ label: String, suffix: String = "", _ dimensions: [(String, String)]) -> SeriesID {
        SeriesID(label, suffix: suffix, dimensions + labels)
    }

    // The values stay readable after the metric's owner is gone.
    package func destroyCounter(_ handler: any CounterHandler) {}
    package func destroyMeter(_ handler: any MeterHandler) {}
    package func destroyRecorder(_ handler: any RecorderHandler) {}
    package func destroyTimer(_ handler: any TimerHandler) {}

    /// Returns the series with this ID, or a new one.
    ///
    /// A series of another type with this ID is replaced.
    private func shared<S: Series>(_ id: SeriesID, make: () -> S) -> S {
        series.withLock { series in
            if let known = series[id] as? S { return known }
            let new = make()
            series[id] = new
            return new
        }
    }
}
