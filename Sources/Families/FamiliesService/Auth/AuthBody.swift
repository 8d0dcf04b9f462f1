import HTTPService
import Hummingbird
import RowQuery

/// The body of a user API request: a JSON object.
///
/// Clients send more members than are read here.
struct AuthBody {
    private let members: JSONObject

    static let limits: QueryLimits = {
        var limits = QueryLimits()
        limits.bodyBytes = 64 << 10
        return limits
    }()

    /// Reads the body regardless of its media type; an empty one is an empty object.
    ///
    /// - Throws: `bad_json`.
    init(of request: Request) async throws {
        let bytes = Array(try await request.bytes(upTo: Self.limits.bodyBytes))
        let value = bytes.isEmpty ? JSONValue.object([:]) : try JSONValue(parsing: bytes, limits: Self.limits)
        guard case .object(let members) = value else { throw AuthError.badJSON }
        self.members = members
    }

    /// Returns a string; `nil` if it is missing, null or empty.
    ///
    /// - Throws: `validation_failed` for anything else.
    func text(_ name: String) throws -> String? {
        switch members[name] {
        case nil, .null: return nil
        case .text(let text): return text.isEmpty ? nil : text
        default: throw AuthError.invalid("“\(name)” must be a string")
        }
    }

    /// Returns an object; `nil` if it is missing or null.
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
