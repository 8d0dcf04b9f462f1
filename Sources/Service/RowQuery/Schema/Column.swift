/// A column of a table.
package struct Column: Sendable {
    /// The name that clients and the database use.
    package let name: String
    /// The type of its values.
    package let type: ColumnType
    /// Whether rows may be without a value.
    package let isNullable: Bool
    /// Where the values are.
    package let source: Source
    /// What a row gets for which nothing is given.
    package let standard: Standard?
    /// What a row gets with every update that does not give a value.
    package let whenUpdated: Standard?
    /// What is written in place of what is given, computed from the row.
    package let written: Scalar?
    /// What clients read in place of what is kept.
    ///
    /// Filters and orders concern what is kept.
    package let read: Scalar?
    /// Whether the value of an existing row never changes.
    package let isFixed: Bool
    /// Whether no client may name the column; rules may.
    package let isHidden: Bool

    /// Where the values of a column are.
    package enum Source: Sendable {
        /// In the database's column of this name.
        case stored
        /// Computed from the row at reading; it cannot be written.
        case computed(Scalar)
    }

    /// A value that a row gets without being given one.
    package enum Standard: Hashable, Sendable {
        /// Always this one.
        case value(Value)
        /// A UUID, from the request's context.
        case newID
        /// The moment of the request.
        case now
        /// The day of the request, in UTC.
        case today
        /// The ID of the caller.
        case caller
    }

    /// Declares a stored column.
    package init(
        _ name: String, _ type: ColumnType, isNullable: Bool = false, standard: Standard? = nil,
        whenUpdated: Standard? = nil, written: Scalar? = nil, read: Scalar? = nil, isFixed: Bool = false,
        isHidden: Bool = false
    ) {
        self.name = name
        self.type = type
        self.isNullable = isNullable
        source = .stored
        self.standard = standard
        self.whenUpdated = whenUpdated
        self.written = written
        self.read = read
        self.isFixed = isFixed
        self.isHidden = isHidden
    }

    /// Declares a column that is computed at reading.
    package init(_ name: String, _ type: ColumnType, computed scalar: Scalar) {
        self.name = name
        self.type = type
        isNullable = true
        source = .computed(scalar)
        standard = nil
        whenUpdated = nil
        written = nil
        read = nil
        isFixed = false
        isHidden = false
    }

    /// Whether the database has a column for it.
    package var isStored: Bool {
        if case .stored = source { return true }
        return false
    }

    /// All computations of the declaration.
    var scalars: [Scalar] {
        var scalars = [written, read].compactMap(\.self)
        if case .computed(let scalar) = source { scalars.append(scalar) }
        return scalars
    }
}
