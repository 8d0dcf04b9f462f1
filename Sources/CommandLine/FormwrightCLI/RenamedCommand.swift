/// A command under the name of an earlier release.
package struct RenamedCommand: Sendable {
    /// The words of the earlier name, such as `account give`.
    let old: [String]

    /// The words of the name today.
    let new: [String]

    /// Creates a renamed command from two names, with a space between their words.
    package init(_ old: String, to new: String) {
        self.old = old.split(separator: " ").map(String.init)
        self.new = new.split(separator: " ").map(String.init)
    }

    /// The line that tells the user of the new name.
    var notice: String {
        "'\(old.joined(separator: " "))' is now called '\(new.joined(separator: " "))'."
    }

    /// Returns the arguments with today's name in place of the earlier one, or nil if they name another command.
    func updating(_ arguments: [String]) -> [String]? {
        // `help` comes before the name of the command that it is about.
        let help = arguments.prefix { $0 == "help" }
        let rest = arguments.dropFirst(help.count)
        return rest.starts(with: old) ? help + new + rest.dropFirst(old.count) : nil
    }
}
