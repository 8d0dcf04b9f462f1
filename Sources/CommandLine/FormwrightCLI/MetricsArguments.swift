import LocalWorkers
import ArgumentParser
import CoreMetrics
import Foundation
import Logging
import PrometheusText

/// The option of long-running commands that names their metrics file.
struct MetricsArguments: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "Write metrics to this file every five seconds.",
            discussion: "In the Prometheus text format, for node_exporter's textfile collector; name it *.prom."),
        completion: .file())
    var metricsFile: String?

    /// Creates a metrics registry, installs it for the whole process and returns its file; nil if no file is named.
    ///
    /// Must be called at most once, before anything is counted.
    func start(_ logger: Logger) -> MetricsFile? {
        guard let metricsFile else { return nil }
        let registry = MetricsRegistry()
        MetricsSystem.bootstrap(registry)
        return MetricsFile(registry: registry, url: URL(fileURLWithPath: metricsFile), logger: logger)
    }
}
