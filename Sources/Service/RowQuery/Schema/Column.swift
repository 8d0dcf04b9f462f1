/// A column of a table.
package struct Column: Sendable {
    /// The name for clients and the database.
    package let name: String
    /// The type of its values.
    package let type: ColumnType
    /// Whether the value may be null.
    package let isNullable: Bool
    /// The source of the values.
    package let source: Source
    /// The default value of an insert.
    package let standard: Standard?
    /// The default value of an update.
    package let whenUpdated: Standard?
    /// The value to write instead of the given one, computed from the row.
    package let written: Scalar?
    /// The value that clients read instead of the stored one.
    ///
    /// Filters and orders apply to the stored value.
    package let read: Scalar?
    /// Whether the value of a row never changes once it is written.
    package let isFixed: Bool
    /// Whether clients may not name the column; rules may.
    package let isHidden: Bool

    /// The source of a column's values.
    package enum Source: Sendable {
        /// The database column of this name.
        case stored
        /// A computation from the row on reading; the column cannot be written.
        case computed(Scalar)
    }

    /// A default value.
    package enum Standard: Hashable, Sendable {
        /// This value.
        case value(Value)
        /// A UUID from the request's context.
        case newID
        /// The time of the request.
        case now
        /// The date of the request, in UTC.
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

    /// Declares a column that is computed on reading.
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

    /// Whether the database has the column.
    package var isStored: Bool {
        if case .stored = source { return true }
        return false
    }

    /// All computations in the declaration.
    var scalars: [Scalar] {
        var scalars = [written, read].compactMap(\.self)
        if case .computed(let scalar) = source { scalars.append(scalar) }
        return scalars
    }
}
