/// Something that happened to a document.
public struct DocumentEvent: Sendable, Hashable {
    /// The number of the event, which increases from event to event.
    public var id: Int64
    /// What happened, such as `processing`, `progress`, `finished` or `deleted`.
    public var cause: String
    /// The state that the document is in now; nil for an event of a single stage.
    public var status: DocumentStatus?
    /// The stage concerned.
    public var stage: String?
    /// The number of finished parts of the stage's work.
    public var completed: Int?
    /// The number of all parts.
    public var total: Int?
    /// The name of a part, such as `page` or `row`.
    public var unit: String?
    /// The code of a failure.
    public var code: String?

    /// Creates an event.
    public init(
        id: Int64, cause: String, status: DocumentStatus? = nil, stage: String? = nil, completed: Int? = nil,
        total: Int? = nil, unit: String? = nil, code: String? = nil
    ) {
        self.id = id
        self.cause = cause
        self.status = status
        self.stage = stage
        self.completed = completed
        self.total = total
        self.unit = unit
        self.code = code
    }
}
