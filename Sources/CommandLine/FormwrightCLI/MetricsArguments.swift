import LocalWorkers
import ArgumentParser
import CoreMetrics
import Foundation
import Logging
import PrometheusText

/// The option for the metrics file of long-running commands.
struct MetricsArguments: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "Write metrics to this file every five seconds.",
            discussion: """
                In the Prometheus text format, for node_exporter's textfile collector; name it *.prom. The name without \
                the ending is the label “process” of all metrics, since the collector accepts no series twice.
                """),
        completion: .file())
    var metricsFile: String?

    /// Installs a metrics registry for the process and returns its file.
    ///
    /// It is `nil` if no file is named. This must be called at most once, before anything is counted.
    func start(_ logger: Logger) -> MetricsFile? {
        guard let metricsFile else { return nil }
        let url = URL(fileURLWithPath: metricsFile)
        let registry = MetricsRegistry(labels: [("process", url.deletingPathExtension().lastPathComponent)])
        MetricsSystem.bootstrap(registry)
        return MetricsFile(registry: registry, url: url, logger: logger)
    }
}
