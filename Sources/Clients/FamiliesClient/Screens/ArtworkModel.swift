public import Foundation
public import Observation
public import ServiceConnection

/// The model of the screen of one artwork, with its reactions and comments.
@MainActor @Observable public final class ArtworkModel {
    /// The artwork.
    public private(set) var artwork: Artwork
    /// The numbers of reactions; kinds without reactions are missing.
    public private(set) var reactionCounts: [Reaction: Int] = [:]
    /// The member's own reaction.
    public private(set) var ownReaction: Reaction?
    /// The comments, oldest first.
    public private(set) var comments: [Comment] = []
    /// The signed-in user.
    public private(set) var userID: UUID?
    /// The state of the last request for the artwork's data.
    public var state: LoadingState { request.state }
    /// The state of the last reaction, comment or deletion.
    public private(set) var sending = LoadingState.idle
    /// A comment as it is typed; it is cleared once it was sent.
    public var draft = ""

    private let client: FamiliesClient
    private let request = ScreenRequest()

    /// Creates a model.
    public init(_ client: FamiliesClient, showing artwork: Artwork) {
        self.client = client
        self.artwork = artwork
    }

    /// Whether the typed comment can be sent.
    public var canComment: Bool {
        StoryRules.commentLengths.contains(StoryRules.length(of: draft)) && !sending.isLoading
    }

    /// Whether a comment is the user's own.
    public func isOwn(_ comment: Comment) -> Bool { comment.userID != nil && comment.userID == userID }

    /// Loads the artwork, its reactions and its comments.
    public func load() async {
        let id = artwork.id
        await request.run {
            (
                artwork: try await client.artwork(id), counts: try await client.reactionCounts(of: id),
                own: try await client.ownReaction(to: id), comments: try await client.comments(on: id),
                user: await client.session?.user.id
            )
        } show: { found in
            artwork = found.artwork
            show(found.counts)
            ownReaction = found.own
            comments = found.comments
            userID = found.user
        }
    }

    private func show(_ counts: [ReactionCount]) {
        reactionCounts = Dictionary(counts.map { ($0.reaction, $0.count) }) { $1 }
    }

    /// Reacts to the artwork, or takes the same reaction back.
    ///
    /// The screen changes at once, and back if the service refuses.
    public func toggle(_ reaction: Reaction) async {
        guard !sending.isLoading else { return }
        let (counts, own) = (reactionCounts, ownReaction)
        if let own {
            let rest = reactionCounts[own, default: 1] - 1
            reactionCounts[own] = rest > 0 ? rest : nil
        }
        ownReaction = own == reaction ? nil : reaction
        if let ownReaction { reactionCounts[ownReaction, default: 0] += 1 }
        let isSent = await send { [client, artwork] in
            if own == reaction {
                try await client.removeReaction(from: artwork.id)
            } else {
                try await client.react(reaction, to: artwork.id)
            }
        }
        if !isSent { (reactionCounts, ownReaction) = (counts, own) }
    }

    /// Sends the typed comment.
    public func comment() async {
        guard canComment else { return }
        let text = draft
        await send { [client, artwork] in
            let comment = try await client.comment(text, on: artwork.id)
            // It may have arrived as a change already.
            if !self.comments.contains(where: { $0.id == comment.id }) { self.comments.append(comment) }
            // What was typed in the meantime stays.
            if self.draft == text { self.draft = "" }
        }
    }

    /// Deletes a comment.
    public func delete(_ comment: Comment) async {
        await send { [client] in
            try await client.deleteComment(comment.id)
            self.comments.removeAll { $0.id == comment.id }
        }
    }

    /// Keeps reactions and comments up to date until the task is cancelled.
    ///
    /// - Parameter open: opens a WebSocket connection; by default Foundation does.
    public func follow(open: (@Sendable (URL) async throws -> any RealtimeSocket)? = nil) async {
        let filters = ["artwork_comments", "artwork_reactions"].map {
            RowChangeFilter(table: $0, column: "artwork_id", equals: artwork.id.uuidString.lowercased())
        }
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

    private func apply(_ change: RowChange) async {
        switch (change.table, change.kind) {
        case ("artwork_comments", .delete): comments.removeAll { $0.id == change.id }
        case ("artwork_comments", _):
            guard let comment = try? change.row(as: Comment.self), comment.artworkID == artwork.id else { return }
            if let index = comments.firstIndex(where: { $0.id == comment.id }) {
                comments[index] = comment
            } else {
                comments.append(comment)
            }
        default:
            if let counts = try? await client.reactionCounts(of: artwork.id) { show(counts) }
        }
    }

    /// Sends something; false if it was not accepted.
    @discardableResult
    private func send(_ request: () async throws -> Void) async -> Bool {
        sending = .loading
        do {
            try await request()
            sending = .loaded
            return true
        } catch {
            sending = LoadingState.after(error) ?? .idle
            return false
        }
    }
}
