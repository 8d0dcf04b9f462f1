import Foundation

/// Runs what works for seconds without a pause on a thread of its own: there are no more cooperative threads than cores, and
/// other tests need them meanwhile.
package func onOwnThread<T: Sendable>(_ body: @escaping @Sendable () throws -> T) async throws -> T {
    try await withCheckedThrowingContinuation { continuation in
        Thread.detachNewThread { continuation.resume(with: Result { try body() }) }
    }
}
