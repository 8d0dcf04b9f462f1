import FamiliesClient
import Foundation
import ListeningTestSupport
import ServiceConnection
import Synchronization
import TestSupport
import TestTraits
import Testing

/// A WebSocket connection of the tests, since Debian's libcurl has none.
private struct TestSocket: RealtimeSocket {
    let client: SocketClient

    static func opener(port: Int) -> @Sendable (URL) async throws -> any RealtimeSocket {
        { url in
            let path = url.path + "?" + (url.query(percentEncoded: true) ?? "")
            return TestSocket(client: try await SocketClient.open(port: port, path))
        }
    }

    func send(_ text: String) async throws { try await client.send(text) }

    func receive() async throws -> String {
        while true {
            switch await client.next() {
            case .text(let text): return text
            case .close, .end: throw URLError(.networkConnectionLost)
            case .head, .pong: break
            }
        }
    }

    func close() { client.disconnect() }
}

@Suite("The client of families", .blocking, .timeLimit(.minutes(30))) struct FamiliesClientTests {
    private static let story = "The sun is yellow because it ate all the lemons."

    /// Signs in and adds a child.
    @MainActor private static func family(_ served: ServedClients) async throws -> (FamiliesClient, Family) {
        let client = FamiliesClient(projectURL: try served.url, key: served.familyKey)
        let signIn = SignInModel(client)
        (signIn.email, signIn.password) = (ServedClients.email, ServedClients.password)
        await signIn.signIn()
        try #require(signIn.isSignedIn, "\(signIn.state)")
        let family = try #require(try await client.families().first)
        _ = try await client.addChild(named: "Mia", birthDate: CalendarDay("2020-05-31"), to: family.id)
        return (client, family)
    }

    /// Adds an artwork.
    @MainActor private static func upload(
        _ served: ServedClients, _ client: FamiliesClient, _ family: Family, title: String = ""
    ) async throws -> Artwork {
        let upload = UploadModel(client, family: family.id)
        await upload.load()
        #expect(upload.child?.name == "Mia")
        upload.picture = try served.picture("sun.jpg")
        upload.momentPhoto = try served.picture("moment.jpg")
        upload.story = "too short"
        #expect(!upload.canUpload && upload.storyLength == 9)
        upload.story = story
        upload.title = title
        #expect(upload.canUpload)
        await upload.upload()
        #expect(upload.sending == .loaded && upload.progress == 1, "\(upload.sending)")
        return try #require(upload.artwork)
    }

    @Test("an artwork with its story is added, shown in the feed, reacted to and commented on")
    @MainActor func flow() async throws {
        let served = try ServedClients()
        let (client, family) = try await Self.family(served)
        let added = try await Self.upload(served, client, family)
        #expect(added.title == String(Self.story.prefix(StoryRules.titlePrefix)))
        #expect(added.momentPhotoURL != nil && added.child?.name == "Mia" && added.child?.initial == "M")
        #expect(added.createdDate == CalendarDay(Date()))

        let feed = FeedModel(client)
        await feed.load()
        #expect(feed.state == .loaded && feed.artworks == [added] && !feed.hasMore && feed.commentCounts.isEmpty)

        let model = ArtworkModel(client, showing: added)
        await model.load()
        #expect(model.state == .loaded && model.reactionCounts.isEmpty && model.ownReaction == nil)
        await model.toggle(.heart)
        #expect(model.ownReaction == .heart && model.reactionCounts == [.heart: 1])
        await model.toggle(.star)
        #expect(model.ownReaction == .star && model.reactionCounts == [.star: 1])
        await model.load()
        #expect(model.ownReaction == .star && model.reactionCounts == [.star: 1])
        await model.toggle(.star)
        await model.load()
        #expect(model.ownReaction == nil && model.reactionCounts.isEmpty)

        model.draft = " \n"
        #expect(!model.canComment)
        model.draft = String(repeating: "a", count: 501)
        #expect(!model.canComment)
        model.draft = "How lovely!"
        await model.comment()
        #expect(model.draft.isEmpty && model.comments.map(\.text) == ["How lovely!"])
        let comment = try #require(model.comments.first)
        #expect(model.isOwn(comment) && abs(comment.createdAt.timeIntervalSinceNow) < 3_600)
        await feed.load()
        #expect(feed.commentCounts == [added.id: 1])
        await model.delete(comment)
        #expect(model.comments.isEmpty)
        #expect(try await client.comments(on: added.id).isEmpty)
        try await client.deleteArtwork(added.id)
        await model.load()
        #expect(model.state.problem != nil)
    }

    @Test("changes of others arrive, after an interruption as well")
    @MainActor func changes() async throws {
        let served = try ServedClients()
        let (client, family) = try await Self.family(served)
        let artwork = try await Self.upload(served, client, family, title: "Sun")
        #expect(artwork.title == "Sun")
        let sockets = Mutex<[any RealtimeSocket]>([])
        let open = TestSocket.opener(port: try served.port)
        let opener: @Sendable (URL) async throws -> any RealtimeSocket = { url in
            let socket = try await open(url)
            sockets.withLock { $0.append(socket) }
            return socket
        }
        let model = ArtworkModel(client, showing: artwork)
        let following = Task { await model.follow(open: opener) }
        let member = FamiliesClient(projectURL: try served.url, key: served.familyKey)
        try await member.signUp(
            email: "ben@example.org", password: ServedClients.password, inviteCode: served.inviteCode)
        #expect(try await member.feed().map(\.id) == [artwork.id])
        func wait(until condition: () -> Bool) async throws {
            while !condition() { try await Task.sleep(for: .milliseconds(20)) }
        }
        try await wait { model.state == .loaded }
        let comment = try await member.comment("From Ben", on: artwork.id)
        try await member.react(.palette, to: artwork.id)
        try await wait { model.comments.map(\.text) == ["From Ben"] && model.reactionCounts == [.palette: 1] }
        #expect(model.comments.first?.userNickname?.isEmpty == false && !model.isOwn(comment))

        // A lost connection is opened again, and what was missed is loaded.
        sockets.withLock { $0 }.forEach { $0.close() }
        try await member.deleteComment(comment.id)
        try await member.comment("Ben again", on: artwork.id)
        try await wait { model.comments.map(\.text) == ["Ben again"] }
        #expect(sockets.withLock { $0.count } >= 2)
        following.cancel()
        await following.value
        #expect(model.state == .loaded)
    }

    @Test("a subscription that the service refuses ends with its reason")
    @MainActor func refusedSubscription() async throws {
        let served = try ServedClients()
        let (client, _) = try await Self.family(served)
        let changes = client.changes(
            of: [RowChangeFilter(table: "secrets")], open: TestSocket.opener(port: try served.port))
        await #expect(throws: RequestError.self) { for try await _ in changes {} }
    }

    @Test("an expired session is exchanged and stored, and a refused one ends")
    @MainActor func sessions() async throws {
        let served = try ServedClients()
        let first = FamiliesClient(projectURL: try served.url, key: served.familyKey)
        var session = try await first.signIn(email: ServedClients.email, password: ServedClients.password)
        session.accessToken = "expired"
        let stored = Mutex<FamilySession?>(nil)
        let client = FamiliesClient(
            projectURL: try served.url, key: served.familyKey, session: session,
            sessionDidChange: { new in stored.withLock { $0 = new } })
        #expect(try await client.families().map(\.name) == ["The Lovelaces"])
        #expect(stored.withLock { $0 }?.user == session.user)
        try await client.signOut()
        #expect(stored.withLock { $0 } == nil)
        #expect(try await client.families().isEmpty)

        let signIn = SignInModel(client)
        (signIn.email, signIn.password) = (ServedClients.email, "wrong password")
        await signIn.signIn()
        #expect(signIn.state.problem != nil && !signIn.isSignedIn && signIn.password == "wrong password")
    }

    @Test("a picture that the service refuses leaves what was typed, and no artwork")
    @MainActor func refusedPicture() async throws {
        let served = try ServedClients()
        let (client, family) = try await Self.family(served)
        let upload = UploadModel(client, family: family.id)
        await upload.load()
        upload.picture = try served.folder.write("no picture", "broken.jpg")
        upload.story = Self.story
        await upload.upload()
        #expect(upload.sending.problem != nil && upload.artwork == nil && upload.story == Self.story)
        #expect(upload.canUpload)
        #expect(try await client.feed().isEmpty)
    }

    @Test("a day is read and written as the service does, and is no other text")
    func days() throws {
        #expect(CalendarDay("2026-01-31")?.description == "2026-01-31")
        #expect(CalendarDay("0099-12-01") == CalendarDay(year: 99, month: 12, day: 1))
        for text in ["", "2026-1-31", "2026-13-01", "2026-00-10", "2026-01-32", "2026-01-31T00:00:00", "26-01-01"] {
            #expect(CalendarDay(text) == nil, "\(text)")
        }
        #expect(CalendarDay(year: 2025, month: 12, day: 31) < CalendarDay(year: 2026, month: 1, day: 1))
    }
}
