import Foundation

/// The name or e-mail address that a user typed to log in.
struct Login: Sendable {
    /// The key for counting failures.
    let text: String
    /// The name; nil if malformed.
    let name: String?
    /// The address; nil if malformed.
    let email: String?

    /// Parses the typed text.
    init(_ typed: String) {
        // Phones capitalise the first letter.
        text = typed.trimmingCharacters(in: .whitespacesAndNewlines).lowercased()
        // A database may end a text at a NUL, but the throttle does not; neither a name nor an address contains one.
        name = try? UserName(text).text
        email = try? EmailAddress(text).text
    }

    /// Parses an e-mail address only.
    init(email typed: String) {
        let login = Login(typed)
        text = login.text
        name = nil
        email = login.email
    }
}
