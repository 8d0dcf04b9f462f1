/// A function that clients may call by name, implemented by the program.
package struct Function: Sendable {
    /// The name for clients.
    package let name: String
    /// Its parameters.
    package let parameters: [Parameter]
    /// The result.
    package let result: Result
    /// Whether the function only reads, so that GET may call it.
    package let isReadOnly: Bool

    /// A parameter of a function.
    package struct Parameter: Hashable, Sendable {
        package let name: String
        package let type: ColumnType
        /// The default value; nil for a required parameter.
        package let standard: Value?

        package init(_ name: String, _ type: ColumnType, standard: Value? = nil) {
            self.name = name
            self.type = type
            self.standard = standard
        }
    }

    /// The result of a function.
    package enum Result: Sendable {
        /// Nothing.
        case nothing
        /// One value.
        case value(ColumnType)
        /// Rows with these columns.
        case rows([Column])
    }

    /// Declares a function.
    package init(_ name: String, _ parameters: [Parameter], returns result: Result, isReadOnly: Bool = false) {
        self.name = name
        self.parameters = parameters
        self.result = result
        self.isReadOnly = isReadOnly
    }

    /// The returned rows as a table of their own; nil without rows.
    var resultTable: Table? {
        guard case .rows(let columns) = result else { return nil }
        return Table(name, columns: columns, primaryKey: columns.first?.name ?? "")
    }

    func check() throws(InvalidSchema) {
        guard Identifier.isPlain(name), parameters.allSatisfy({ Identifier.isPlain($0.name) }) else {
            throw InvalidSchema("“\(name)” or one of its parameters has a name that is not plain.")
        }
        try resultTable?.check()
    }
}
