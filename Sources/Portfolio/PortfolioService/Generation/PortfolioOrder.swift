import Foundation
import Pipeline
import Portfolio

/// A requested portfolio before anything is stored.
struct PortfolioOrder: Sendable {
    /// The document ID, equal for the same owner and manifest.
    let id: DocumentID
    let owner: OwnerID
    let manifest: PortfolioManifest
    /// The stored form of the manifest.
    let bytes: Data
    /// The documents of the uploads, in the order of the manifest's parts.
    let parts: [DocumentID]

    /// The name of the document: the title as a valid file name.
    var fileName: String {
        let kept = manifest.title.map { $0 == "/" || $0 == "\\" ? "-" : $0 }
        var name = String(kept)
        while name.utf8.count > Self.nameLimit { name.removeLast() }
        return (name.isEmpty ? "Untitled" : name) + ".portfolio"
    }

    /// The maximum length of a name in bytes, without its extension.
    private static let nameLimit = 200
}
