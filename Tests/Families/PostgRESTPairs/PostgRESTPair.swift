import Foundation
import RowQuery
import TestSupport
import Values

/// A request and the answer that PostgREST's own tests expect, as a line of `testdata/row-query/postgrest` has it.
struct PostgRESTPair: Sendable {
    let method: String
    /// The path with the query, as PostgREST's tests write it.
    let path: String
    let headers: [(name: String, value: String)]
    let body: String?
    let status: Int
    /// The expected body; nil if the tests do not look at it.
    let json: JSONValue?
    /// The expected body if it is not JSON.
    let text: String?
    /// The expected code of an error.
    let code: String?
    let responseHeaders: [(name: String, value: String)]
    /// The names of headers that the answer must not have.
    let absentHeaders: [String]
    /// A query for the rows after the request, and the expected rows.
    let then: (path: String, json: JSONValue)?
    /// Why the answer differs here.
    let difference: String?
    /// What the schema cannot declare.
    let inexpressible: String?

    /// A malformed line.
    struct Malformed: Error {
        let line: String
    }

    init(_ line: String) throws {
        let object = try Self.json(line).object
        guard let object, let method = object["method"]?.text, let path = object["path"]?.text,
            case .number(let status) = object["status"], let status = Int(status)
        else { throw Malformed(line: line) }
        let expects = object["expects"]?.object
        self.method = method
        self.path = path
        self.status = status
        headers = Self.fields(object["headers"])
        body = object["text"]?.text ?? object["body"].map { JSON.text(of: $0) }
        json = expects?["json"]
        text = expects?["body"]?.text
        code = expects?["code"]?.text
        responseHeaders = Self.fields(expects?["headers"])
        absentHeaders = expects?["absent"]?.list?.compactMap(\.text) ?? []
        then = object["then"]?.object.flatMap { then in
            guard let path = then["path"]?.text, let json = then["json"] else { return nil }
            return (path, json)
        }
        difference = object["difference"]?.text
        inexpressible = object["inexpressible"]?.text
    }

    private static func fields(_ value: JSONValue?) -> [(name: String, value: String)] {
        (value?.object?.members ?? []).compactMap { member in member.value.text.map { (member.key, $0) } }
    }

    /// The pairs of an area.
    static func all(in area: String) throws -> [PostgRESTPair] {
        let text = try String(contentsOf: TestData.url("row-query/postgrest/\(area).jsonl"), encoding: .utf8)
        return try text.split(separator: "\n").map { try PostgRESTPair(String($0)) }
    }

    /// Parses JSON of any depth.
    static func json(_ text: String) throws -> JSONValue {
        var limits = QueryLimits()
        limits.bodyDepth = 30
        return try JSONValue(parsing: Array(text.utf8), limits: limits)
    }

    /// Returns whether two values are equal, as PostgREST's tests compare them.
    ///
    /// The members of objects have no order, and numbers have one form. Rows have an order only if the request asks for
    /// one; without it, PostgreSQL promises none.
    func isEqual(_ one: JSONValue, _ other: JSONValue) -> Bool {
        let isOrdered = path.contains("order=")
        return Self.form(one, isOrdered) == Self.form(other, isOrdered)
    }

    private static func form(_ value: JSONValue, _ isOrdered: Bool) -> String {
        switch value {
        case .number(let text): Decimal(string: text).map { "\($0)" } ?? text
        case .list(let items):
            {
                let forms = items.map { form($0, isOrdered) }
                let areRows = items.contains { $0.object != nil }
                return "[" + (areRows && !isOrdered ? forms.sorted() : forms).joined(separator: ",") + "]"
            }()
        case .object(let object):
            "{"
                + object.members.map { "\(JSON.text(of: .text($0.key))):\(form($0.value, isOrdered))" }.sorted()
                .joined(separator: ",") + "}"
        default: JSON.text(of: value)
        }
    }
}
