import FamiliesClient
import FormModel
import FormsAPI
import FormwrightClient
import Foundation
import PortableText
import PortfolioClient
import TradingClient

// docs/apps/forms.md
@MainActor func fill(_ client: FormwrightClient, _ file: URL, _ output: URL) async throws {
    let model = DocumentModel(client)
    await model.open(file)
    for component in model.components where component.type == .text {
        model.values[component.fieldId] = "Ada Lovelace"
    }
    await model.fill()
    for (field, problem) in model.fieldProblems { print(field, problem) }
    try model.pdf?.write(to: output)
}

// docs/apps/trading.md, and the type `TradingClient`
@MainActor func show(_ url: URL, _ password: String) async throws {
    let client = TradingClient(baseURL: url, tokensDidChange: { tokens in store(tokens) })
    let login = LoginModel(client)
    (login.username, login.password) = ("ada", password)
    await login.logIn()
    let portfolio = HoldingsModel(client)
    await portfolio.load()
    for holding in portfolio.holdings { print(holding.stock.symbol, holding.exactQuantity, holding.currentValue) }
}

func loggingIn(_ url: URL, _ password: String) async throws -> PortfolioHoldings {
    let client = TradingClient(baseURL: url)
    try await client.logIn(username: "ada", password: password)
    let portfolio = try await client.holdings()
    return portfolio
}

private func store(_ tokens: TradingTokens?) {}

func importFile(_ file: URL, _ client: TradingClient) async throws -> Data {
    try await client.add(file, to: "depot") { sent, total in print("\(sent) of \(total) bytes") }
    let account = try await client.settled("depot")
    for problem in account.files.flatMap(\.problems) { print(problem.message) }
    try await client.makeStatement(of: "depot", from: "2025-01-01", to: "2025-12-31")
    _ = try await client.settled("depot")
    return try await client.statement(of: "depot")
}

// docs/apps/portfolio.md, and the type `PortfolioClient`
@MainActor func present(_ client: PortfolioClient, _ photos: [URL]) async {
    let draft = NewPortfolioModel(client, userID: "ada")
    (draft.title, draft.subtitle, draft.category) = ("Ada Lovelace", "Engines", "Design")
    for photo in photos { await draft.add(photo) }
    draft.others = [PortfolioInput(.text("Hello, I build engines."), title: "About me")]
    await draft.generate()
    guard let response = draft.response else { return }
    let reel = ReelModel(client) { event in print(event.name) }
    reel.show(response.portfolio)
    reel.next()
    let book = BookModel(client, portfolio: response.portfolio.id)
    await book.compose(edition: "page: a4-landscape\n")
}

func generating(_ url: URL, _ file: URL) async throws -> PortfolioResponse {
    let client = PortfolioClient(baseURL: url)
    let photo = try await client.upload(file)
    let response = try await client.generate(
        PortfolioRequest(
            userID: "ada", title: "Ada Lovelace", subtitle: "Engines", category: "Design", inputs: [.init(.file(photo))]
        ))
    return response
}

// docs/apps/families.md, and the type `FamiliesClient`
@MainActor func tell(_ url: URL, _ key: String, _ password: String, _ picture: URL) async throws {
    let client = FamiliesClient(projectURL: url, key: key, sessionDidChange: { session in keep(session) })
    try await client.signIn(email: "ada@example.org", password: password)
    guard let family = try await client.families().first else { return }
    let upload = UploadModel(client, family: family.id)
    await upload.load()
    upload.picture = picture
    upload.story = "The sun is yellow because it ate all the lemons."
    if upload.canUpload { await upload.upload() }
    let feed = FeedModel(client)
    await feed.load()
    guard let newest = feed.artworks.first else { return }
    let artwork = ArtworkModel(client, showing: newest)
    await artwork.load()
    await artwork.toggle(.heart)
    artwork.draft = "How lovely!"
    await artwork.comment()
}

private func keep(_ session: FamilySession?) {}

func reading(_ url: URL, _ anonKey: String, _ password: String) async throws {
    let client = FamiliesClient(projectURL: url, key: anonKey)
    try await client.signIn(email: "ada@example.org", password: password)
    for artwork in try await client.feed() { print(artwork.title) }
}

// docs/apps/portable-text.md
func readBlocks(_ json: Data) throws -> [AttributedBlock] {
    let document = try PortableTextDocument(json: json)
    for heading in document.tableOfContents { print(heading.level, heading.text) }
    return document.attributedBlocks()
}
