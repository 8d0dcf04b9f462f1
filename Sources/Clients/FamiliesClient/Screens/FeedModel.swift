public import Foundation
public import Observation
public import ServiceConnection

/// The model of the feed, the family's artworks with stories.
@MainActor @Observable public final class FeedModel {
    /// The artworks that were loaded, newest first.
    public private(set) var artworks: [Artwork] = []
    /// The numbers of comments; artworks without comments are missing.
    public private(set) var commentCounts: [UUID: Int] = [:]
    /// Whether older artworks can be loaded.
    public private(set) var hasMore = false
    /// The state of the last request.
    public var state: LoadingState { request.state }

    private let client: FamiliesClient
    private let request = ScreenRequest()

    /// The number of artworks that are loaded at a time.
    public static let pageLength = 20

    /// Creates a model.
    public init(_ client: FamiliesClient) {
        self.client = client
    }

    /// Loads the newest artworks; for `.task` and `.refreshable`.
    public func load() async { await load(from: 0) }

    /// Adds older artworks; for the moment in which the last card appears.
    public func loadMore() async {
        guard hasMore, !state.isLoading else { return }
        await load(from: artworks.count)
    }

    /// Keeps the feed up to date until the task is cancelled.
    ///
    /// - Parameter open: opens a WebSocket connection; by default Foundation does.
    public func follow(open: (@Sendable (URL) async throws -> any RealtimeSocket)? = nil) async {
        let filters = [RowChangeFilter(table: "artworks"), RowChangeFilter(table: "artwork_comments")]
        do {
            for try await event in client.changes(of: filters, open: open) {
                switch event {
                case .subscribed: await load()
                case .change(let change): await apply(change)
                }
            }
        } catch {
            request.report(error)
        }
    }

    private func load(from offset: Int) async {
        await request.run {
            let page = try await client.feed(limit: Self.pageLength, offset: offset)
            return (page, try await client.commentCounts(of: page.map(\.id)))
        } show: { page, counts in
            // New artworks move older ones to the next page.
            let known = offset == 0 ? [] : Set(artworks.map(\.id))
            artworks = (offset == 0 ? [] : artworks) + page.filter { !known.contains($0.id) }
            commentCounts = (offset == 0 ? [:] : commentCounts).merging(counts) { $1 }
            hasMore = page.count == Self.pageLength
        }
    }

    private func apply(_ change: RowChange) async {
        switch (change.table, change.kind) {
        case ("artworks", .delete): artworks.removeAll { $0.id == change.id }
        case ("artworks", _):
            // A row of a change lacks its child.
            guard let id = change.id, let artwork = try? await client.artwork(id) else { return }
            artworks.removeAll { $0.id == id }
            guard artwork.hasStory else { return }
            let place = artworks.firstIndex { $0.createdDate < artwork.createdDate } ?? artworks.endIndex
            artworks.insert(artwork, at: place)
        case (_, .insert):
            if let comment = try? change.row(as: Comment.self) { commentCounts[comment.artworkID, default: 0] += 1 }
        case (_, .delete):
            // The change does not say whose comment it was.
            if let counts = try? await client.commentCounts(of: artworks.map(\.id)) { commentCounts = counts }
        case (_, .update): break
        }
    }
}
