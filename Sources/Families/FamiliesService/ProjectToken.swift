import Foundation
import GRDB
import HTTPService
import HTTPTypes
import Hummingbird

/// Why a request to one of the project's APIs is refused before anything else is looked at.
enum ProjectTokenError: Error, Hashable {
    /// It has no token.
    case missing
    /// The token is not one of the project's, was changed, or its session has ended.
    case invalid
    /// The token says itself that it is not valid any more.
    case expired
}

extension ProjectCallers {
    /// Finds out who makes a request: the token of a user, or else the app's key.
    ///
    /// - Throws: ``ProjectTokenError``; the errors of the store.
    func caller(of request: Request) async throws -> ProjectCaller {
        let token = try ProjectToken.token(of: request)
        guard let caller = try await caller(ofToken: token) else { throw ProjectToken.refusal(of: token) }
        return caller
    }

    /// Makes sure that the session of a request's caller, whom its token names, has not ended.
    ///
    /// - Throws: ``ProjectTokenError``; the errors of the store.
    func checkSession(_ caller: ProjectCaller, of request: Request, _ db: Database) throws {
        guard try isInSession(caller, db) else { throw ProjectToken.refusal(of: try ProjectToken.token(of: request)) }
    }

    /// Finds out whom the token of a request names; the session may have ended.
    ///
    /// - Throws: ``ProjectTokenError``.
    func caller(namedIn request: Request) async throws(ProjectTokenError) -> ProjectCaller {
        let token = try ProjectToken.token(of: request)
        guard let caller = await caller(namedBy: token) else { throw ProjectToken.refusal(of: token) }
        return caller
    }
}

extension HTTPField.Name {
    /// The header with the app's key, which clients send until somebody signs in, and beside the user's token.
    static let apiKey = known("apikey")
}

/// The token of a request.
///
/// What it says about itself decides nothing here but the words of a refusal.
enum ProjectToken {
    /// Returns the token of a user, or else the app's key.
    static func token(of request: Request) throws(ProjectTokenError) -> String {
        guard let token = request.bearerToken ?? request.headers[.apiKey], !token.isEmpty else { throw .missing }
        return token
    }

    /// Returns why a token that is not valid is refused.
    static func refusal(of token: String) -> ProjectTokenError { hasExpired(token) ? .expired : .invalid }

    private struct Claims: Decodable {
        let exp: Double
    }

    static func hasExpired(_ token: String, at now: Date = Date()) -> Bool {
        let parts = token.split(separator: ".", omittingEmptySubsequences: false)
        guard parts.count == 3, parts[1].utf8.count <= 4_096 else { return false }
        var text = String(parts[1]).replacing("-", with: "+").replacing("_", with: "/")
        text += String(repeating: "=", count: (4 - text.utf8.count % 4) % 4)
        guard let bytes = Data(base64Encoded: text), let claims = try? JSONDecoder().decode(Claims.self, from: bytes)
        else { return false }
        return claims.exp <= now.timeIntervalSince1970
    }
}
