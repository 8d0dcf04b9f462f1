import Foundation
import Pipeline

/// The claims of a token for apps of a project.
struct ProjectClaims: SignedClaims, Hashable {
    /// The role of the bearer; no role bypasses the policies.
    enum Role: String, Codable { case anon, authenticated }

    let issuer: String
    let audience: String
    let role: Role
    /// The user's UUID.
    let subject: String?
    let email: String?
    let session: String?
    /// The time of issue, in seconds since 1970.
    let issued: Int64?
    let expires: Int64?

    var end: Int64? { expires }

    private enum CodingKeys: String, CodingKey {
        case issuer = "iss"
        case audience = "aud"
        case role
        case subject = "sub"
        case email
        case session = "session_id"
        case issued = "iat"
        case expires = "exp"
    }

    private static let issuer = "formwright"

    /// The claims of the app key: only the role.
    static let app = ProjectClaims(
        issuer: issuer, audience: Role.anon.rawValue, role: .anon, subject: nil, email: nil, session: nil, issued: nil,
        expires: nil)

    /// Returns the claims of a session's access token.
    static func access(of user: ProjectUser, in session: UUID, at now: Timestamp, for lifetime: Duration) -> Self {
        let issued = now.milliseconds / 1000
        return ProjectClaims(
            issuer: issuer, audience: Role.authenticated.rawValue, role: .authenticated, subject: user.id,
            email: user.email, session: session.uuidString.lowercased(), issued: issued,
            expires: issued + lifetime.components.seconds)
    }

    /// The bearer of the token; nil for a token of another API.
    var bearer: ProjectBearer? {
        guard issuer == Self.issuer, audience == role.rawValue else { return nil }
        switch role {
        case .anon: return subject == nil && session == nil ? .app : nil
        case .authenticated:
            guard let subject, let session = session.flatMap(UUID.init(uuidString:)), let expires else { return nil }
            return .user(subject, session: session, expires: Timestamp(milliseconds: expires * 1000))
        }
    }
}
