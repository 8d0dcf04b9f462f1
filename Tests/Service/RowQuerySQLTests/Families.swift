import RowQuery
import RowQuerySQL
import SQL
import SQLTestSupport
import Synchronization

/// A database with two families, and requests to it as clients write them.
struct Families {
    let database: TestDatabase
    let schema: Schema
    var policies: Policies
    var limits = QueryLimits()

    /// IDs whose last digits say what they are of.
    static func id(_ number: Int) -> String {
        let digits = String(number)
        return "00000000-0000-4000-8000-" + String(repeating: "0", count: 12 - digits.count) + digits
    }

    // Users.
    static let ada = id(1)
    static let ben = id(2)
    static let cleo = id(3)
    static let dora = id(4)
    static let eve = id(9)
    // The Lovelaces (1x) and the Eves (9x).
    static let lovelaces = id(10)
    static let eves = id(90)
    static let mia = id(11)
    static let tom = id(12)
    static let zoe = id(91)
    static let sun = id(21)
    static let sea = id(22)
    static let legacy = id(23)
    static let secret = id(92)
    static let greeting = id(41)
    static let secretComment = id(93)

    init(on engine: SQLEngine = .current) throws {
        schema = try FamilySchema.make()
        policies = try FamilySchema.policies(for: schema)
        let functions = RowFunctions([
            "test_initial": { values in
                guard case .text(let name) = values[0] else { return .null }
                return .text(name.prefix(1).uppercased())
            },
            "test_title": { values in
                if case .text(let title) = values[0], !title.isEmpty { return .text(title) }
                guard case .text(let story) = values[1], !story.isEmpty else { return .null }
                return .text(String(story.prefix(50)))
            },
            "test_signed": { values in
                guard case .text(let name) = values[0] else { return .null }
                return .text("https://example.org/\(name)?token=t")
            },
        ])
        database = try TestDatabase(on: engine, tables: "row_query", functions: functions.functions) { db in
            try db.script(Self.tables(db.dialect))
            try db.script(Self.rows)
        }
    }

    var planner: RowPlanner { RowPlanner(schema: schema, policies: policies, limits: limits) }

    /// Answers a GET.
    func get(
        _ table: String, _ query: String = "", as user: String? = Families.ada, range: String? = nil,
        prefer: String? = nil
    ) throws -> RowResult {
        let request = try RowRequest(QueryString.parameters(of: query, limits: limits), limits: limits)
        let plan = try planner.read(
            table, request, range: range.flatMap { try RowRange(header: $0) } ?? RowRange(),
            preferences: Preferences(headers: prefer.map { [$0] } ?? []), as: Caller(user: user))
        return try database.readBlocking { db in try plan.rows(db, reuse: .recent) }
    }

    /// Answers a GET with the rows as text.
    func rows(_ table: String, _ query: String = "", as user: String? = Families.ada) throws -> String {
        String(decoding: try get(table, query, as: user).array, as: UTF8.self)
    }

    @discardableResult
    func insert(
        _ table: String, _ body: String, _ query: String = "", as user: String? = Families.ada,
        prefer: String = "return=representation"
    ) throws -> WriteResult {
        let request = try RowRequest(QueryString.parameters(of: query))
        let plan = try planner.insert(
            into: table, JSONValue(parsing: Array(body.utf8), limits: limits), request,
            preferences: Preferences(headers: [prefer]), in: context(user))
        return try database.writeBlocking { db in try plan.run(db) }
    }

    @discardableResult
    func update(
        _ table: String, _ query: String, _ body: String, as user: String? = Families.ada,
        prefer: String = "return=representation"
    ) throws -> WriteResult {
        let request = try RowRequest(QueryString.parameters(of: query))
        let plan = try planner.update(
            table, JSONValue(parsing: Array(body.utf8), limits: limits), request,
            preferences: Preferences(headers: [prefer]), in: context(user))
        return try database.writeBlocking { db in try plan.run(db) }
    }

    @discardableResult
    func delete(
        _ table: String, _ query: String, as user: String? = Families.ada, prefer: String = "return=representation"
    ) throws -> WriteResult {
        let request = try RowRequest(QueryString.parameters(of: query))
        let plan = try planner.delete(
            from: table, request, preferences: Preferences(headers: [prefer]), in: context(user))
        return try database.writeBlocking { db in try plan.run(db) }
    }

    /// Runs a call whose function returns what a closure does.
    func run(_ plan: CallPlan, _ body: ([String: Value]) -> CallOutcome) throws -> CallResult {
        try database.readBlocking { db in try plan.run(db, body) }
    }

    /// The number of rows that the database has, whatever the policies.
    func count(_ table: String, _ condition: String = "TRUE") throws -> Int {
        try database.readBlocking { db in
            try db.value(Int.self, "SELECT count(*) FROM test_\(table) WHERE \(condition)") ?? 0
        }
    }

    private static let ids = Mutex(1_000)

    private func context(_ user: String?) -> WriteContext {
        WriteContext(caller: Caller(user: user), now: 1_769_851_800_123_456) {
            Self.ids.withLock { number in
                number += 1
                return Self.id(number)
            }
        }
    }

    private static func tables(_ dialect: SQLDialect) -> String {
        """
        CREATE TABLE test_families (
            id \(dialect.text) PRIMARY KEY, name \(dialect.text) NOT NULL, created_by \(dialect.text), created_at \(dialect.text) NOT NULL) \(dialect.tableOptions);
        CREATE TABLE test_members (
            id \(dialect.text) PRIMARY KEY, family_id \(dialect.text) NOT NULL REFERENCES test_families ON DELETE CASCADE,
            user_id \(dialect.text) NOT NULL, role \(dialect.text) NOT NULL, nickname \(dialect.text), joined_at \(dialect.text) NOT NULL,
            UNIQUE (family_id, user_id)) \(dialect.tableOptions);
        CREATE TABLE test_children (
            id \(dialect.text) PRIMARY KEY, family_id \(dialect.text) NOT NULL REFERENCES test_families ON DELETE CASCADE,
            name \(dialect.text) NOT NULL, birth_date \(dialect.text), height \(dialect.real), avatar_color \(dialect.text)) \(dialect.tableOptions);
        CREATE TABLE test_artworks (
            id \(dialect.text) PRIMARY KEY, family_id \(dialect.text) NOT NULL REFERENCES test_families ON DELETE CASCADE,
            child_id \(dialect.text) NOT NULL REFERENCES test_children ON DELETE CASCADE, title \(dialect.text) NOT NULL, story \(dialect.text),
            image_url \(dialect.text), created_date \(dialect.text) NOT NULL, tags \(dialect.text) NOT NULL, pages \(dialect.integer) NOT NULL,
            is_favorite \(dialect.integer) NOT NULL, uploaded_by \(dialect.text), follows_id \(dialect.text) REFERENCES test_artworks,
            uploaded_at \(dialect.text) NOT NULL, deleted_at \(dialect.text)) \(dialect.tableOptions);
        CREATE TABLE test_reactions (
            id \(dialect.text) PRIMARY KEY, artwork_id \(dialect.text) NOT NULL REFERENCES test_artworks ON DELETE CASCADE,
            user_id \(dialect.text) NOT NULL, emoji_type \(dialect.text) NOT NULL, created_at \(dialect.text) NOT NULL,
            UNIQUE (artwork_id, user_id)) \(dialect.tableOptions);
        CREATE TABLE test_comments (
            id \(dialect.text) PRIMARY KEY, artwork_id \(dialect.text) NOT NULL REFERENCES test_artworks ON DELETE CASCADE,
            user_id \(dialect.text) NOT NULL, text \(dialect.text) NOT NULL, created_at \(dialect.text) NOT NULL, updated_at \(dialect.text) NOT NULL,
            family_id \(dialect.text) NOT NULL) \(dialect.tableOptions);
        CREATE TABLE test_documents (name \(dialect.text) PRIMARY KEY, state \(dialect.text) NOT NULL) \(dialect.tableOptions);
        """
    }

    private static let at = "'2026-01-31T09:30:00.000000+00:00'"

    private static let rows = """
        INSERT INTO test_families VALUES ('\(lovelaces)', 'The Lovelaces', '\(ada)', \(at)), ('\(eves)', 'The Eves', '\(eve)', \(at));
        INSERT INTO test_members VALUES
            ('\(id(31))', '\(lovelaces)', '\(ada)', 'owner', 'Mum', \(at)), ('\(id(32))', '\(lovelaces)', '\(ben)', 'parent', NULL, \(at)),
            ('\(id(33))', '\(lovelaces)', '\(cleo)', 'member', 'Aunt', \(at)), ('\(id(34))', '\(lovelaces)', '\(dora)', 'viewer', 'Gran', \(at)),
            ('\(id(99))', '\(eves)', '\(eve)', 'owner', 'Eve', \(at));
        INSERT INTO test_children VALUES
            ('\(mia)', '\(lovelaces)', 'mia', '2020-05-01', 104.5, '#112233'), ('\(tom)', '\(lovelaces)', 'Tom', NULL, NULL, NULL),
            ('\(zoe)', '\(eves)', 'Zoe', '2019-01-01', 120, NULL);
        INSERT INTO test_artworks VALUES
            ('\(sun)', '\(lovelaces)', '\(mia)', 'Sun', 'The sun is a hot 100% yellow ball', 'a.png', '2025-06-01', '["sky","warm, bright"]', 2, 1, '\(ada)', NULL, \(at), NULL),
            ('\(sea)', '\(lovelaces)', '\(tom)', 'Sea', 'The SEA is wide and deep; Ünder it live fish', 'b.png', '2025-07-01', '["water"]', 1, 0, '\(cleo)', '\(sun)', \(at), NULL),
            ('\(legacy)', '\(lovelaces)', '\(mia)', 'old_one', NULL, NULL, '2024-01-01', '[]', 10, 0, NULL, NULL, \(at), NULL),
            ('\(id(24))', '\(lovelaces)', '\(mia)', 'Gone', 'This one was deleted by a parent', NULL, '2024-02-01', '[]', 1, 0, '\(ada)', NULL, \(at), \(at)),
            ('\(secret)', '\(eves)', '\(zoe)', 'Secret', 'A secret of the other family', 's.png', '2025-08-01', '["sky"]', 3, 1, '\(eve)', NULL, \(at), NULL);
        INSERT INTO test_reactions VALUES
            ('\(id(51))', '\(sun)', '\(ada)', 'heart', \(at)), ('\(id(52))', '\(sun)', '\(dora)', 'star', \(at)), ('\(id(94))', '\(secret)', '\(eve)', 'heart', \(at));
        INSERT INTO test_comments VALUES
            ('\(greeting)', '\(sun)', '\(dora)', 'Lovely', '2026-01-31T10:00:00.000000+00:00', \(at), '\(lovelaces)'),
            ('\(id(42))', '\(sun)', '\(ben)', 'So bright', '2026-01-31T11:00:00.500000+00:00', \(at), '\(lovelaces)'),
            ('\(secretComment)', '\(secret)', '\(eve)', 'Nobody knows', \(at), \(at), '\(eves)');
        INSERT INTO test_documents VALUES ('a.png', 'ready');
        """
}
