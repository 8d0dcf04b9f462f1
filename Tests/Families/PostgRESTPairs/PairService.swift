import FamiliesService
import Foundation
import Hummingbird
import RowFixture
import RowQuery
import RowQuerySQL
import SQL
import SQLTestSupport
import Synchronization
import ServiceTestSupport
import TestSupport

/// The tables of PostgREST's tests over HTTP; what a request changes is undone after it.
struct PairService: Sendable {
    let url: URL
    let store: UndoneStore

    /// Serves the tables until `body` has ended.
    static func run(
        on engine: SQLEngine, _ body: @escaping @Sendable (PairService) async throws -> Void
    ) async throws {
        let file = try FixtureFile(contentsOf: TestData.url("row-query/postgrest/tables.json"))
        let database = try TestDatabase(on: engine, tables: "postgrest_pairs", functions: RowFunctions().functions) {
            try FixtureStore.create(file, in: $0)
        }
        let store = UndoneStore(store: try FixtureStore(file, in: database.database))
        let (ports, port) = AsyncStream.makeStream(of: Int.self)
        let application = FixtureService.application(store, port: 0) { port.yield($0) }
        try await withThrowingTaskGroup(of: Void.self) { tasks in
            tasks.addTask { try await application.run() }
            for await number in ports {
                guard let url = URL(string: "http://127.0.0.1:\(number)") else { break }
                try await body(PairService(url: url, store: store))
                break
            }
            tasks.cancelAll()
        }
    }

    /// An answer as it came.
    struct Answer: Sendable {
        let status: Int
        /// By lower-case name.
        let headers: [String: String]
        let body: String
        /// The rows after a request that changed some, if a pair asks for them.
        let rows: String?
    }

    /// Sends the request of a pair.
    func ask(_ pair: PostgRESTPair) async throws -> Answer {
        store.ask(pair.then?.path)
        var fields: [(name: String, value: String)] = [("Host", "127.0.0.1"), ("Connection", "close")] + pair.headers
        let body = pair.body ?? ""
        if !["GET", "HEAD"].contains(pair.method) {
            fields.append(("Content-Length", "\(body.utf8.count)"))
            if !pair.headers.contains(where: { $0.name == "Content-Type" }) {
                fields.append(("Content-Type", "application/json"))
            }
        }
        let head = fields.map { "\($0.name): \($0.value)\r\n" }.joined()
        let connection = try await RawConnection(to: url)
        try await connection.send(
            "\(pair.method) /rest/v1\(Self.encoded(pair.path)) HTTP/1.1\r\n\(head)\r\n\(body)")
        let parts = try await connection.receive().components(separatedBy: "\r\n\r\n")
        let lines = parts[0].components(separatedBy: "\r\n")
        guard let status = lines[0].split(separator: " ").dropFirst().first.flatMap({ Int($0) }) else {
            throw URLError(.badServerResponse)
        }
        let received = lines.dropFirst().compactMap { line -> (String, String)? in
            let pair = line.split(separator: ":", maxSplits: 1)
            return pair.count == 2 ? (pair[0].lowercased(), pair[1].trimmingCharacters(in: .whitespaces)) : nil
        }
        return Answer(
            status: status, headers: Dictionary(received) { "\($0), \($1)" },
            body: parts.dropFirst().joined(separator: "\r\n\r\n"), rows: store.answer)
    }

    /// Encodes what cannot be in the first line of a request, as a browser does.
    private static func encoded(_ path: String) -> String {
        path.utf8.reduce(into: "") { text, byte in
            if byte <= 32 || byte >= 127 || "\"<>\\^`{|}#".utf8.contains(byte) {
                let digits = String(byte, radix: 16, uppercase: true)
                text += "%" + (digits.count < 2 ? "0" : "") + digits
            } else {
                text.unicodeScalars.append(Unicode.Scalar(byte))
            }
        }
    }
}

/// Rows whose changes are undone after each request; before that, a query can look at them.
final class UndoneStore: RowStore {
    private struct State {
        var query: String?
        var answer: String?
    }

    private let store: FixtureStore
    private let state = Mutex(State())

    init(store: FixtureStore) {
        self.store = store
    }

    var planner: RowPlanner { store.planner }

    /// Sets the query for the rows after the next request.
    func ask(_ query: String?) { state.withLock { $0 = State(query: query) } }

    /// The rows after the last request.
    var answer: String? { state.withLock { $0.answer } }

    func read<T: Sendable>(_ body: @escaping @Sendable (any RowAccess, any SQLSession) throws -> T) async throws -> T {
        try await store.read(body)
    }

    /// What a request returned, before it is undone.
    private struct Undone<T: Sendable>: Error {
        let result: T
    }

    func write<T: Sendable>(_ body: @escaping @Sendable (any RowAccess, any SQLSession) throws -> T) async throws -> T {
        do {
            return try await store.write { [self] access, db in
                let result = try body(access, db)
                if let query = state.withLock({ $0.query }) {
                    let rows = try rows(query, access, db)
                    state.withLock { $0.answer = rows }
                }
                throw Undone(result: result)
            }
        } catch let undone as Undone<T> {
            return undone.result
        }
    }

    private func rows(_ query: String, _ access: any RowAccess, _ db: any SQLSession) throws -> String {
        let parts = query.dropFirst().split(separator: "?", maxSplits: 1).map(String.init)
        let request = try RowRequest(QueryString.parameters(of: parts.count > 1 ? parts[1] : ""))
        let result = try access.read(
            parts[0], request, range: RowRange(), preferences: Preferences(), as: .anonymous, db)
        return String(decoding: result.array, as: UTF8.self)
    }
}
