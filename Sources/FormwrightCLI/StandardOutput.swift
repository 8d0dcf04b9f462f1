/// Standard output, for people.
enum StandardOutput {
    /// Prints one line; whatever in it came from outside cannot leave it.
    static func print(_ line: String) { Swift.print(TerminalText.printable(line)) }

    /// Prints the lines of a table.
    static func print(_ table: TextTable) { Swift.print(table.text, terminator: "") }
}
