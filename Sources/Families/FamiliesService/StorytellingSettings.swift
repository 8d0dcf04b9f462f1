import HTTPService
package import Pipeline

/// The section `storytelling` of `pipeline.yaml`.
///
/// ```yaml
/// storytelling:
///   signup: invited                          # who may sign up: invited or open
///   recovery: true                           # codes for new passwords by mail; needs the section mail
///   origins: [https://stories.example.org]   # pages of other origins that may use the APIs; none by default
/// ```
package struct StorytellingSettings: SettingsSection, Hashable {
    /// The key of the section.
    package static let section = "storytelling"

    /// The policy for signing up.
    package enum SignUp: String, Sendable, CaseIterable {
        /// Only with an invite code.
        case invited
        /// For everybody.
        case open
    }

    /// The policy for signing up.
    package var signUp = SignUp.invited
    /// Whether codes for new passwords are sent by mail.
    package var sendsRecoveries = false
    /// The origins of pages that may use the APIs, as sent by browsers.
    package var origins: [String] = []

    /// Creates the default settings.
    package init() {}

    /// Reads the section, and reports mistakes to its nodes.
    package init(reading node: SettingsNode?) {
        guard let map = node?.mapping(known: ["signup", "recovery", "origins"]) else { return }
        if let signUp = map["signup"]?.choice(of: SignUp.self) { self.signUp = signUp }
        sendsRecoveries = map["recovery"]?.choice(of: BooleanWord.self) == .true
        for node in map["origins"]?.items() ?? [] {
            guard let text = node.text() else { continue }
            if let origin = PublicURL(text)?.origin {
                origins.append(origin)
            } else {
                node.report("An origin must be http:// or https:// and a host, such as https://stories.example.org.")
            }
        }
    }
}
