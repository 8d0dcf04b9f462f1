package import GRDB
package import RowQuery
import RowQuerySQLite
package import Families

/// What a listener is told of a change.
package enum ChangeRecord: Hashable, Sendable {
    /// The row as it is now, as a JSON object.
    case row(String)
    /// The row is gone; nothing but its ID is said of it.
    case gone
}

extension FamilyRows {
    /// Returns what a listener is told of a change, by the policies at this moment; nil for nothing.
    ///
    /// - Parameters:
    ///   - change: what changed.
    ///   - request: filters that a row must pass, as of a request for rows; a row that is gone passes all.
    ///   - caller: who listens.
    ///   - db: a connection that reads.
    /// - Returns: the row; nil if the listener may not read it, or it has been removed since.
    /// - Throws: a ``RowQuery/RowQueryError`` for filters that the table does not have.
    package func record(
        of change: FamilyChange, matching request: RowRequest = RowRequest(), as caller: Caller, _ db: Database
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

    /// Returns what a caller is in a family, as far as the caller may read that; nil for nobody.
    package func role(of caller: Caller, in family: String, _ db: Database) throws -> FamilyRole? {
        guard let user = caller.user else { return nil }
        let own = ["family_id": family, "user_id": user]
        return try texts("role", of: "family_members", where: own, as: caller, db).first.flatMap(FamilyRole.init)
    }

    /// Returns a column of the rows that a caller may read and that have these values.
    func texts(
        _ column: String, of table: String, where values: [String: String], as caller: Caller, _ db: Database
    ) throws -> [String] {
        var request = RowRequest()
        request.select = [.column(column, alias: nil)]
        request.filters = values.sorted { $0.key < $1.key }.map { name, value in
            RowRequest.Placed(.test(name, isNegated: false, .compare(.equal, value)))
        }
        return try read(table, request, as: caller, db).rows.compactMap { row in
            guard case .object(let members) = try JSONValue(parsing: Array(row.utf8), limits: planner.limits),
                case .text(let text) = members[column]
            else { return nil }
            return text
        }
    }
}
