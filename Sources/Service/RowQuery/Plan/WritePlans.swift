/// A condition on every written row, and the error for a violation.
package struct Requirement: Hashable, Sendable {
    /// The condition, which must be true; unknown is not enough.
    package let condition: Condition
    package let error: RowQueryError
}

/// A stored column of rows to be written.
package struct WrittenColumn: Hashable, Sendable {
    package let name: String
    package let type: ColumnType
    /// The value to write, based on the given rows.
    package let operand: Operand
}

/// A plan for an insert.
///
/// The given rows form a relation with the alias ``givenAlias``, and the rows to be written another one with the alias
/// ``newAlias``. Requirements are checked before anything is written, so that an error never reveals a row that a
/// policy hides.
package struct InsertPlan: Hashable, Sendable {
    /// The stored name of the table.
    package let table: String
    package let primaryKey: String
    /// All stored columns; each given row has a value for each of them.
    package let columns: [WrittenColumn]
    package let rows: [[Value]]
    package let givenAlias: Int
    package let newAlias: Int
    /// Requirements on ``newAlias``, in the order in which errors are reported.
    package let requirements: [Requirement]
    /// The resolution of conflicts with existing rows; nil to fail.
    package let conflict: Conflict?
    /// The error for a row that already exists.
    package let duplicate: RowQueryError
    /// The part of the written rows to return; nil for nothing.
    package let returning: SelectPlan?

    /// The resolution of a conflict with an existing row.
    package struct Conflict: Hashable, Sendable {
        /// The unique key that identifies the row.
        package let key: [String]
        package let action: Action
    }

    package enum Action: Hashable, Sendable {
        /// Skips the given row.
        case skip
        /// Changes the existing row.
        case merge(Merge)
    }

    /// A change of existing rows.
    package struct Merge: Hashable, Sendable {
        /// The columns that receive the new row's values.
        package let columns: [String]
        /// Columns that make the row a duplicate if unchanged; may be empty.
        package let unlessSame: [String]
        /// The alias of the existing rows.
        package let oldAlias: Int
        /// The alias of the existing rows with the new values.
        package let mergedAlias: Int
        /// Requirements on ``oldAlias`` and ``mergedAlias``.
        package let requirements: [Requirement]
    }
}

/// A plan for an update.
///
/// Rows hidden by policies are not found. Of those found, the rows with the given values form a relation with the alias
/// ``givenAlias``, and the rows to be written one with the alias ``newAlias``.
package struct UpdatePlan: Hashable, Sendable {
    /// The stored name of the table.
    package let table: String
    package let primaryKey: String
    /// The alias of the rows before the change.
    package let oldAlias: Int
    /// The condition on the rows, including policies.
    package let condition: Condition
    /// All stored columns with the given value, or nil to keep the row's value.
    package let given: [Given]
    package let givenAlias: Int
    /// All stored columns, based on ``givenAlias``.
    package let columns: [WrittenColumn]
    package let newAlias: Int
    /// The columns to write; if empty, nothing is written.
    package let changed: [String]
    /// Requirements on ``oldAlias`` and ``newAlias``.
    package let requirements: [Requirement]
    /// The error for a row that already exists.
    package let duplicate: RowQueryError
    package let returning: SelectPlan?
    /// Maximum number of rows.
    package let limit: Int

    package struct Given: Hashable, Sendable {
        package let name: String
        package let type: ColumnType
        package let value: Value?
    }
}

/// A plan for a deletion.
package struct DeletePlan: Hashable, Sendable {
    /// The stored name of the table.
    package let table: String
    package let primaryKey: String
    package let alias: Int
    /// The condition on the rows, including policies.
    package let condition: Condition
    /// The timestamp that marks a row as deleted, and its value; nil to remove rows.
    package let mark: Mark?
    package let returning: SelectPlan?
    /// Maximum number of rows.
    package let limit: Int

    package struct Mark: Hashable, Sendable {
        package let column: String
        package let value: Value
    }
}

/// A plan for a function call.
package struct CallPlan: Hashable, Sendable {
    /// The function's name.
    package let function: String
    /// A value for each parameter.
    package let arguments: [String: Value]
    package let result: Result

    package enum Result: Hashable, Sendable {
        case nothing
        case value(ColumnType)
        /// The part of the returned rows to send.
        case rows(ReadPlan)
    }
}

/// The context of a write, in addition to the request.
package struct WriteContext: Sendable {
    package let caller: Caller
    /// The current time in microseconds since 1970.
    package let now: Int64
    /// Generates a UUID.
    package let newID: @Sendable () -> String

    package init(caller: Caller, now: Int64, newID: @escaping @Sendable () -> String) {
        self.caller = caller
        self.now = now
        self.newID = newID
    }
}
