package import Foundation

/// A session of an app's API that lasts as long as a login.
///
/// The login is that to the service's own pages.
///
/// It has no row and no refresh token: its UUID names the login, which is looked up for each request.
package enum LoginSession: Sendable, Hashable {
    /// The session of a browser, by its number.
    case browser(Int64)
    /// A user whom the proxy logs in, by the user's number.
    case signOn(Int64)

    /// The UUID in tokens, of version 8 (RFC 9562, 5.8).
    ///
    /// No random one is equal to it.
    package var id: UUID {
        let (kind, number): (UInt8, Int64) =
            switch self {
            case .browser(let number): (1, number)
            case .signOn(let number): (2, number)
            }
        let n = withUnsafeBytes(of: number.bigEndian, Array.init)
        return UUID(uuid: (kind, 0, 0, 0, 0, 0, 0x80, 0, 0x80, n[1], n[2], n[3], n[4], n[5], n[6], n[7]))
    }

    /// Creates the session that a UUID names; nil for a session of an app.
    package init?(_ id: UUID) {
        let bytes = id.uuid
        let number = [bytes.9, bytes.10, bytes.11, bytes.12, bytes.13, bytes.14, bytes.15].reduce(Int64(0)) {
            $0 << 8 | Int64($1)
        }
        switch bytes.0 {
        case 1: self = .browser(number)
        case 2: self = .signOn(number)
        default: return nil
        }
        guard self.id == id else { return nil }
    }
}
