import Files
package import Foundation
package import Logging
package import PrometheusText
import ServiceLifecycle
import Threads

/// Writes the metrics of a registry to a file every five seconds.
///
/// Readers always see a complete file.
package final class MetricsFile: Service {
    private let registry: MetricsRegistry
    private let url: URL
    private let logger: Logger
    /// A separate thread, so that the metrics stay current on a busy machine.
    private let threads = WorkerThreads(count: 1)

    /// Creates a service that writes to the file at `url`.
    package init(registry: MetricsRegistry, url: URL, logger: Logger) {
        self.registry = registry
        self.url = url
        self.logger = logger
    }

    /// Writes the metrics every five seconds until graceful shutdown or cancellation.
    ///
    /// They are written once more at the end.
    package func run() async {
        await cancelWhenGracefulShutdown {
            repeat {
                await self.write()
            } while (try? await Task.sleep(for: .seconds(5))) != nil
        }
        await write()
    }

    /// Writes the metrics once.
    ///
    /// A failure is logged, and the next write tries again.
    package func write() async {
        let (registry, url) = (registry, url)
        do {
            try await threads.run { try OutputFile.write(Data(registry.text().utf8), to: url) }
        } catch {
            logger.error("failed to write metrics", metadata: ["file": "\(url.path)", "error": "\(error)"])
        }
    }
}
