/// The refusal of a request for rows, in PostgREST's terms.
///
/// Messages name tables, columns and parameters, never a value from a client or a row.
package struct RowQueryError: Error, Hashable, Sendable {
    /// PostgREST's code, or the SQLSTATE that PostgreSQL would report.
    package let code: Code
    /// A sentence that says what went wrong.
    package let message: String
    /// Further information.
    package let details: Details?
    /// The remedy.
    package let hint: String?
    /// The total number of rows, if a range lies outside them.
    package let total: Int?

    /// Further information on an error.
    package enum Details: Hashable, Sendable {
        /// A sentence.
        case text(String)
        /// The relationships that an embed could refer to.
        case relationships([RelationshipChoice])
    }

    /// Creates an error.
    package init(_ code: Code, _ message: String, details: Details? = nil, hint: String? = nil, total: Int? = nil) {
        self.code = code
        self.message = message
        self.details = details
        self.hint = hint
        self.total = total
    }
}

extension RowQueryError {
    /// The codes of this module; the service has their HTTP statuses.
    package enum Code: String, CaseIterable, Hashable, Sendable {
        /// A parameter cannot be parsed or exceeds a limit.
        case unreadableParameter = "PGRST100"
        /// The body cannot be parsed.
        case unreadableBody = "PGRST102"
        /// The range lies outside the rows.
        case rangeOutside = "PGRST103"
        /// The filters of a PUT are not exactly the row's key.
        case invalidPutFilter = "PGRST105"
        /// A parameter concerns an embed that is not selected.
        case notEmbedded = "PGRST108"
        /// A PUT has a limit or an offset.
        case limitedPut = "PGRST114"
        /// The body of a PUT has another key than its address.
        case differentKey = "PGRST115"
        /// A single row was requested, but the result has none or several.
        case notSingle = "PGRST116"
        /// An order by an embed that is not to-one.
        case unrelatedOrder = "PGRST118"
        /// The fields of an embed that is not to-one are spread.
        case unrelatedSpread = "PGRST119"
        /// A filter on an embed that is not `is.null`.
        case embedFilter = "PGRST120"
        /// A preference is unknown and `handling=strict`.
        case invalidPreference = "PGRST122"
        /// The schema does not allow aggregates.
        case aggregatesForbidden = "PGRST123"
        /// A write touches more rows than the client allows.
        case tooManyAffected = "PGRST124"
        /// A feature of PostgREST that is not supported.
        case notBuilt = "PGRST127"
        /// No relationship leads to the embed.
        case noRelationship = "PGRST200"
        /// Several relationships lead to the embed.
        case ambiguousRelationship = "PGRST201"
        /// No function has this name and these parameters.
        case unknownFunction = "PGRST202"
        /// A written column does not exist.
        case unknownWrittenColumn = "PGRST204"
        /// The table does not exist.
        case unknownTable = "PGRST205"
        /// A statement would touch all rows, or one row twice.
        case cardinality = "21000"
        /// A number does not fit its type.
        case numberOutOfRange = "22003"
        /// A date or a time cannot be parsed.
        case invalidTime = "22007"
        /// A date or a time does not exist.
        case timeOutOfRange = "22008"
        /// A text has a character that cannot be stored.
        case invalidCharacter = "22021"
        /// A JSON value cannot be converted to the type.
        case invalidCast = "22023"
        /// A pattern ends in the middle of an escape.
        case invalidPattern = "22025"
        /// A value does not have its column's type.
        case invalidValue = "22P02"
        /// A required value is missing.
        case missingValue = "23502"
        /// A row refers to a missing row, or is still referred to.
        case foreignKey = "23503"
        /// A row exists already.
        case duplicate = "23505"
        /// A row violates a check of its table.
        case failedCheck = "23514"
        /// A policy forbids the access.
        case forbidden = "42501"
        /// Two fields of the result have the same name.
        case duplicateField = "42701"
        /// The column does not exist.
        case unknownColumn = "42703"
        /// The type of a cast does not exist.
        case unknownType = "42704"
        /// A column to order by is not a key of the groups.
        case notGrouped = "42803"
        /// An operator needs another type, as `is.true` does.
        case wrongType = "42804"
        /// No cast leads from one type to the other.
        case noCast = "42846"
        /// The column's type does not have the operator or the aggregate.
        case noOperator = "42883"
        /// The column is computed and cannot be written.
        case readOnlyColumn = "428C9"
        /// No unique key has the columns of `on_conflict`.
        case noSuchKey = "42P10"
        /// An answer exceeds the limit of bytes.
        case tooLarge = "54000"
        /// A request needs a statement beyond the limits.
        case tooComplex = "54001"
        /// A statement takes longer than its time.
        case canceled = "57014"
    }

    /// One of the relationships that an embed could refer to.
    package struct RelationshipChoice: Hashable, Sendable {
        /// `many-to-one`, `one-to-many` or `one-to-one`.
        package let cardinality: String
        /// The foreign key with its columns on both sides.
        package let relationship: String
        /// The two tables.
        package let embedding: String
    }
}

extension RowQueryError {
    /// Returns the error for a feature of PostgREST that is not supported.
    ///
    /// Code and message are those of PostgREST itself (PGRST127).
    package static func notBuilt(_ what: String) -> Self {
        Self(.notBuilt, "This feature is not implemented.", details: .text("\(what) is not available here."))
    }

    /// Returns the error for a parameter that cannot be parsed.
    static func unreadable(_ what: String, _ reason: String) -> Self {
        Self(.unreadableParameter, "Could not parse \(what).", details: .text(reason))
    }

    /// Returns the error for a column missing in a table.
    static func unknownColumn(_ name: String, of table: Table) -> Self {
        let nearest = NearestName.of(name, among: table.visibleColumns.map(\.name))
        return Self(
            .unknownColumn, "Column \(table.name).\(NearestName.shortened(name)) does not exist.",
            hint: nearest.map { "Perhaps you meant to reference the column “\(table.name).\($0)”." })
    }

    /// Returns the error for a row that a policy forbids to write.
    package static func forbidden(in table: String) -> Self {
        Self(.forbidden, "New row violates the row-level security policy for table “\(table)”.")
    }

    /// Returns the error for a result that is not a single row.
    package static func notSingle(count: Int) -> Self {
        Self(
            .notSingle, "Cannot coerce the result to a single JSON object.",
            details: .text("The result contains \(count) rows."))
    }
}
