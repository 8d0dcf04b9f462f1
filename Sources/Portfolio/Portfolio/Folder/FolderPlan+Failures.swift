package import FailureModel

extension FolderPlan {
    /// Returns the plan with failures of files that could not be stored, by path.
    package func failing(_ failures: [String: Failure]) -> FolderPlan {
        var plan = self
        for index in plan.inputs.indices {
            guard let failure = plan.inputs[index].name.flatMap({ failures[$0] }) else { continue }
            plan.inputs[index].source = .failed(failure)
        }
        return plan
    }

    /// Whether any input is usable.
    package var hasContent: Bool {
        inputs.contains { if case .failed = $0.source { false } else { true } }
    }
}
