package import Testing

/// Runs services on one node, also on an engine for several.
package struct OneNodeTrait: SuiteTrait, TestTrait, TestScoping {
    /// The number of nodes of a service on a server, unless the test is for one.
    @TaskLocal static var nodeCount = 2

    package var isRecursive: Bool { true }

    package func provideScope(
        for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
    ) async throws {
        try await Self.$nodeCount.withValue(1) { try await function() }
    }
}

extension Trait where Self == OneNodeTrait {
    /// Runs services on one node, for tests of what is counted or kept on each node.
    package static var onOneNode: Self { Self() }
}
