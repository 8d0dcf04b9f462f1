import FailureModel
import Yams

/// A YAML file that provides its nodes and collects the errors in them.
///
/// Readers request what they expect and continue with `nil` if it is wrong; ``finish()`` then throws every error at
/// once. Other modules read their sections of the same file in the same way.
public final class SettingsFile {
    /// The file's name in errors.
    public let name: String
    private let document: Yams.Node?
    private var problems: [SettingsError.Problem] = []

    /// Maximum number of collected errors; such a file is not a settings file at all.
    private static let problemLimit = 100

    /// Parses the text.
    ///
    /// - Throws: ``SettingsError`` if it is not YAML, or if a key occurs twice in a mapping.
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

    /// Returns the value of a key at the root; `nil` if the key is missing.
    public func section(_ key: String) -> SettingsNode? {
        root?.entries().first { $0.key.text() == key }?.value
    }

    /// Throws all collected errors, if any.
    public func finish() throws(SettingsError) {
        if problems.isEmpty { return }
        let sorted = problems.sorted { ($0.line, $0.column) < ($1.line, $1.column) }
        throw SettingsError(file: name, problems: sorted)
    }

    func report(_ message: String, code: ErrorCode?, at mark: Mark?) {
        guard problems.count < Self.problemLimit else { return }
        // Several readers may request the same value of the same node.
        let problem = SettingsError.Problem(
            line: mark?.line ?? 1, column: mark?.column ?? 1, message: message, code: code)
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
