import NIOCore

/// Asks the guard of a connection to do something as soon as the client is gone, unless the answer has ended by then.
struct DisconnectHandler: Sendable {
    let action: @Sendable () -> Void
}

extension ServiceContext {
    /// Does work that nobody but the client needs, and cancels it as soon as the client is gone.
    ///
    /// The connection serves further requests, which is not so with Hummingbird's `consumeWithCancellationOnInboundClose`.
    ///
    /// - Throws: `CancellationError` if the client is gone; what `work` throws.
    package func whileClientWaits<Result: Sendable>(
        _ work: @escaping @Sendable () async throws -> Result
    ) async throws -> Result {
        let task = Task { try await work() }
        channel.triggerUserOutboundEvent(DisconnectHandler { task.cancel() }, promise: nil)
        return try await withTaskCancellationHandler {
            try await task.value
        } onCancel: {
            task.cancel()
        }
    }
}
