package import FailureModel

/// Where a person wrote something: the name of the file, the positions of its values, and what is wrong with its form.
///
/// Mistakes of form, such as an unknown key, are found when a file is read; mistakes of content, such as the name of a
/// file that does not exist, when it is compared with a folder. This carries the former to the latter, so that one answer
/// reports both.
package struct WrittenFile: Hashable, Sendable {
    /// A position in a text, from line 1 and column 1.
    package struct Position: Hashable, Sendable, Comparable {
        package var line: Int
        package var column: Int

        /// Creates a position.
        package init(line: Int, column: Int = 1) {
            self.line = line
            self.column = column
        }

        package static func < (left: Position, right: Position) -> Bool {
            (left.line, left.column) < (right.line, right.column)
        }
    }

    /// The name for messages; nil for what was not written in a file.
    package var name: String?
    /// The positions of values by their keys, such as `contact.url`, `inputs[3].title` or `edition.omit[0]`.
    package var values: [String: Position]
    /// The positions of the keys themselves, such as the names of files in `captions`.
    package var keys: [String: Position]
    /// What is wrong with the form of the file.
    package var diagnostics: [Failure]
    /// What messages call a value that was given in another place, such as an option of a command, by its key.
    package var labels: [String: String] = [:]

    /// Creates a file.
    package init(
        name: String? = nil, values: [String: Position] = [:], keys: [String: Position] = [:],
        diagnostics: [Failure] = []
    ) {
        self.name = name
        self.values = values
        self.keys = keys
        self.diagnostics = diagnostics
    }

    /// The position of a value, or, for one that is missing, of what should contain it.
    func position(ofValue key: String) -> Position? {
        var key = key
        while !key.isEmpty {
            if let position = values[key] { return position }
            let parent = key.lastIndex { $0 == "." || $0 == "[" } ?? key.startIndex
            key = String(key[..<parent])
        }
        return values[""]
    }
}
