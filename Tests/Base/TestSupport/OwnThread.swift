import Foundation

/// Runs long synchronous work on a separate thread.
///
/// There are no more cooperative threads than cores, and other tests need them meanwhile.
package func onOwnThread<T: Sendable>(_ body: @escaping @Sendable () throws -> T) async throws -> T {
    try await withCheckedThrowingContinuation { continuation in
        Thread.detachNewThread { continuation.resume(with: Result { try body() }) }
    }
}
