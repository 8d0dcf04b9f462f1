package import ChildPrograms
package import Pipeline

/// The section `portfolio` of `pipeline.yaml`.
///
/// ```yaml
/// portfolio:
///   assistant:
///     command: [/usr/local/bin/describe, --short]
///     timeLimit: 30s        # for each 20 pictures; 20 seconds by default
/// ```
package struct PortfolioSettings: Sendable, Hashable {
    /// The key of the section.
    package static let section = "portfolio"

    /// The command that describes pictures; `nil` to never start a program.
    package var assistant: UserCommand?

    /// Reads the section, and reports errors to its nodes.
    package init(reading node: SettingsNode?) {
        guard let assistant = node?.mapping(known: ["assistant"])["assistant"] else { return }
        self.assistant = UserCommand(
            reading: assistant, usualTimeLimit: .seconds(20), purpose: "descriptions of pictures", sizeLimit: 1 << 20)
    }
}
