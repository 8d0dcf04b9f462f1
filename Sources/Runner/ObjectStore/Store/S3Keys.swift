import Foundation
import Pipeline

/// The keys of an artefact store in a bucket.
struct S3Keys: Sendable {
    /// The beginning of all keys: empty, or with a slash at its end.
    let prefix: String

    init(prefix: String) { self.prefix = prefix.isEmpty ? "" : prefix + "/" }

    /// The object that shows that the store exists.
    var marker: String { prefix + "formwright.txt" }

    func probe(_ id: UUID) -> String { prefix + "probe/" + id.uuidString }

    func object(_ content: ContentID) -> String { prefix + content.hex.prefix(2) + "/" + content.hex }

    func discarded(_ content: ContentID) -> String { prefix + Self.discardedFolder + object(of: content) }

    private static let discardedFolder = "discarded/"

    private func object(of content: ContentID) -> String { content.hex.prefix(2) + "/" + content.hex }

    /// What a key of a list names.
    enum Name {
        case object(ContentID)
        case discarded(ContentID)
        case probe
    }

    /// Returns what a key names; `nil` for a key that is not one of these.
    func name(of key: String) -> Name? {
        guard key.hasPrefix(prefix) else { return nil }
        let rest = key.dropFirst(prefix.count)
        if rest.hasPrefix("probe/") {
            return UUID(uuidString: String(rest.dropFirst("probe/".count))).map { _ in .probe }
        }
        let isDiscarded = rest.hasPrefix(Self.discardedFolder)
        let digits = isDiscarded ? rest.dropFirst(Self.discardedFolder.count) : rest
        guard let slash = digits.firstIndex(of: "/"),
            let content = ContentID(hex: String(digits[digits.index(after: slash)...])),
            digits[..<slash] == content.hex.prefix(2)
        else { return nil }
        return isDiscarded ? .discarded(content) : .object(content)
    }
}
