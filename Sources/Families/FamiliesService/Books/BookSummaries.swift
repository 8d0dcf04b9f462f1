import FamiliesDomain
import Foundation
import Pipeline
import Synchronization
import Threads

/// The distinguishing facts about a book: title, children and dates.
struct BookSummary: Hashable, Sendable {
    let title: String
    let children: [String]
    /// The date of the oldest artwork; `nil` for a book without any.
    let from: String?
    /// The date of the newest artwork.
    let to: String?

    /// Creates the summary of a manifest.
    init(_ manifest: StorybookManifest) {
        title = manifest.title
        children = manifest.names
        let days = manifest.artworks.map { String($0.createdDate.prefix(10)) }
        (from, to) = (days.min(), days.max())
    }
}

/// Caches summaries of books by their manifests, which never change.
///
/// A list requested every two seconds then does not read thousands of stories each time.
final class BookSummaries: Sendable {
    private let artefacts: any ArtefactStore
    private let kept = Mutex<[ContentID: BookSummary]>([:])

    /// Maximum number of summaries to keep.
    private static let limit = 10_000

    /// Creates access to the manifests of a store.
    init(_ artefacts: any ArtefactStore) { self.artefacts = artefacts }

    /// Returns the summary of a book's document; `nil` if its manifest is lost or damaged.
    func summary(of document: Document) async -> BookSummary? {
        let content = document.content
        if let known = kept.withLock({ $0[content] }) { return known }
        guard
            let manifest = try? await offPool({ [artefacts] in
                try JSONDecoder().decode(StorybookManifest.self, from: artefacts.read(content))
            })
        else { return nil }
        let summary = BookSummary(manifest)
        kept.withLock { kept in
            if kept.count >= Self.limit { kept.removeAll() }
            kept[content] = summary
        }
        return summary
    }
}
