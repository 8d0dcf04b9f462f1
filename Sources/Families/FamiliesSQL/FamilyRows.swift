package import RowQuery
package import RowQuerySQL
package import Families
package import SQL

/// Executes requests for the rows of families in a connection's transaction.
///
/// Everything that reads or writes rows on behalf of a caller goes through this type, and so through the policies.
package struct FamilyRows: Sendable {
    /// Plans requests of clients.
    package let planner: RowPlanner
    /// Plans the storage's requests for the table `pictures` on behalf of a caller.
    package let storage: RowPlanner
    /// Plans the program's own writes, subject to checks but not to policies.
    package let program: RowPlanner
    let links: PictureLinks
    /// The time of each statement.
    let times: StatementTimes
    /// Ends a user's sessions, and deletes the user unless it owns anything else.
    ///
    /// It runs in the transaction of the call.
    let endAccount: @Sendable (_ user: String, any SQLSession) throws -> Void

    /// Creates access to the rows.
    ///
    /// - Parameters:
    ///   - links: those of the tables' schema.
    ///   - policies: replaces the policies, for tests.
    ///   - limits: bounds of requests.
    ///   - times: the time of each statement.
    ///   - endAccount: see above; the accounts'.
    /// - Throws: ``RowQuery/InvalidSchema``, a programming error.
    package init(
        links: PictureLinks = .ids, policies: Policies? = nil, limits: QueryLimits = QueryLimits(),
        times: StatementTimes = StatementTimes(),
        endAccount: @escaping @Sendable (_ user: String, any SQLSession) throws -> Void = { _, _ in }
    ) throws {
        let schema = try StorytellingSchema.make()
        let withPictures = try StorytellingSchema.make(showsPictures: true)
        let policies = try policies ?? StorytellingPolicies.make(for: schema)
        planner = RowPlanner(schema: schema, policies: policies, limits: limits)
        storage = RowPlanner(schema: withPictures, policies: policies, limits: limits)
        program = RowPlanner(
            schema: withPictures, policies: try StorytellingPolicies.open(for: withPictures), limits: limits)
        self.links = links
        self.times = times
        self.endAccount = endAccount
    }

    /// Answers a request for rows.
    package func read(
        _ table: String, _ request: RowRequest, range: RowRange = RowRange(), preferences: Preferences = Preferences(),
        as caller: Caller, _ db: any SQLSession
    ) throws -> RowResult {
        let plan = try planner.read(table, request, range: range, preferences: preferences, as: caller)
        return try db.limitingRequest(to: times.read) { try plan.rows(db, reuse: .recent) }
    }

    /// Adds rows.
    package func insert(
        into table: String, _ body: JSONValue, _ request: RowRequest = RowRequest(),
        preferences: Preferences = Preferences(), in context: WriteContext, _ db: any SQLSession
    ) throws -> WriteResult {
        let body = links.resolved(body, for: table)
        return try writing(db) {
            try planner.insert(into: table, body, request, preferences: preferences, in: context).run(db)
        }
    }

    /// Changes or adds the row that the request names by its key.
    package func put(
        into table: String, _ body: JSONValue, _ request: RowRequest, preferences: Preferences = Preferences(),
        in context: WriteContext, _ db: any SQLSession
    ) throws -> WriteResult {
        let body = links.resolved(body, for: table)
        return try writing(db) {
            try planner.put(into: table, body, request, preferences: preferences, in: context).run(db)
        }
    }

    /// Changes rows.
    package func update(
        _ table: String, _ body: JSONValue, _ request: RowRequest, preferences: Preferences = Preferences(),
        in context: WriteContext, _ db: any SQLSession
    ) throws -> WriteResult {
        let body = links.resolved(body, for: table)
        return try writing(db) {
            try planner.update(table, body, request, preferences: preferences, in: context).run(db)
        }
    }

    /// Deletes rows.
    package func delete(
        from table: String, _ request: RowRequest, preferences: Preferences = Preferences(), in context: WriteContext,
        _ db: any SQLSession
    ) throws -> WriteResult {
        try writing(db) {
            try planner.delete(from: table, request, preferences: preferences, in: context).run(db)
        }
    }

    /// Calls a function, which takes effect completely or not at all.
    ///
    /// - Throws: PGRST202 if it is unknown; the refusals of the function.
    package func call(
        _ name: String, _ body: JSONValue? = nil, _ request: RowRequest = RowRequest(), range: RowRange = RowRange(),
        preferences: Preferences = Preferences(), in context: WriteContext, _ db: any SQLSession
    ) throws -> CallResult {
        let plan = try planner.call(name, body, request, range: range, preferences: preferences, as: context.caller)
        guard let call = FamilyCall(rawValue: plan.function) else { return .nothing }
        return try writing(db) {
            try db.savepoint {
                try plan.run(db) { arguments in
                    try FamilyCallRun(rows: self, arguments: arguments, context: context, db: db).run(call)
                }
            }
        }
    }

    /// Runs a write within its time, and converts refusals of the database.
    private func writing<Result>(_ db: any SQLSession, _ body: () throws -> Result) throws -> Result {
        do {
            return try db.limitingRequest(to: times.write, body)
        } catch let error as SQLError where error.kind == .refused {
            throw RowQueryError(.failedCheck, "A family needs an owner.", hint: "Make someone else an owner first.")
        }
    }
}
