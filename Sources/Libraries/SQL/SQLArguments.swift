/// The values of a statement's placeholders, in order.
public struct SQLArguments: Sendable, ExpressibleByArrayLiteral {
    /// The values.
    public private(set) var values: [SQLValue]

    /// Creates arguments from values.
    public init(_ values: some Sequence<any SQLBindable>) {
        self.values = values.map(\.sqlValue)
    }

    /// Creates arguments from a list, in which `nil` stands for null.
    public init(arrayLiteral elements: (any SQLBindable)?...) {
        values = elements.map { $0?.sqlValue ?? .null }
    }

    /// Appends the arguments of a statement's end to those of its start.
    public static func + (start: SQLArguments, end: SQLArguments) -> SQLArguments {
        var all = start
        all += end
        return all
    }

    /// Appends arguments.
    public static func += (all: inout SQLArguments, end: SQLArguments) {
        all.values += end.values
    }
}
