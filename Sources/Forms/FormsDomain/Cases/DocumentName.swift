import FailureModel
import Foundation

/// The names that people give to documents, which are also the names of downloaded files.
enum DocumentName {
    /// Maximum length in characters.
    static let limit = 200

    /// Returns a new name, with the extension of the old one if it has another.
    ///
    /// The old name is not checked again: files come with names that nobody would type.
    ///
    /// - Throws: `Failure`: `invalid_case`.
    static func replacing(_ old: String, with new: String) throws(Failure) -> String {
        if new == old { return old }
        let name = try TypedText.line(new, "The name of a document", limit: limit, .invalidCase)
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
        let whole = suffix.isEmpty ? name : String(name.dropLast(suffix.count + 1))
        // The copy of a copy of a copy must not become longer than a name can be.
        let stem = whole.prefix(max(1, limit - " (copy).".count - suffix.count))
        return suffix.isEmpty ? "\(stem) (copy)" : "\(stem) (copy).\(suffix)"
    }

    private static func extensionOf(_ name: String) -> String { URL(fileURLWithPath: name).pathExtension }
}
