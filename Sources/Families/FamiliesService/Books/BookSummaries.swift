import FamiliesDomain
import Foundation
import Pipeline
import Synchronization
import Threads

/// What tells one book from another: title, children and days.
struct BookSummary: Hashable, Sendable {
    let title: String
    let children: [String]
    /// The day of the oldest artwork; nil for a book without any.
    let from: String?
    /// The day of the newest.
    let to: String?

    /// Creates the summary of what a book was ordered with.
    init(_ manifest: StorybookManifest) {
        title = manifest.title
        children = manifest.names
        let days = manifest.artworks.map { String($0.createdDate.prefix(10)) }
        (from, to) = (days.min(), days.max())
    }
}

/// Summaries of books, by their manifests, which never change.
///
/// They are kept in memory, so that a list that is asked for every two seconds does not read thousands of stories each time.
final class BookSummaries: Sendable {
    private let artefacts: any ArtefactStore
    private let kept = Mutex<[ContentID: BookSummary]>([:])

    /// Maximum number of summaries to keep.
    private static let limit = 10_000

    /// Creates access to the manifests of a store.
    init(_ artefacts: any ArtefactStore) { self.artefacts = artefacts }

    /// Returns the summary of a book's document; nil if the disk has lost or damaged its manifest.
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
