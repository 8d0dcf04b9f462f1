/// A command with the name of an earlier release.
package struct RenamedCommand: Sendable {
    /// The words of the earlier name, such as `account give`.
    let old: [String]

    /// The words of the current name.
    let new: [String]

    /// Creates a renamed command from two names with words separated by spaces.
    package init(_ old: String, to new: String) {
        self.old = old.split(separator: " ").map(String.init)
        self.new = new.split(separator: " ").map(String.init)
    }

    /// The notice of the new name for the user.
    var notice: String {
        "'\(old.joined(separator: " "))' is now called '\(new.joined(separator: " "))'."
    }

    /// Returns the arguments with the current name; `nil` for another command.
    func updating(_ arguments: [String]) -> [String]? {
        // `help` precedes the name of its command.
        let help = arguments.prefix { $0 == "help" }
        let rest = arguments.dropFirst(help.count)
        return rest.starts(with: old) ? help + new + rest.dropFirst(old.count) : nil
    }
}
