import HummingbirdCore
import Logging
import NIOCore

/// A connection over TLS, with the certificate that is in use when it begins.
struct SecureChannel<Base: ServerChildChannel>: ServerChildChannel {
    let base: Base
    let certificate: ServerCertificate

    func setup(channel: any Channel, logger: Logger) -> EventLoopFuture<Base.Value> {
        channel.eventLoop.makeCompletedFuture {
            let pipeline = channel.pipeline.syncOperations
            try pipeline.addHandler(PlaintextRefusal())
            try pipeline.addHandler(TLSHandler(certificate.context))
        }.flatMap {
            base.setup(channel: channel, logger: logger)
        }
    }

    func handle(value: Base.Value, logger: Logger) async { await base.handle(value: value, logger: logger) }
}
