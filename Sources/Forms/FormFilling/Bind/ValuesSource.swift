/// The text that values are read from, as messages name it.
enum ValuesSource {
    /// A file or request of a name.
    case file(String)
    /// A line of a table.
    ///
    /// Its number is reported with the record, and not in the message.
    case line

    /// The text within a sentence.
    var name: String {
        switch self {
        case .file(let name): name
        case .line: "the line"
        }
    }

    /// The text at the beginning of a sentence.
    var subject: String {
        switch self {
        case .file(let name): name
        case .line: "The line"
        }
    }

    /// Returns a line of the text within a sentence.
    func place(_ line: Int) -> String {
        switch self {
        case .file(let name): "line \(line) of \(name)"
        case .line: name
        }
    }

    /// Returns a line of the text at the beginning of a sentence.
    func subject(at line: Int) -> String {
        switch self {
        case .file(let name): "Line \(line) of \(name)"
        case .line: subject
        }
    }

    /// Returns the message about a mistake in the JSON.
    func invalidJSON(at line: Int) -> String {
        switch self {
        case .file(let name): "\(name) is not valid JSON at line \(line)."
        case .line: "The line is not valid JSON."
        }
    }
}
