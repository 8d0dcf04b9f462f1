import Foundation
import PortfolioClient
import ServiceConnection
import Synchronization
import TestSupport
import TestTraits
import Testing
import TradingClient

@Suite("The client of portfolios", .blocking, .timeLimit(.minutes(30))) struct PortfolioClientTests {
    @MainActor private static func client(of served: ServedClients) async throws -> PortfolioClient {
        let login = TradingClient(baseURL: try served.url)
        try await login.logIn(username: ServedClients.user, password: ServedClients.password)
        return PortfolioClient(baseURL: try served.url, token: await login.tokens?.access)
    }

    @Test("files, a link and a text become a portfolio that the reel walks through, and a book")
    @MainActor func flow() async throws {
        let served = try ServedClients()
        let client = try await Self.client(of: served)
        let draft = NewPortfolioModel(client, userID: "ada")
        #expect(!draft.canGenerate)
        await draft.add(try served.picture("Brücke über die Isar.jpg"))
        await draft.add(try served.folder.write("no picture", "broken.jpg"))
        #expect(draft.uploads.count == 2 && draft.uploads[0].state == .loaded && draft.uploads[0].progress == 1)
        draft.others = [
            PortfolioInput(.text("Hello, I build engines and I write about them."), title: "About me"),
            PortfolioInput(.link(try #require(URL(string: "https://github.com/ada"))), title: "Code"),
        ]
        #expect(!draft.canGenerate)
        (draft.title, draft.subtitle, draft.category) = ("Ada Lovelace", "Engines", "Design")
        #expect(draft.canGenerate)
        await draft.generate()
        #expect(draft.state == .loaded)
        let response = try #require(draft.response)
        #expect(response.portfolio.meta.title == "Ada Lovelace" && response.portfolio.userID == "ada")

        let events = Mutex<[PortfolioEvent]>([])
        let reel = ReelModel(client) { event in events.withLock { $0.append(event) } }
        #expect(reel.section == nil && reel.progress == 0)
        await reel.load(response.portfolio.id)
        #expect(reel.state == .loaded && reel.portfolio == response.portfolio)
        reel.previous()
        #expect(reel.sectionIndex == 0)
        for _ in 0..<reel.sectionCount { reel.next() }
        #expect(reel.sectionIndex == reel.sectionCount - 1 && reel.progress == 1)
        for item in response.portfolio.navigation.quickNav {
            reel.go(toSection: item.targetSection)
            #expect(reel.section?.id == item.targetSection)
        }
        let block = try #require(reel.section?.blocks.first)
        reel.toggle(block)
        #expect(reel.expandedBlockID == block.id)
        reel.toggle(block)
        #expect(reel.expandedBlockID == nil)
        // The service turns statistics off.
        #expect(events.withLock { $0 }.isEmpty)

        let contents = response.portfolio.sections.flatMap(\.blocks).map(\.content)
        let pictures = contents.compactMap { if case .media(let media) = $0 { media } else { nil } }
        let source = try #require(pictures.first?.sources.first)
        #expect(source.quality == "high")
        #expect(contents.contains { if case .text(let text) = $0 { text.text.hasPrefix("Hello") } else { false } })
        #expect(contents.contains { if case .link(let link) = $0 { link.platform == "github" } else { false } })
        #expect(contents.contains { if case .callToAction = $0 { true } else { false } })
        #expect(!contents.contains { if case .unknown = $0 { true } else { false } })

        let book = BookModel(client, portfolio: response.portfolio.id, polling: .milliseconds(100))
        await book.compose(edition: "page: a4\n")
        #expect(book.state == .loaded && book.book?.starts(with: Data("%PDF-".utf8)) == true)
        #expect((book.status?.pages ?? 0) > 0)
        await book.compose(edition: "pagee: a4\n")
        #expect(book.state.problem?.contains("pagee") == true && book.book != nil)
        #expect(try await client.card(of: response.portfolio.id).starts(with: Data("BEGIN:VCARD".utf8)))
        #expect(try await client.portfolios().portfolios.map(\.id) == [response.portfolio.id])
        try await client.delete(response.portfolio.id)
        await reel.load(response.portfolio.id)
        #expect(reel.state.problem != nil && reel.portfolio != nil)
    }

    @Test("links open a portfolio at a section and a block, and other addresses open nothing")
    @MainActor func deepLinks() async throws {
        let served = try ServedClients()
        let client = try await Self.client(of: served)
        let text = PortfolioInput(.text("Hello, I build engines and I write about them."), title: "About me")
        let portfolio = try await client.generate(
            PortfolioRequest(userID: "ada", title: "Ada", subtitle: "", category: "Tech", inputs: [text])
        ).portfolio
        let reel = ReelModel(client)
        let section = try #require(portfolio.sections.last)
        let block = try #require(section.blocks.last)
        let link = try #require(
            URL(string: "\(portfolio.navigation.deepLinks.baseURL)/\(section.id)/\(block.id)"))
        #expect(await reel.open(link))
        #expect(reel.portfolio == portfolio && reel.section == section && reel.expandedBlockID == block.id)
        for other in ["https://portfolio/\(portfolio.id)", "reshuffle://portfolio", "reshuffle://other/1"] {
            #expect(await reel.open(try #require(URL(string: other))) == false)
        }
        #expect(await reel.open(try #require(URL(string: "\(portfolio.navigation.deepLinks.baseURL)/nowhere"))))
        #expect(reel.section == section)
    }
}
