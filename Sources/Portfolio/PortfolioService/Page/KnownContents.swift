import LocalStore
import PortfolioDomain
import Foundation
import HTTPService
import Pipeline
import Portfolio
import PortfolioInputs
import Threads

/// The published results of portfolios and their files.
struct KnownContents: Sendable {
    private let system: LocalSystem
    private let states = RecentValues<Key, State>(limit: 20_000)
    private let analyses = RecentValues<ContentID, InputAnalysis>(limit: 20_000)

    /// A version of a portfolio.
    private struct Key: Hashable {
        let document: Int64
        let updatedAt: Timestamp
    }

    /// A portfolio with its files and its scores.
    struct State: Sendable {
        let document: Document
        let parts: [Part]
        let contents: PortfolioContents
        /// The scores; `nil` until the portfolio can be arranged.
        let scores: PortfolioScores?
        let hasBook: Bool
        /// The edition of the latest book.
        let bookEdition: PortfolioEdition?

        /// Returns whether an input is a file without an analysis yet.
        func isWaiting(_ input: Int) -> Bool {
            guard case .file(let part, _) = contents.manifest.inputs[input].source, parts.indices.contains(part),
                let document = parts[part].document
            else { return false }
            return document.state == .imported || document.state == .processing
        }
    }

    init(_ system: LocalSystem) {
        self.system = system
    }

    /// Returns the state of a portfolio.
    func state(of document: Document, _ manifest: PortfolioManifest) async throws -> State {
        let key = Key(document: document.sequence, updatedAt: document.updatedAt)
        if let state = states[key] { return state }
        let scope = OwnerScope.owner(document.owner)
        let parts = try await system.store.parts(of: document.id, in: scope)
        let published = try await system.store.artefacts(of: document.id, in: scope, fill: nil)
        let (artefacts, analyses) = (system.artefacts, analyses)
        let state = try await WorkerThreads.shared.run {
            try Self.state(of: document, manifest, parts: parts, published: published, artefacts, analyses)
        }
        // Files finish without a change of the portfolio.
        if state.scores != nil { states.keep(state, for: key, size: parts.count + 1) }
        return state
    }

    private static func state(
        of document: Document, _ manifest: PortfolioManifest, parts: [Part], published: [PublishedArtefact],
        _ artefacts: any ArtefactStore, _ analyses: RecentValues<ContentID, InputAnalysis>
    ) throws -> State {
        typealias Name = PortfolioKind.ArtefactName
        func read<T: Decodable>(_ type: T.Type, _ published: PublishedArtefact?) throws -> T? {
            guard let published else { return nil }
            return try JSONDecoder().decode(type, from: try artefacts.read(published.artefact.content))
        }
        let isArranged = document.state != .imported && document.state != .processing
        let scores = isArranged ? published.last { $0.artefact.name == Name.scores } : nil
        let book = published.last { $0.artefact.name == Name.book }
        let editions = published.filter { $0.artefact.name == PortfolioEdition.artefactName && $0.stage == .inputs }
        return State(
            document: document, parts: parts,
            contents: PortfolioContents(
                manifest,
                parts: try parts.map { part in
                    try PortfolioContents.Part(part) { try analysis($0, artefacts, analyses) }
                }),
            scores: try read(PortfolioScores.self, scores), hasBook: book != nil,
            bookEdition: try read(PortfolioEdition.self, editions.last { $0.fill == book?.fill }))
    }

    /// Returns the analysis of an upload; `nil` until it exists.
    func analysis(of document: Document) async throws -> InputAnalysis? {
        guard document.state == .ready else { return nil }
        let published = try await system.store.artefacts(of: document.id, in: .owner(document.owner), fill: 0)
        let (artefacts, analyses) = (system.artefacts, analyses)
        return try await WorkerThreads.shared.run {
            try published.last { $0.artefact.name == PortfolioInputKind.ArtefactName.analysis }.map {
                try Self.analysis($0.artefact, artefacts, analyses)
            }
        }
    }

    private static func analysis(
        _ artefact: Artefact, _ artefacts: any ArtefactStore, _ known: RecentValues<ContentID, InputAnalysis>
    ) throws -> InputAnalysis {
        if let analysis = known[artefact.content] { return analysis }
        let analysis = try JSONDecoder().decode(InputAnalysis.self, from: try artefacts.read(artefact.content))
        known.keep(analysis, for: artefact.content, size: 1)
        return analysis
    }
}
