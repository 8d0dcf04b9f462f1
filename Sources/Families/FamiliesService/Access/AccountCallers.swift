package import Users
import Foundation
import Pipeline
package import SQL

/// Identifies the bearers of tokens by the accounts of the service.
extension ProjectAccounts: ProjectCallers {
    package func caller(ofToken token: String) async throws -> ProjectCaller? {
        try await bearer(of: token).flatMap(ProjectCaller.init)
    }

    package func caller(namedBy token: String) async -> ProjectCaller? {
        await bearer(namedBy: token).flatMap(ProjectCaller.init)
    }

    package func isInSession(_ caller: ProjectCaller, _ db: any SQLSession) throws -> Bool {
        guard let user = caller.user, let session = caller.session else { return caller.user == nil }
        return try Self.isOpen(session, of: user, at: now, db)
    }

    package func isReader(_ caller: ProjectCaller) async throws -> Bool {
        guard let user = caller.user else { return false }
        return try await isReader(user)
    }

    package func isValid(_ caller: ProjectCaller) async throws -> Bool {
        guard let user = caller.user, let session = caller.session, let expires = caller.expires else {
            return caller.user == nil
        }
        guard expires > now else { return false }
        return try await isOpen(session, of: user)
    }
}

extension ProjectCaller {
    /// Creates the caller with a token; `nil` if the session has ended.
    fileprivate init?(_ bearer: ProjectBearer) {
        switch bearer {
        case .ended: return nil
        case .app: self.init(user: nil, session: nil, expires: nil)
        case .user(let user, let session, let expires): self.init(user: user, session: session, expires: expires)
        }
    }
}
