package import Accounts
import Foundation
import Pipeline

/// Knows who bears a token by the accounts of the service.
extension ProjectAccounts: ProjectCallers {
    package func caller(ofToken token: String) async throws -> ProjectCaller? {
        switch try await bearer(of: token) {
        case nil, .ended: nil
        case .app: ProjectCaller(user: nil, session: nil, expires: nil)
        case .user(let user, let session, let expires): ProjectCaller(user: user, session: session, expires: expires)
        }
    }

    package func isValid(_ caller: ProjectCaller) async throws -> Bool {
        guard let user = caller.user, let session = caller.session, let expires = caller.expires else {
            return caller.user == nil
        }
        guard expires > now else { return false }
        return try await isOpen(session, of: user)
    }
}
