package import FailureModel

extension FolderPlan {
    /// Marks files that could not be used or stored.
    ///
    /// - Parameter failures: Why, by path. A path that is no input becomes one that failed, such as a file that nobody
    ///   finished writing, so that the report names it.
    /// - Returns: the plan with these failures.
    package func failing(_ failures: [String: Failure]) -> FolderPlan {
        var plan = self
        var rest = failures
        for index in plan.inputs.indices {
            guard let name = plan.inputs[index].name, let failure = rest.removeValue(forKey: name) else { continue }
            plan.inputs[index].source = .failed(failure)
        }
        for (path, failure) in rest.sorted(by: { $0.key < $1.key }) {
            let levels = path.split(separator: "/")
            plan.inputs.append(
                PlannedInput(
                    source: .failed(failure), name: path, work: levels.count > 1 ? String(levels[0]) : nil))
        }
        return plan
    }

    /// Whether there is an input that can be used.
    package var hasContent: Bool {
        inputs.contains { if case .failed = $0.source { false } else { true } }
    }
}
