/// How far a long piece of work has come.
public struct StageProgress: Sendable, Hashable {
    /// What is being done.
    public var stage: StageName
    /// Pages done, of all.
    public var completed: Int
    public var total: Int

    public init(stage: StageName, completed: Int, total: Int) {
        self.stage = stage
        self.completed = completed
        self.total = total
    }

    /// Receives progress from any thread; must not block.
    public typealias Handler = @Sendable (StageProgress) -> Void
}

/// The stages that a form goes through, in order.
public enum StageName: String, Sendable, Hashable, Codable, CaseIterable {
    case `import`
    case rasterise
    case detect
    case bind
    case compose
}
