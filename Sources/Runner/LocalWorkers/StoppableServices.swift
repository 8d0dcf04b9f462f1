package import Logging
package import ServiceLifecycle
import UnixSignals

/// Services that run until the process is told to stop.
package enum StoppableServices {
    /// Runs services until SIGTERM or SIGINT, and logs the request to stop and the end.
    ///
    /// - Parameters:
    ///   - services: the services, stopped in reverse order.
    ///   - logger: receives the events of the services, too.
    /// - Throws: the error of a service that fails.
    package static func run(_ services: [any Service], logger: Logger) async throws {
        // The last service is the first to see the signal.
        try await ServiceGroup(
            services: services + [StopNotice(logger: logger)], gracefulShutdownSignals: [.sigterm, .sigint],
            logger: logger
        ).run()
        logger.notice("stopped")
    }

    private struct StopNotice: Service {
        let logger: Logger

        func run() async throws {
            try await gracefulShutdown()
            logger.notice("asked to stop; work in progress ends first, or resumes at the next start")
        }
    }
}
