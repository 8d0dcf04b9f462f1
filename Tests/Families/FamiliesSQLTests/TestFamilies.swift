import Foundation
import PipelineSQL
import PipelineTestSupport
import RowQuery
import RowQuerySQL
import Families
import FamiliesSQL
import SQL
import Synchronization

/// Two families in a store's file, and requests of their members; each request is rolled back unless it is kept.
final class TestFamilies: Sendable {
    /// Somebody who asks.
    enum Role: Character, CaseIterable, Sendable {
        case nobody = "N"
        case viewer = "V"
        case member = "M"
        case parent = "P"
        case owner = "O"
        case stranger = "X"

        var user: String? {
            switch self {
            case .nobody: nil
            case .owner: TestFamilies.ada
            case .parent: TestFamilies.ben
            case .member: TestFamilies.cleo
            case .viewer: TestFamilies.dora
            case .stranger: TestFamilies.eve
            }
        }
    }

    /// What a request answered.
    struct Outcome: Sendable, Equatable {
        /// The rows or the value as JSON; or the refusal.
        var text = ""
        var changes = 0
        var code: RowQueryError.Code?
    }

    /// Ends the transaction of a request that is not kept.
    private struct Undone: Error {}

    typealias Ask = (FamilyRows, WriteContext, any SQLSession) throws -> Outcome

    /// An ID of the Lovelaces; those of the other family and of deleted rows begin otherwise.
    static func id(_ number: Int, _ start: String = "00000000") -> String {
        let digits = String(number)
        return start + "-0000-4000-8000-" + String(repeating: "0", count: 12 - digits.count) + digits
    }

    static let ada = id(1)
    static let ben = id(2)
    static let cleo = id(3)
    static let dora = id(4)
    static let fay = id(5)
    static let lovelaces = id(10)
    static let mia = id(11)
    static let tom = id(12)
    static let sun = id(21)
    static let sea = id(22)
    static let gone = id(24, "dddddddd")
    static let invite = id(61)
    static let document = id(81)
    /// A document that no picture has yet.
    static let free = id(84)
    static let eve = id(9, "eeeeeeee")
    static let eves = id(90, "eeeeeeee")
    static let zoe = id(91, "eeeeeeee")
    static let secret = id(92, "eeeeeeee")
    /// Noon of 31 January 2026.
    static let now: Int64 = 1_769_860_800_000_000

    let store: SQLStore
    var database: any SQLDatabase { store.database }
    let folder: URL
    private let newID = Mutex(1_000)

    init(links: PictureLinks = .ids) throws {
        folder = FileManager.default.temporaryDirectory.appending(path: "families-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        store = try SQLStore.empty(
            at: folder.path + "/catalogue.sqlite",
            domains: [StorytellingTables.schema(links: links, now: { Self.now })])
        try database.writeBlocking { try $0.script(Self.content) }
    }

    deinit {
        try? store.close()
        try? FileManager.default.removeItem(at: folder)
    }

    func context(_ user: String?, at now: Int64 = TestFamilies.now) -> WriteContext {
        WriteContext(caller: Caller(user: user), now: now) { self.makeID() }
    }

    private func makeID() -> String {
        newID.withLock { number in
            number += 1
            return Self.id(number)
        }
    }

    /// Makes a request in a transaction of its own.
    func attempt(
        _ rows: FamilyRows, as user: String?, at now: Int64 = TestFamilies.now, keeping: Bool = false, _ ask: Ask
    ) throws -> Outcome {
        var outcome = Outcome()
        do {
            try database.writeBlocking { db in
                do {
                    outcome = try ask(rows, context(user, at: now), db)
                } catch let error as RowQueryError {
                    outcome = Outcome(text: "\(error)", code: error.code)
                }
                if !keeping { throw Undone() }
            }
        } catch is Undone {
        }
        return outcome
    }

    /// Makes a request that is kept.
    @discardableResult
    func keep(_ rows: FamilyRows, as user: String?, at now: Int64 = TestFamilies.now, _ ask: Ask) throws -> Outcome {
        try attempt(rows, as: user, at: now, keeping: true, ask)
    }

    // MARK: Requests

    private static func request(_ query: String) throws -> RowRequest {
        try RowRequest(QueryString.parameters(of: query))
    }

    private static func json(_ body: String) throws -> JSONValue {
        try JSONValue(parsing: Array(body.utf8), limits: QueryLimits())
    }

    static func get(_ table: String, _ query: String = "", counted: Bool = false) -> Ask {
        { rows, context, db in
            let request = try request(query)
            let preferences = try Preferences(headers: counted ? ["count=exact"] : [])
            let planner = table == "pictures" ? rows.storage : rows.planner
            let plan = try planner.read(table, request, preferences: preferences, as: context.caller)
            let result = try plan.rows(db)
            return Outcome(text: (counted ? "\(result.range) " : "") + String(decoding: result.array, as: UTF8.self))
        }
    }

    static func post(_ table: String, _ body: String, prefer: String = "return=representation") -> Ask {
        { rows, context, db in
            let preferences = try Preferences(headers: [prefer])
            if table == "pictures" {
                return outcome(
                    try rows.storage.insert(into: table, json(body), preferences: preferences, in: context).run(db))
            }
            return outcome(try rows.insert(into: table, json(body), preferences: preferences, in: context, db))
        }
    }

    static func patch(_ table: String, _ query: String, _ body: String) -> Ask {
        { rows, context, db in
            let preferences = try Preferences(headers: ["return=representation"])
            if table == "pictures" {
                return outcome(
                    try rows.storage.update(
                        table, json(body), request(query), preferences: preferences, in: context
                    ).run(db))
            }
            return outcome(
                try rows.update(table, json(body), request(query), preferences: preferences, in: context, db))
        }
    }

    static func delete(_ table: String, _ query: String) -> Ask {
        { rows, context, db in
            let preferences = try Preferences(headers: ["return=representation"])
            if table == "pictures" {
                return outcome(
                    try rows.storage.delete(from: table, request(query), preferences: preferences, in: context).run(db))
            }
            return outcome(
                try rows.delete(from: table, request(query), preferences: preferences, in: context, db))
        }
    }

    static func call(_ name: String, _ body: String = "{}", _ query: String = "") -> Ask {
        { rows, context, db in
            switch try rows.call(name, json(body), request(query), in: context, db) {
            case .nothing: Outcome(text: "", changes: 1)
            case .value(let text): Outcome(text: text, changes: 1)
            case .rows(let result): Outcome(text: String(decoding: result.array, as: UTF8.self), changes: 1)
            }
        }
    }

    private static func outcome(_ result: WriteResult) -> Outcome {
        let verbs = Set(result.changes.map(\.verb.rawValue)).sorted().joined()
        return Outcome(
            text: verbs + " " + (result.result.map { String(decoding: $0.array, as: UTF8.self) } ?? ""),
            changes: result.changes.count)
    }

    // MARK: Rows

    private static let at = "'2026-01-30T09:30:00.000000+00:00'"

    private static let documents = [document, id(82), free, id(83, "EEEEEEEE")].enumerated().map { index, id in
        let content = String(repeating: "0", count: 63) + "\(index)"
        return "('\(id)', 'artwork', 'picture', 'picture', 'image/jpeg', '\(content)', 1, 'imported', 0, 0, '{}', 0, 0)"
    }.joined(separator: ", ")

    private static let content = """
        INSERT INTO documents
            (id, kind, file_name, folded_name, media_type, content, byte_count, state, fill, priority, facts, created_at, updated_at)
        VALUES \(documents);
        INSERT INTO storytelling_families VALUES
            ('\(lovelaces)', 'The Lovelaces', '\(ada)', \(at)), ('\(eves)', 'Qx7 Eves', '\(eve)', \(at));
        INSERT INTO storytelling_members VALUES
            ('\(id(31))', '\(lovelaces)', '\(ada)', 'owner', 'Mum', \(at)),
            ('\(id(32))', '\(lovelaces)', '\(ben)', 'parent', 'Dad', \(at)),
            ('\(id(33))', '\(lovelaces)', '\(cleo)', 'member', 'Aunt', \(at)),
            ('\(id(34))', '\(lovelaces)', '\(dora)', 'viewer', NULL, \(at)),
            ('\(id(35))', '\(lovelaces)', '\(fay)', 'owner', NULL, \(at)),
            ('\(id(99, "eeeeeeee"))', '\(eves)', '\(eve)', 'owner', 'Qx7', \(at));
        INSERT INTO storytelling_invites VALUES
            ('\(invite)', '\(lovelaces)', 'ABCDEFGH', 'member', 'Hush', '2026-02-05T12:00:00.000000+00:00', NULL, '\(ada)', \(at)),
            ('\(id(98, "eeeeeeee"))', '\(eves)', 'HGFEDCBA', 'viewer', 'Qx7', '2026-02-05T12:00:00.000000+00:00', NULL, '\(eve)', \(at));
        INSERT INTO storytelling_children VALUES
            ('\(mia)', '\(lovelaces)', ' mia', '2024-05-31', '#112233', NULL, \(at)),
            ('\(tom)', '\(lovelaces)', 'Tom', NULL, NULL, NULL, \(at)),
            ('\(zoe)', '\(eves)', 'Qx7 Zoe', NULL, NULL, NULL, \(at));
        INSERT INTO storytelling_pictures (id, name, family_id, document, uploaded_by, uploaded_at) VALUES
            ('\(id(71))', '\(lovelaces)/sun.jpg', '\(lovelaces)', '\(document)', '\(cleo)', \(at)),
            ('\(id(72))', '\(lovelaces)/sea.jpg', '\(lovelaces)', '\(id(82))', '\(ben)', \(at)),
            ('\(id(97, "eeeeeeee"))', '\(eves)/Qx7.jpg', '\(eves)', '\(id(83, "EEEEEEEE"))', '\(eve)', \(at));
        INSERT INTO storytelling_artworks
            (id, family_id, child_id, title, story, image_url, created_date, tags, is_favorite, uploaded_by, uploaded_at, document, deleted_at)
        VALUES
            ('\(sun)', '\(lovelaces)', '\(mia)', 'Sun', 'The sun is a hot yellow ball', '\(lovelaces)/sun.jpg', '2025-06-30', '[]', 0, '\(cleo)', \(at), '\(document)', NULL),
            ('\(sea)', '\(lovelaces)', '\(tom)', 'Sea', NULL, '\(lovelaces)/sea.jpg', '2025-07-01', '[]', 0, '\(ben)', \(at), '\(id(82))', NULL),
            ('\(gone)', '\(lovelaces)', '\(mia)', 'Gone', NULL, '\(lovelaces)/sun.jpg', '2025-07-01', '[]', 0, '\(cleo)', \(at), '\(document)', \(at)),
            ('\(secret)', '\(eves)', '\(zoe)', 'Qx7', 'Qx7, a story of the others', '\(eves)/Qx7.jpg', '2025-07-01', '[]', 0, '\(eve)', \(at), '\(id(83, "EEEEEEEE"))', NULL);
        INSERT INTO storytelling_reactions VALUES
            ('\(id(51))', '\(sun)', '\(dora)', 'heart', \(at), '\(lovelaces)'),
            ('\(id(52))', '\(sun)', '\(ben)', 'sparkles', \(at), '\(lovelaces)'),
            ('\(id(54, "dddddddd"))', '\(gone)', '\(dora)', 'heart', \(at), '\(lovelaces)'),
            ('\(id(95, "eeeeeeee"))', '\(secret)', '\(eve)', 'heart', \(at), '\(eves)');
        INSERT INTO storytelling_comments VALUES
            ('\(id(41))', '\(sun)', '\(dora)', 'Lovely', \(at), \(at), '\(lovelaces)'),
            ('\(id(42))', '\(sun)', '\(ben)', 'So bright', \(at), \(at), '\(lovelaces)'),
            ('\(id(44, "dddddddd"))', '\(gone)', '\(dora)', 'Gone too', \(at), \(at), '\(lovelaces)'),
            ('\(id(93, "eeeeeeee"))', '\(secret)', '\(eve)', 'Qx7 said', \(at), \(at), '\(eves)');
        DELETE FROM storytelling_changes;
        """
}
