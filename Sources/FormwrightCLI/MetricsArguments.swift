import LocalWorkers
import ArgumentParser
import CoreMetrics
import Foundation
import Logging
import PrometheusText

/// Where a command that works for long leaves its numbers.
struct MetricsArguments: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "A file to keep counters and timers in, written anew every five seconds.",
            discussion: "In Prometheus' text format, for the text file collector of its node exporter; name it *.prom."),
        completion: .file())
    var metricsFile: String?

    /// Makes a registry the process's metrics system. Call once, before anything is counted.
    func start(_ logger: Logger) -> MetricsFile? {
        guard let metricsFile else { return nil }
        let registry = MetricsRegistry()
        MetricsSystem.bootstrap(registry)
        return MetricsFile(registry: registry, url: URL(fileURLWithPath: metricsFile), logger: logger)
    }
}
