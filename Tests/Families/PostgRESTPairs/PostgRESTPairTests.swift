import Foundation
import RowQuery
import SQLTestSupport
import TestSupport
import Testing
import Values

/// Requests with the answers of PostgREST's own tests, from `testdata/row-query/postgrest`, over HTTP.
@Suite("PostgREST's pairs", .onEveryEngine)
struct PostgRESTPairTests {
    /// The kinds of answers.
    enum Kind: String, CaseIterable {
        /// The answer that PostgREST's tests expect.
        case equal
        /// A refusal that says what is not built.
        case notBuilt = "not built"
        /// Another answer, for a listed reason.
        case different
        /// A table that a schema cannot declare.
        case inexpressible
        /// Another answer.
        case wrong
    }

    /// The names of the files with pairs.
    static let areas = [
        "aggregates", "and-or", "delete", "disambiguation", "inner-join", "insert", "json", "limit-offset", "nulls",
        "preferences", "query", "query-limited", "range", "related", "singular", "spread", "unicode", "update",
        "upsert",
    ]

    @Test("each request has the answer that PostgREST's tests expect, or a reason why not", arguments: areas)
    func answers(_ area: String) async throws {
        let pairs = try PostgRESTPair.all(in: area)
        let expected = try Self.counts(of: area)
        try await PairService.run(on: .current) { service in
            var counts: [Kind: Int] = [:]
            for pair in pairs {
                let (kind, found) = try await Self.kind(of: pair, service)
                counts[kind, default: 0] += 1
                if kind == .wrong {
                    Issue.record("\(pair.method) \(pair.path) \(pair.body ?? "")\nwas answered by \(found)")
                }
            }
            let table = Kind.allCases.map { "\($0.rawValue) \(counts[$0] ?? 0)" }.joined(separator: ", ")
            print("pairs: \(SQLEngine.current) \(area): \(pairs.count): \(table)")
            for kind in Kind.allCases { #expect(counts[kind] ?? 0 == expected[kind] ?? 0, "\(area): \(kind.rawValue)") }
        }
    }

    @Test("every file of pairs is an area with counts")
    func files() throws {
        let files = try FileManager.default.contentsOfDirectory(
            atPath: TestData.url("row-query/postgrest").path)
        #expect(files.filter { $0.hasSuffix(".jsonl") }.sorted() == Self.areas.map { $0 + ".jsonl" }.sorted())
    }

    /// The recorded counts of an area.
    private static func counts(of area: String) throws -> [Kind: Int] {
        let text = try String(contentsOf: TestData.url("row-query/postgrest/counts.json"), encoding: .utf8)
        let members = try PostgRESTPair.json(text).object?[area]?.object?.members ?? []
        return Dictionary(
            uniqueKeysWithValues: members.compactMap { member in
                guard let kind = Kind(rawValue: member.key), case .number(let count) = member.value else { return nil }
                return (kind, Int(count) ?? 0)
            })
    }

    private static func kind(
        of pair: PostgRESTPair, _ service: PairService
    ) async throws -> (Kind, found: String) {
        if pair.inexpressible != nil { return (.inexpressible, "") }
        let answer = try await service.ask(pair)
        let mistake = try Self.mistake(answer, pair)
        switch (mistake, pair.difference) {
        case (nil, nil): return (.equal, "")
        case (nil, _?): return (.wrong, "what is expected, although a difference is listed")
        case (let mistake?, let difference):
            let code = (try? PostgRESTPair.json(answer.body))?.object?["code"]?.text
            if code == "PGRST127" { return (.notBuilt, "") }
            if difference != nil { return (.different, "") }
            return (.wrong, "\(mistake): \(answer.status) \(answer.headers) \(answer.body)")
        }
    }

    /// Returns what is not as expected; nil if the answer is.
    private static func mistake(_ answer: PairService.Answer, _ pair: PostgRESTPair) throws -> String? {
        guard answer.status == pair.status else { return "status" }
        if let text = pair.text, answer.body != text { return "body" }
        if let code = pair.code, try PostgRESTPair.json(answer.body).object?["code"]?.text != code { return "code" }
        if let json = pair.json {
            guard let body = try? PostgRESTPair.json(answer.body), pair.isEqual(body, json) else { return "body" }
        }
        for (name, value) in pair.responseHeaders where answer.headers[name.lowercased()] != value { return name }
        for name in pair.absentHeaders where answer.headers[name.lowercased()] != nil { return name }
        if let then = pair.then {
            guard let rows = answer.rows, pair.isEqual(try PostgRESTPair.json(rows), then.json) else { return "rows" }
        }
        return nil
    }
}
