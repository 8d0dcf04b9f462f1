/// Standard output for people to read.
enum StandardOutput {
    /// Prints one line, with control characters escaped, so that text from outside cannot break out of it.
    static func print(_ line: String) { Swift.print(TerminalText.printable(line)) }

    /// Prints a table.
    static func print(_ table: TextTable) { Swift.print(table.text, terminator: "") }
}
