package import FailureModel

/// The origin of written values: a file, their positions, and errors of form.
///
/// Errors of form, such as an unknown key, are found when a file is read. Errors of content, such as a missing
/// file, are found when it is compared with a folder. This type carries the former to the latter check, so one answer
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

    /// The name for messages; `nil` for values not written in a file.
    package var name: String?
    /// The positions of values by key, such as `contact.url`, `inputs[3].title` or `edition.omit[0]`.
    package var values: [String: Position]
    /// The positions of the keys themselves, such as the names of files in `captions`.
    package var keys: [String: Position]
    /// The errors in the form of the file.
    package var diagnostics: [Failure]
    /// The names in messages of values from elsewhere, such as command options, by key.
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

    /// Returns the position of a value, or of its container if the value is missing.
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
