package import RowQuery
import RowQuerySQL
package import Families
package import SQL

/// The message to a listener about a change.
package enum ChangeRecord: Hashable, Sendable {
    /// The current row as a JSON object.
    case row(String)
    /// The deletion of a row; only its ID is disclosed.
    case gone
}

extension FamilyRows {
    /// Returns the message to a listener about a change by the current policies, if any.
    ///
    /// - Parameters:
    ///   - change: The change.
    ///   - request: Filters for the row, as in a request for rows. A deleted row passes all.
    ///   - caller: The listener.
    ///   - db: A connection for reading.
    /// - Returns: The message; `nil` if the listener may not read the row, or it has been removed since.
    /// - Throws: A ``RowQuery/RowQueryError`` for filters unknown to the table.
    package func record(
        of change: FamilyChange, matching request: RowRequest = RowRequest(), as caller: Caller, _ db: any SQLSession
    ) throws -> ChangeRecord? {
        guard change.verb != .delete else {
            guard let role = try role(of: caller, in: change.family, db),
                StorytellingPolicies.mayLearnOfDeletion(in: change.table, role)
            else { return nil }
            return .gone
        }
        var request = request
        request.filters.append(RowRequest.Placed(.test("id", isNegated: false, .compare(.equal, change.row))))
        return try read(change.table, request, as: caller, db).rows.first.map { .row($0) }
    }

    /// Returns a caller's role in a family if the caller may read it, or `nil`.
    package func role(of caller: Caller, in family: String, _ db: any SQLSession) throws -> FamilyRole? {
        guard let user = caller.user else { return nil }
        let own = ["family_id": family, "user_id": user]
        return try texts("role", of: "family_members", where: own, as: caller, db).first.flatMap(FamilyRole.init)
    }

    /// Returns a column of readable rows with the given values.
    func texts(
        _ column: String, of table: String, where values: [String: String], as caller: Caller, _ db: any SQLSession
    ) throws -> [String] {
        var request = RowRequest()
        request.select = [.column(column, alias: nil)]
        request.filters = values.sorted { $0.key < $1.key }.map { name, value in
            RowRequest.Placed(.test(FieldPath(name), isNegated: false, .compare(.equal, value)))
        }
        return try read(table, request, as: caller, db).rows.compactMap { row in
            guard case .object(let members) = try JSONValue(parsing: Array(row.utf8), limits: planner.limits),
                case .text(let text) = members[column]
            else { return nil }
            return text
        }
    }
}
