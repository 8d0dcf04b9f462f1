import HTTPService
import Hummingbird
import RowQuery

/// The body of a request to the API of users: a JSON object, of which clients send more members than are read here.
struct AuthBody {
    private let members: JSONObject

    static let limits: QueryLimits = {
        var limits = QueryLimits()
        limits.bodyBytes = 64 << 10
        return limits
    }()

    /// Reads the body, whatever media type it is said to have; an empty one is an empty object.
    ///
    /// - Throws: `bad_json`.
    init(of request: Request) async throws {
        let bytes = Array(try await request.bytes(upTo: Self.limits.bodyBytes))
        let value = bytes.isEmpty ? JSONValue.object([:]) : try JSONValue(parsing: bytes, limits: Self.limits)
        guard case .object(let members) = value else { throw AuthError.badJSON }
        self.members = members
    }

    /// Returns a text; nil if it is left out, null or empty.
    ///
    /// - Throws: `validation_failed` for anything else.
    func text(_ name: String) throws -> String? {
        switch members[name] {
        case nil, .null: return nil
        case .text(let text): return text.isEmpty ? nil : text
        default: throw AuthError.invalid("“\(name)” must be a string")
        }
    }

    /// Returns an object; nil if it is left out or null.
    ///
    /// - Throws: `validation_failed` for anything else.
    func object(_ name: String) throws -> JSONObject? {
        switch members[name] {
        case nil, .null: return nil
        case .object(let members): return members
        default: throw AuthError.invalid("“\(name)” must be an object")
        }
    }
}
