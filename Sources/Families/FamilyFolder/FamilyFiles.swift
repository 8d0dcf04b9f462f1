import FamiliesDomain
import Foundation
package import WatchFolder

/// Interprets the names of dropped files.
///
/// They are `sun.jpg`, `sun.moment.jpg`, `sun.story.yaml` or `.txt`, and `2025.book.yaml`.
package enum FamilyFiles {
    /// The suffixes of story files.
    static let stories = [".story.yaml", ".story.yml", ".story.txt"]
    private static let moment = ".moment"

    /// Returns the role of a file.
    package static func role(of fileName: String) -> DroppedRole {
        if let stem = BookOrder.stem(of: fileName) { return DroppedRole(.order, stem: stem) }
        let lower = fileName.lowercased()
        if let suffix = stories.first(where: lower.hasSuffix), lower.count > suffix.count {
            return DroppedRole(.inputs, stem: String(fileName.dropLast(suffix.count)))
        }
        let stem = withoutExtension(fileName)
        if stem.lowercased().hasSuffix(moment), stem.count > moment.count {
            return DroppedRole(.companion, stem: String(stem.dropLast(moment.count)))
        }
        return DroppedRole(.original, stem: stem)
    }

    private static func withoutExtension(_ fileName: String) -> String {
        guard let dot = fileName.lastIndex(of: "."), dot != fileName.startIndex else { return fileName }
        return String(fileName[..<dot])
    }
}
