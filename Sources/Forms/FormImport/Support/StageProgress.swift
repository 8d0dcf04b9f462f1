/// The progress of an analysis or a fill.
public struct StageProgress: Sendable, Hashable {
    /// The current stage.
    public var stage: FormStage
    /// The number of pages completed.
    public var completed: Int
    /// The total number of pages.
    public var total: Int

    /// Creates a progress report.
    public init(stage: FormStage, completed: Int, total: Int) {
        self.stage = stage
        self.completed = completed
        self.total = total
    }

    /// Receives progress from any thread; must not block.
    public typealias Handler = @Sendable (StageProgress) -> Void
}

/// The stages of a form, in order.
public enum FormStage: String, Sendable, Hashable, Codable, CaseIterable {
    /// Reads the document and checks it against the limits.
    case `import`
    /// Renders pages and reads their words.
    case rasterise
    /// Finds the fields.
    case detect
    /// Matches values with fields and checks them.
    case bind
    /// Draws the values over the document.
    case compose
}
