import CPQ

/// Interrupts a connection's current statement, from any thread.
///
/// Unchecked sharing is safe: libpq never changes a request to cancel.
final class StatementCanceller: @unchecked Sendable {
    private let request: OpaquePointer?

    init(_ handle: OpaquePointer) {
        request = formwright_PQgetCancel(handle)
    }

    deinit { formwright_PQfreeCancel(request) }

    /// Asks the server to end the statement with an error; blocks for a round trip.
    func cancel() {
        var message = [CChar](repeating: 0, count: 256)
        _ = formwright_PQcancel(request, &message, Int32(message.count))
    }
}
