package import FailureModel

extension FolderPlan {
    /// Returns the plan with reasons, by path, why some of its files could not be stored.
    package func failing(_ failures: [String: Failure]) -> FolderPlan {
        var plan = self
        for index in plan.inputs.indices {
            guard let failure = plan.inputs[index].name.flatMap({ failures[$0] }) else { continue }
            plan.inputs[index].source = .failed(failure)
        }
        return plan
    }

    /// Whether there is an input that can be used.
    package var hasContent: Bool {
        inputs.contains { if case .failed = $0.source { false } else { true } }
    }
}
