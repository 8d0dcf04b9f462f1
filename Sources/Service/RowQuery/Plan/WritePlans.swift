/// What every written row must satisfy, and the error if one does not.
package struct Requirement: Hashable, Sendable {
    /// Must hold for the row; unknown is not enough.
    package let condition: Condition
    package let error: RowQueryError
}

/// A stored column of rows that are about to be written.
package struct WrittenColumn: Hashable, Sendable {
    package let name: String
    /// What is written, over the rows as they were given.
    package let operand: Operand
}

/// Rows to be added.
///
/// First the given rows make a relation known as ``givenAlias``; the rows to be written make another of it, known as
/// ``newAlias``. Requirements are judged before anything is written, so that an error never tells of a row that a policy hides.
package struct InsertPlan: Hashable, Sendable {
    /// The database's name of the table.
    package let table: String
    package let primaryKey: String
    /// All stored columns; each given row has a value for each.
    package let columns: [WrittenColumn]
    package let rows: [[Value]]
    package let givenAlias: Int
    package let newAlias: Int
    /// Over ``newAlias``, in the order in which errors are reported.
    package let requirements: [Requirement]
    /// What is done with rows that exist; nil to fail.
    package let conflict: Conflict?
    /// The error for a row that exists already.
    package let duplicate: RowQueryError
    /// What is answered of the written rows; nil for nothing.
    package let returning: SelectPlan?

    /// What is done with a row that exists.
    package struct Conflict: Hashable, Sendable {
        /// The unique key by which it is known.
        package let key: [String]
        package let action: Action
    }

    package enum Action: Hashable, Sendable {
        /// The given row is left out.
        case skip
        /// The existing row is changed.
        case merge(Merge)
    }

    /// How existing rows are changed.
    package struct Merge: Hashable, Sendable {
        /// The columns that take the new row's values.
        package let columns: [String]
        /// Unless these are the same already, which makes the row a duplicate; empty to change it anyway.
        package let unlessSame: [String]
        /// By what existing rows are known.
        package let oldAlias: Int
        /// By what the existing rows with the new values are known.
        package let mergedAlias: Int
        /// Over ``oldAlias`` and ``mergedAlias``.
        package let requirements: [Requirement]
    }
}

/// Rows to be changed.
///
/// Rows that policies hide are not found. Of those found, the rows with the given values make a relation known as
/// ``givenAlias``, and what is to be written one known as ``newAlias``.
package struct UpdatePlan: Hashable, Sendable {
    /// The database's name of the table.
    package let table: String
    package let primaryKey: String
    /// By what the rows are known before the change.
    package let oldAlias: Int
    /// Which rows; policies are part of it.
    package let condition: Condition
    /// All stored columns with the given value, or nil for the one that the row has.
    package let given: [Given]
    package let givenAlias: Int
    /// All stored columns, over ``givenAlias``.
    package let columns: [WrittenColumn]
    package let newAlias: Int
    /// The columns that are written; nothing is if empty.
    package let changed: [String]
    /// Over ``oldAlias`` and ``newAlias``.
    package let requirements: [Requirement]
    /// The error for a row that exists already.
    package let duplicate: RowQueryError
    package let returning: SelectPlan?
    /// The largest number of rows.
    package let limit: Int

    package struct Given: Hashable, Sendable {
        package let name: String
        package let value: Value?
    }
}

/// Rows to be deleted.
package struct DeletePlan: Hashable, Sendable {
    /// The database's name of the table.
    package let table: String
    package let primaryKey: String
    package let alias: Int
    /// Which rows; policies are part of it.
    package let condition: Condition
    /// The timestamp that marks a deleted row, and its value; nil to remove the row.
    package let mark: Mark?
    package let returning: SelectPlan?
    /// The largest number of rows.
    package let limit: Int

    package struct Mark: Hashable, Sendable {
        package let column: String
        package let value: Value
    }
}

/// A call of a function.
package struct CallPlan: Hashable, Sendable {
    /// The function's name.
    package let function: String
    /// A value for each parameter.
    package let arguments: [String: Value]
    package let result: Result

    package enum Result: Hashable, Sendable {
        case nothing
        case value(ColumnType)
        /// What is answered of the rows that the function returns.
        case rows(ReadPlan)
    }
}

/// What a write needs besides the request.
package struct WriteContext: Sendable {
    package let caller: Caller
    /// Microseconds since 1970.
    package let now: Int64
    /// Makes a new UUID.
    package let newID: @Sendable () -> String

    package init(caller: Caller, now: Int64, newID: @escaping @Sendable () -> String) {
        self.caller = caller
        self.now = now
        self.newID = newID
    }
}
