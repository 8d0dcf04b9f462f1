/// A user of the service.
public struct User: Codable, Sendable, Hashable, Identifiable {
    /// The number of the user; 0 for a service that needs no login.
    public var id: Int
    /// The name.
    public var username: String
    /// The e-mail address; may be empty.
    public var email: String
    /// The first name; may be empty.
    public var firstName: String
    /// The last name; may be empty.
    public var lastName: String

    private enum CodingKeys: String, CodingKey {
        case id, username, email
        case firstName = "first_name"
        case lastName = "last_name"
    }
}

/// The tokens of a login, to be stored in a keychain.
public struct TradingTokens: Codable, Sendable, Hashable {
    /// The token that opens the API for a day.
    public var access: String
    /// The token that is exchanged once, within a week.
    public var refresh: String

    /// Creates tokens.
    public init(access: String, refresh: String) {
        self.access = access
        self.refresh = refresh
    }
}

/// The response to a login.
struct LoginResponse: Decodable {
    let access: String
    let refresh: String
    let user: User
}
