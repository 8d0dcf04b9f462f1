import Pipeline
import Portfolio
import Threads

/// Finds the media of portfolios, made from the files by the stages.
///
/// The files themselves are never served.
struct ServedMedia: Sendable {
    private let store: any Store
    private let known = RecentValues<Key, [MediaName: Artefact]>(limit: mostNames, largest: mostNames / 2)

    /// The maximum number of cached names, three times that of the largest portfolio.
    ///
    /// Each takes 200 bytes.
    private static let mostNames = 100_000

    /// A version of a portfolio.
    private struct Key: Hashable {
        let document: Int64
        let updatedAt: Timestamp
    }

    init(_ store: any Store) {
        self.store = store
    }

    /// Returns a rendition of a portfolio's input by name, or `nil`.
    func artefact(_ name: MediaName, of document: Document, _ manifest: () async throws -> PortfolioManifest)
        async throws -> Artefact?
    {
        let key = Key(document: document.sequence, updatedAt: document.updatedAt)
        if let media = known[key] { return media[name] }
        let parts = try await store.parts(of: document.id, in: .owner(document.owner))
        var media: [MediaName: Artefact] = [:]
        for (index, input) in try await manifest().inputs.enumerated() {
            guard case .file(let place, let content) = input.source, parts.indices.contains(place),
                parts[place].document?.content.hex == content
            else { continue }
            for published in parts[place].published where Self.isShown(published.artefact) {
                media[MediaName(input: index, rendition: published.artefact.name)] = published.artefact
            }
        }
        known.keep(media, for: key, size: media.count + 1)
        return media[name]
    }

    /// Returns whether an artefact is a medium, unlike analyses and texts.
    private static func isShown(_ artefact: Artefact) -> Bool {
        artefact.mediaType.hasPrefix("image/") || artefact.mediaType.hasPrefix("video/")
    }
}
