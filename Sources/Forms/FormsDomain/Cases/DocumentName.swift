import FailureModel
import Foundation

/// The names that people give to documents, which are also the names of downloaded files.
enum DocumentName {
    /// Maximum length in characters.
    static let limit = 200

    /// Returns a new name, with the extension of the old one if it has another.
    ///
    /// - Throws: `Failure`: `invalid_case`.
    static func replacing(_ old: String, with new: String) throws(Failure) -> String {
        let name = try CaseText.line(new, "The name of a document", limit: limit, .invalidCase)
        guard name.contains(where: { $0.isLetter || $0.isNumber }) else {
            throw Failure(.invalidCase, "The name of a document needs a letter or a number.")
        }
        guard !name.contains(where: { "/\\:".contains($0) }) else {
            throw Failure(.invalidCase, "The name of a document must not contain “/”, “\\” or “:”.")
        }
        let suffix = extensionOf(old)
        let isKept = suffix.isEmpty || extensionOf(name).lowercased() == suffix.lowercased()
        return isKept ? name : "\(name).\(suffix)"
    }

    /// Returns the name of a copy.
    static func copy(of name: String) -> String {
        let suffix = extensionOf(name)
        let stem = suffix.isEmpty ? name : String(name.dropLast(suffix.count + 1))
        return suffix.isEmpty ? "\(stem) (copy)" : "\(stem) (copy).\(suffix)"
    }

    private static func extensionOf(_ name: String) -> String { URL(fileURLWithPath: name).pathExtension }
}
