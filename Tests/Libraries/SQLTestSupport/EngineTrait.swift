package import Testing

/// Runs each test of a suite once for each engine, with ``SQLEngine/current`` set.
///
/// The suite's instance is created for each of them.
package struct EngineTrait: SuiteTrait, TestTrait, TestScoping {
    package var isRecursive: Bool { true }

    package func provideScope(
        for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
    ) async throws {
        for engine in SQLEngine.tested {
            try await SQLEngine.$current.withValue(engine) {
                switch engine {
                case .sqlite: try await function()
                case .postgreSQL: try await ServerPlaces.shared.use(function)
                }
            }
        }
    }
}

extension Trait where Self == EngineTrait {
    /// Runs each test on SQLite and on PostgreSQL.
    package static var onEveryEngine: Self { Self() }
}
