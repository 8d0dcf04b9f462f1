import Domains
import Foundation
package import HTTPService
import LocalStore
import Logging
import Pipeline
import PipelineSQL
package import RowQuery
import ServiceTestSupport
import Families
package import FamiliesSQL
package import FamiliesService
package import SQL

/// A running service with two families, and requests of their members.
package struct ListeningService: Sendable {
    package let port: Int
    package let families: FamilyStore
    package let callers: TestCallers

    package static let ada = id(1)
    package static let ben = id(2)
    package static let eve = id(9)
    package static let lovelaces = id(10)
    static let eves = id(90)
    package static let sun = id(21)
    package static let secret = id(92)

    package static func id(_ number: Int) -> String {
        let digits = String(number)
        return "00000000-0000-4000-8000-" + String(repeating: "0", count: 12 - digits.count) + digits
    }

    /// Runs a service as long as a test uses it.
    package static func run(
        limits: RealtimeLimits = RealtimeLimits(), settings: ServiceSettings = ServiceSettings(port: 0),
        _ body: @escaping @Sendable (ListeningService) async throws -> Void
    ) async throws {
        let harness = try await ServiceHarness(
            Domains.stored, settings: settings, log: LoggedLines(from: .critical))
        try await harness.system.database.write { transaction in try transaction.db.script(content) }
        let rows = try FamilyRows()
        let callers = TestCallers()
        for (token, user) in [("ada", ada), ("ben", ben), ("eve", eve)] { callers.add(token, user) }
        try await harness.serve(
            works: false,
            { node in
                let families = FamilyStore(node.system.database, rows: rows)
                return [RealtimeRoutes(families, callers: callers, limits: limits, logger: harness.logger)]
            }
        ) {
            let families = FamilyStore($0.system.database, rows: rows)
            try await body(ListeningService(port: $0.port, families: families, callers: callers))
        }
    }

    /// Opens a connection.
    package func open(_ token: String, _ version: PhoenixVersion = .objects) async throws -> SocketClient {
        try await SocketClient.open(port: port, Self.path(token, version))
    }

    package static func path(_ token: String, _ version: PhoenixVersion = .objects) -> String {
        "/realtime/v1/websocket?apikey=\(token)&vsn=\(version.rawValue)"
    }

    /// Opens a connection with a channel that listens to changes.
    package func listen(
        _ token: String, to bindings: String = #"[{"event":"*","schema":"public","table":"artwork_comments"}]"#,
        receiveBuffer: Int32? = nil
    ) async throws -> SocketClient {
        let client = try await SocketClient.open(port: port, Self.path(token), receiveBuffer: receiveBuffer)
        try await client.send(Self.join(bindings))
        for part in ["phx_reply", "Subscribed to PostgreSQL"] {
            guard case .text(let text) = await client.next(), text.contains(part) else {
                throw URLError(.badServerResponse)
            }
        }
        return client
    }

    package static func join(_ bindings: String, topic: String = "realtime:family", token: String? = nil) -> String {
        let token = token.map { #","access_token":"\#($0)""# } ?? ""
        return #"{"topic":"\#(topic)","event":"phx_join","ref":"1","join_ref":"1","payload":"#
            + #"{"config":{"postgres_changes":\#(bindings)}\#(token)}}"#
    }

    // MARK: Rows

    /// Adds a comment and returns its ID.
    @discardableResult
    package func comment(_ text: String, by user: String = ada, on artwork: String = sun) async throws -> String {
        let id = UUID().uuidString.lowercased()
        try await write(by: user) { rows, context, db in
            _ = try rows.insert(
                into: "artwork_comments",
                .object(["id": .text(id), "artwork_id": .text(artwork), "text": .text(text)]), in: context, db)
        }
        return id
    }

    /// Adds a user to the family with a token.
    package func addMember(_ token: String, number: Int) async throws {
        let user = Self.id(1_000 + number)
        callers.add(token, user)
        try await families.write { _, transaction in
            try transaction.db.execute(
                "INSERT INTO storytelling_members VALUES (?, ?, ?, 'viewer', NULL, \(Self.at))",
                [Self.id(2_000 + number), Self.lovelaces, user])
        }
    }

    /// Changes rows in the name of a user.
    package func write(
        by user: String, _ body: @escaping @Sendable (FamilyRows, WriteContext, any SQLSession) throws -> Void
    ) async throws {
        let now = Int64(Date().timeIntervalSince1970 * 1_000_000)
        try await families.write { rows, transaction in
            let context = WriteContext(caller: Caller(user: user), now: now) { UUID().uuidString.lowercased() }
            try body(rows, context, transaction.db)
        }
    }

    private static let at = "'2026-01-30T09:30:00.000000+00:00'"

    private static let content = """
        INSERT INTO documents
            (id, kind, file_name, folded_name, media_type, content, byte_count, state, fill, priority, facts, created_at, updated_at)
        VALUES
            ('\(id(81))', 'artwork', 'picture', 'picture', 'image/jpeg', '\(String(repeating: "0", count: 64))', 1, 'imported', 0, 0, '{}', 0, 0),
            ('\(id(82))', 'artwork', 'picture', 'picture', 'image/jpeg', '\(String(repeating: "1", count: 64))', 1, 'imported', 0, 0, '{}', 0, 0);
        INSERT INTO storytelling_families VALUES
            ('\(lovelaces)', 'The Lovelaces', '\(ada)', \(at)), ('\(eves)', 'Eves', '\(eve)', \(at));
        INSERT INTO storytelling_members VALUES
            ('\(id(31))', '\(lovelaces)', '\(ada)', 'owner', 'Mum', \(at)),
            ('\(id(32))', '\(lovelaces)', '\(ben)', 'member', 'Dad', \(at)),
            ('\(id(33))', '\(eves)', '\(eve)', 'owner', NULL, \(at));
        INSERT INTO storytelling_children VALUES
            ('\(id(11))', '\(lovelaces)', 'Mia', NULL, NULL, NULL, \(at)),
            ('\(id(12))', '\(eves)', 'Zoe', NULL, NULL, NULL, \(at));
        INSERT INTO storytelling_pictures (id, name, family_id, document, uploaded_by, uploaded_at) VALUES
            ('\(id(71))', '\(lovelaces)/sun.jpg', '\(lovelaces)', '\(id(81))', '\(ada)', \(at)),
            ('\(id(72))', '\(eves)/sea.jpg', '\(eves)', '\(id(82))', '\(eve)', \(at));
        INSERT INTO storytelling_artworks
            (id, family_id, child_id, title, story, image_url, created_date, tags, is_favorite, uploaded_by, uploaded_at, document, deleted_at)
        VALUES
            ('\(sun)', '\(lovelaces)', '\(id(11))', 'Sun', NULL, '\(lovelaces)/sun.jpg', '2025-06-30', '[]', 0, '\(ada)', \(at), '\(id(81))', NULL),
            ('\(secret)', '\(eves)', '\(id(12))', 'Sea', NULL, '\(eves)/sea.jpg', '2025-06-30', '[]', 0, '\(eve)', \(at), '\(id(82))', NULL);
        DELETE FROM storytelling_changes;
        """
}
