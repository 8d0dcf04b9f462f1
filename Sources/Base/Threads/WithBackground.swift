/// Runs work beside tasks in the background, which are cancelled when it ends.
///
/// A background task that returns by itself does not end the work.
///
/// - Throws: the error of `body`, or of a background task that fails earlier; `CancellationError` if there is no result.
package func withBackground<T: Sendable>(
    _ background: (@Sendable () async throws -> Void)..., run body: @escaping @Sendable () async throws -> T
) async throws -> T {
    try await withThrowingTaskGroup(of: T?.self) { group in
        for task in background {
            group.addTask {
                try await task()
                return nil
            }
        }
        group.addTask { try await body() }
        defer { group.cancelAll() }
        while let result = try await group.next() {
            if let result { return result }
        }
        throw CancellationError()
    }
}
