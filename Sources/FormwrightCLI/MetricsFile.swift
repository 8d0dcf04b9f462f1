import Files
import Foundation
import Logging
import PrometheusText
import ServiceLifecycle
import Threads

/// Keeps a registry's numbers in a file. A reader sees a whole file, never half of one.
final class MetricsFile: Service {
    private let registry: MetricsRegistry
    private let url: URL
    private let logger: Logger
    /// Its own, so that a busy machine does not make the numbers old.
    private let threads = WorkerThreads(count: 1)

    init(registry: MetricsRegistry, url: URL, logger: Logger) {
        self.registry = registry
        self.url = url
        self.logger = logger
    }

    /// Until graceful shutdown or cancellation; the last numbers are written then.
    func run() async {
        await cancelWhenGracefulShutdown {
            repeat {
                await self.write()
            } while (try? await Task.sleep(for: .seconds(5))) != nil
        }
        await write()
    }

    /// A file that cannot be written is reported and tried again; the work goes on.
    func write() async {
        let (registry, url) = (registry, url)
        do {
            try await threads.run { try OutputFile.write(Data(registry.text().utf8), to: url) }
        } catch {
            logger.error("metrics not written", metadata: ["file": "\(url.path)", "error": "\(error)"])
        }
    }
}
