import NIOCore

/// An action for ``ConnectionGuard`` to run if the client disconnects during its request.
struct DisconnectHandler: Sendable {
    let action: @Sendable () -> Void
}

extension ServiceContext {
    /// Runs work for the client only, and cancels it if the client disconnects.
    ///
    /// Unlike with Hummingbird's `consumeWithCancellationOnInboundClose`, the connection serves further requests.
    ///
    /// - Throws: `CancellationError` if the client disconnects; the errors of `work`.
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
