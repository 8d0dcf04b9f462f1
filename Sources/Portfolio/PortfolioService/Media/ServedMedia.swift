import HTTPService
import Pipeline
import Portfolio

/// The pictures and videos that portfolios show: what the stages have made of the files, never those themselves.
struct ServedMedia: Sendable {
    private let store: any Store
    private let known = RecentValues<Key, [MediaName: Artefact]>(limit: mostNames, largest: mostNames / 2)

    /// Names that are remembered, of 200 bytes each: three times those of the largest portfolio.
    private static let mostNames = 100_000

    /// A portfolio as it is now.
    private struct Key: Hashable {
        let document: Int64
        let updatedAt: Timestamp
    }

    init(_ store: any Store) {
        self.store = store
    }

    /// Returns a rendition of a portfolio's input; nil if it has none of that name.
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

    /// Analyses and texts are artefacts too.
    private static func isShown(_ artefact: Artefact) -> Bool {
        artefact.mediaType.hasPrefix("image/") || artefact.mediaType.hasPrefix("video/")
    }
}
