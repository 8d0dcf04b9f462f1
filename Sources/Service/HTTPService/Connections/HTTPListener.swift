package import FailureModel
package import Hummingbird
import HummingbirdCore
package import Logging
import NIOCore
package import ServiceLifecycle

/// Accepts connections within the limits of a service, and hands their requests to a responder.
package struct HTTPListener: Sendable {
    private let settings: ServiceSettings
    private let certificate: ServerCertificate?
    private let table: ErrorTable
    private let logger: Logger

    /// Creates a listener, which accepts nothing until it runs.
    ///
    /// - Parameters:
    ///   - settings: the address to listen on, and the limits of connections.
    ///   - certificate: encrypts the connections; nil if they are not encrypted.
    ///   - table: maps codes to HTTP statuses.
    ///   - logger: receives the messages of the server.
    package init(
        _ settings: ServiceSettings, certificate: ServerCertificate? = nil, table: ErrorTable, logger: Logger
    ) {
        self.settings = settings
        self.certificate = certificate
        self.table = table
        self.logger = logger
    }

    /// Listens until graceful shutdown, and finishes the requests in progress.
    ///
    /// - Parameters:
    ///   - responder: answers the requests.
    ///   - services: run as long as it listens.
    ///   - onListening: receives the port.
    /// - Throws: `address_unavailable` if the address is in use.
    package func run(
        _ responder: some HTTPResponder<ServiceContext>, with services: [any Service],
        onListening: @escaping @Sendable (_ port: Int) -> Void
    ) async throws {
        let limits = ConnectionGuard.Settings(
            count: ConnectionCount(limit: settings.connections), table: table, pace: settings.pace,
            idleTimeout: settings.idleTimeout)
        let channel = HTTP1Channel.Configuration(
            additionalChannelHandlers: [ConnectionGuard(limits), RequestTargetCheck()],
            idleTimeout: TimeAmount(settings.idleTimeout),
            httpDecoderConfiguration: .init(
                maxHeaderFieldSize: ConnectionGuard.headLimit, maxHeaderListSize: ConnectionGuard.headLimit,
                maxHeaderFieldCount: 100))
        let server = HTTPServerBuilder { [certificate] responder in
            let plain = HTTP1Channel(responder: responder, configuration: channel)
            guard let certificate else { return plain }
            return SecureChannel(base: plain, certificate: certificate)
        }
        let application = Application(
            responder: responder, server: server,
            configuration: ApplicationConfiguration(address: .hostname(settings.bind, port: settings.port)),
            services: services + (certificate.map { [$0] } ?? []),
            onServerRunning: { channel in onListening(channel.localAddress?.port ?? 0) },
            logger: logger)
        do {
            try await application.run()
        } catch let error as IOError {
            throw Failure(
                .addressUnavailable, "The service cannot listen on \(settings.bind), port \(settings.port).",
                underlying: "\(error)")
        }
    }
}
