package import HTTPService

/// The login that goes on when all others of a user end.
package enum KeptLogin: Sendable {
    case none
    /// A browser's session, by number.
    case session(Int64)
    /// An app's login, by number.
    case app(Int64)
    /// A session of an app of a project, by number.
    case project(Int64)

    /// The login of a request; none for an API token, which belongs to no login.
    package init(of identity: Identity) {
        switch identity.credential {
        case .session(let number): self = .session(number)
        case .appLogin(let number): self = .app(number)
        case .none, .local, .signOn, .token: self = .none
        }
    }

    var session: Int64? { if case .session(let number) = self { number } else { nil } }
    var app: Int64? { if case .app(let number) = self { number } else { nil } }
    var project: Int64? { if case .project(let number) = self { number } else { nil } }
}
