import Foundation
import HTTPService
import HTTPTypes
import Hummingbird
import SQL

/// The early refusal of a request to one of the project's APIs.
enum ProjectTokenError: Error, Hashable {
    /// The token is missing.
    case missing
    /// The token is foreign or forged, or its session has ended.
    case invalid
    /// The token has expired by its own claim.
    case expired
}

extension ProjectCallers {
    /// Identifies the caller of a request by the user's token, or else the app's key.
    ///
    /// - Parameters:
    ///   - request: the request.
    ///   - isReading: whether it changes nothing, whatever its method is.
    /// - Returns: the caller.
    /// - Throws: ``ProjectTokenError``; `forbidden` for a change by a reader; errors of the store.
    func caller(of request: Request, isReading: Bool = false) async throws -> ProjectCaller {
        let token = try ProjectToken.token(of: request)
        guard let caller = try await caller(ofToken: token) else { throw ProjectToken.refusal(of: token) }
        if !isReading, !request.isSafe, try await isReader(caller) { throw Identity.readerRefusal }
        return caller
    }

    /// Checks that the session of a request's caller is active.
    ///
    /// - Throws: ``ProjectTokenError``; errors of the store.
    func checkSession(_ caller: ProjectCaller, of request: Request, _ db: any SQLSession) throws {
        guard try isInSession(caller, db) else { throw ProjectToken.refusal(of: try ProjectToken.token(of: request)) }
    }

    /// Identifies the caller named by a request's token, even if the session has ended.
    ///
    /// - Throws: ``ProjectTokenError``.
    func caller(namedIn request: Request) async throws(ProjectTokenError) -> ProjectCaller {
        let token = try ProjectToken.token(of: request)
        guard let caller = await caller(namedBy: token) else { throw ProjectToken.refusal(of: token) }
        return caller
    }
}

extension HTTPField.Name {
    /// The header with the app's key.
    ///
    /// It is sent alone before sign-in, and then beside the user's token.
    static let apiKey = known("apikey")
}

/// The token of a request.
///
/// Its claims are used only for the wording of a refusal.
enum ProjectToken {
    /// Returns the user's token, or else the app's key.
    static func token(of request: Request) throws(ProjectTokenError) -> String {
        guard let token = request.bearerToken ?? request.headers[.apiKey], !token.isEmpty else { throw .missing }
        return token
    }

    /// Returns the refusal of an invalid token.
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
