/// A function that statements can call by name.
public struct SQLFunction: Sendable {
    /// The name.
    public let name: String
    /// The number of arguments; `nil` for any number.
    public let argumentCount: Int?
    /// Whether the result depends on the arguments alone.
    public let isPure: Bool
    /// Returns the result.
    public let body: @Sendable ([SQLValue]) -> SQLValue

    /// Creates a function.
    public init(
        _ name: String, argumentCount: Int? = nil, isPure: Bool = false,
        _ body: @escaping @Sendable ([SQLValue]) -> SQLValue
    ) {
        self.name = name
        self.argumentCount = argumentCount
        self.isPure = isPure
        self.body = body
    }
}
