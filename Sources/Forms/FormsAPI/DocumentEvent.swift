/// An event in the life of a document.
public struct DocumentEvent: Sendable, Hashable {
    /// The number of the event; later events have greater numbers.
    public var id: Int64
    /// The cause, such as `processing`, `progress`, `finished` or `deleted`.
    public var cause: String
    /// The current state of the document; nil for an event of a single stage.
    public var status: DocumentStatus?
    /// The stage concerned.
    public var stage: String?
    /// The number of completed units of work.
    public var completed: Int?
    /// The total number of units.
    public var total: Int?
    /// The kind of unit, such as `page` or `row`.
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
