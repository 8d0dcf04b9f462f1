import Yams

/// A YAML file under reading: hands out its nodes and gathers what is wrong with them.
///
/// Readers ask for what they expect and go on with `nil` where it is wrong; ``finish()`` then throws every problem at once.
/// Other modules read their own sections of the same file in the same way.
public final class SettingsFile {
    /// What errors call the file.
    public let name: String
    private let document: Yams.Node?
    private var problems: [SettingsError.Problem] = []

    /// Parses the text. Throws ``SettingsError`` where it is not YAML, or where a key is written twice.
    public init(yaml: String, name: String = "pipeline.yaml") throws(SettingsError) {
        self.name = name
        do {
            document = try Yams.compose(yaml: yaml)
        } catch let error as YamlError {
            throw SettingsError(file: name, problems: Self.problems(of: error))
        } catch {
            throw SettingsError(file: name, problems: [.init(line: 1, column: 1, message: "The file is not YAML.")])
        }
    }

    /// The mapping of all sections; `nil` for an empty file.
    public var root: SettingsNode? {
        document.map { SettingsNode(file: self, node: $0, path: "") }
    }

    /// The value of a key at the root; `nil` where there is none.
    public func section(_ key: String) -> SettingsNode? {
        root?.entries().first { $0.key.text() == key }?.value
    }

    /// Throws all problems found, if there are any.
    public func finish() throws(SettingsError) {
        if problems.isEmpty { return }
        let sorted = problems.sorted { ($0.line, $0.column) < ($1.line, $1.column) }
        throw SettingsError(file: name, problems: sorted)
    }

    func report(_ message: String, at mark: Mark?) {
        // Several readers may ask the same node for the same thing.
        let problem = SettingsError.Problem(line: mark?.line ?? 1, column: mark?.column ?? 1, message: message)
        if !problems.contains(problem) { problems.append(problem) }
    }

    private static func problems(of error: YamlError) -> [SettingsError.Problem] {
        switch error {
        case .scanner(_, let problem, let mark, _), .parser(_, let problem, let mark, _),
            .composer(_, let problem, let mark, _):
            [.init(line: mark.line, column: mark.column, message: "This is not YAML: \(problem).")]
        case .duplicatedKeysInMapping(let duplicates, let context):
            duplicates.map { key in
                .init(
                    line: context.mark.line, column: context.mark.column,
                    message: "“\(key)” is written twice in this mapping; keep one.")
            }
        default:
            [.init(line: 1, column: 1, message: "The file is not YAML.")]
        }
    }
}
