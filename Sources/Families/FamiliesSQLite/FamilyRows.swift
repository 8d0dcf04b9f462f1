package import GRDB
package import RowQuery
package import RowQuerySQLite
package import Families

/// Requests for the rows of families, in a connection's transaction.
///
/// Everything that reads or writes rows in the name of a caller goes through here, and so through the policies.
package struct FamilyRows: Sendable {
    /// Plans requests of clients.
    package let planner: RowPlanner
    /// Plans what the storage does in the name of a caller, to the table `pictures`.
    package let storage: RowPlanner
    /// Plans what the program writes by itself, in the name of nobody: checks apply, policies do not.
    package let program: RowPlanner
    let links: PictureLinks
    /// Those of reads, which apps repeat.
    private let statements = KeptStatements()
    /// Ends the sessions of a user, and the user if it owns nothing else; in the transaction of the call.
    let endAccount: @Sendable (_ user: String, Database) throws -> Void

    /// Creates access to the rows.
    ///
    /// - Parameters:
    ///   - links: those of the tables' schema.
    ///   - policies: replaces the policies, for tests.
    ///   - limits: bounds of requests.
    ///   - endAccount: see above; the accounts'.
    /// - Throws: ``RowQuery/InvalidSchema``, a programming error.
    package init(
        links: PictureLinks = .ids, policies: Policies? = nil, limits: QueryLimits = QueryLimits(),
        endAccount: @escaping @Sendable (_ user: String, Database) throws -> Void = { _, _ in }
    ) throws {
        let schema = try StorytellingSchema.make()
        let withPictures = try StorytellingSchema.make(showsPictures: true)
        let policies = try policies ?? StorytellingPolicies.make(for: schema)
        planner = RowPlanner(schema: schema, policies: policies, limits: limits)
        storage = RowPlanner(schema: withPictures, policies: policies, limits: limits)
        program = RowPlanner(
            schema: withPictures, policies: try StorytellingPolicies.open(for: withPictures), limits: limits)
        self.links = links
        self.endAccount = endAccount
    }

    /// Answers a request for rows.
    package func read(
        _ table: String, _ request: RowRequest, range: RowRange = RowRange(), preferences: Preferences = Preferences(),
        as caller: Caller, _ db: Database
    ) throws -> RowResult {
        try planner.read(table, request, range: range, preferences: preferences, as: caller)
            .rows(db, keptIn: statements)
    }

    /// Adds rows.
    package func insert(
        into table: String, _ body: JSONValue, _ request: RowRequest = RowRequest(),
        preferences: Preferences = Preferences(), in context: WriteContext, _ db: Database
    ) throws -> WriteResult {
        let body = links.resolved(body, for: table)
        return try keepingOwners {
            try planner.insert(into: table, body, request, preferences: preferences, in: context).run(db)
        }
    }

    /// Changes rows.
    package func update(
        _ table: String, _ body: JSONValue, _ request: RowRequest, preferences: Preferences = Preferences(),
        in context: WriteContext, _ db: Database
    ) throws -> WriteResult {
        let body = links.resolved(body, for: table)
        return try keepingOwners {
            try planner.update(table, body, request, preferences: preferences, in: context).run(db)
        }
    }

    /// Deletes rows.
    package func delete(
        from table: String, _ request: RowRequest, preferences: Preferences = Preferences(), in context: WriteContext,
        _ db: Database
    ) throws -> WriteResult {
        try keepingOwners {
            try planner.delete(from: table, request, preferences: preferences, in: context).run(db)
        }
    }

    /// Calls a function; all of what it does, or nothing.
    ///
    /// - Throws: PGRST202 if there is none; the function's own refusals.
    package func call(
        _ name: String, _ body: JSONValue? = nil, _ request: RowRequest = RowRequest(), range: RowRange = RowRange(),
        preferences: Preferences = Preferences(), in context: WriteContext, _ db: Database
    ) throws -> CallResult {
        let plan = try planner.call(name, body, request, range: range, preferences: preferences, as: context.caller)
        guard let call = FamilyCall(rawValue: plan.function) else { return .nothing }
        return try keepingOwners {
            var result = CallResult.nothing
            try db.inSavepoint {
                result = try plan.run(db) { arguments in
                    try FamilyCallRun(rows: self, arguments: arguments, context: context, db: db).run(call)
                }
                return .commit
            }
            return result
        }
    }

    /// Says in the terms of the query language what the database refuses by itself.
    private func keepingOwners<Result>(_ body: () throws -> Result) throws -> Result {
        do {
            return try body()
        } catch let error as DatabaseError where error.extendedResultCode == .SQLITE_CONSTRAINT_TRIGGER {
            throw RowQueryError(.failedCheck, "A family needs an owner.", hint: "Make someone else an owner first.")
        }
    }
}
