import Foundation
import Pipeline
import Portfolio

/// A portfolio that somebody asked for, before anything is stored of it.
struct PortfolioOrder: Sendable {
    /// The ID of its document: the same for the same owner and manifest.
    let id: DocumentID
    let owner: OwnerID
    let manifest: PortfolioManifest
    /// The manifest as it is stored.
    let bytes: Data
    /// The documents of the uploads, in the order of the manifest's parts.
    let parts: [DocumentID]

    /// The name of the document: the title, as a file could be called.
    var fileName: String {
        let kept = manifest.title.map { $0 == "/" || $0 == "\\" ? "-" : $0 }
        var name = String(kept)
        while name.utf8.count > Self.nameLimit { name.removeLast() }
        return (name.isEmpty ? "Untitled" : name) + ".portfolio"
    }

    /// Bytes of a name, without its extension.
    private static let nameLimit = 200
}
