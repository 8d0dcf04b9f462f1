import LocalStore
import PortfolioDomain
import FailureModel
import Files
import Foundation
import HTTPService
import Pipeline
import PipelineSQL
import Portfolio
import PortfolioFiles
import PortfolioInputs
import Threads

/// Creates portfolios from uploads, addresses and texts, and waits for them.
struct PortfolioMaker: Sendable {
    private let system: LocalSystem
    private let clock: any PipelineClock
    private var client: PipelineClient { system.client }

    /// The interval of polling the store for results of other processes.
    private static let poll = Duration.milliseconds(100)

    init(_ system: LocalSystem, clock: any PipelineClock) {
        self.system = system
        self.clock = clock
    }

    // MARK: Orders

    /// Resolves the uploads in a request.
    ///
    /// - Parameters:
    ///   - request: A checked request.
    ///   - owner: The owner of the uploads.
    ///   - complete: Adds further details to the manifest.
    /// - Returns: The order, with nothing stored yet.
    /// - Throws: `no_content` if no input is known to be usable; errors of the store.
    func order(
        _ request: GeneratePortfolioRequest, for owner: OwnerID,
        _ complete: @escaping @Sendable (inout PortfolioManifest) -> Void = { _ in }
    ) async throws -> PortfolioOrder {
        var uploads: [String: Document] = [:]
        for id in Set(request.inputs.compactMap { $0.filePath.flatMap(UploadResponse.contentID) }) {
            uploads[id] = try await upload(id, of: owner)
        }
        let known = uploads
        let (manifest, bytes) = try await WorkerThreads.shared.run {
            var manifest = request.manifest { id in
                known[id].map { GeneratePortfolioRequest.Upload(content: $0.content.hex, name: $0.fileName) }
            }
            complete(&manifest)
            return (manifest, try JSONText.compact(manifest))
        }
        // Of several uploads with the same bytes, a readable one is preferred to one with a lost worker.
        let byContent = Dictionary(uploads.values.map { ($0.content.hex, $0) }) { a, b in
            let (aFailed, bFailed) = (a.state == .failed, b.state == .failed)
            return aFailed == bFailed ? (a.sequence < b.sequence ? a : b) : (aFailed ? b : a)
        }
        try checkContent(manifest, byContent)
        return PortfolioOrder(
            id: DocumentID(ofPortfolio: bytes, owner: owner), owner: owner, manifest: manifest, bytes: bytes,
            parts: manifest.parts.compactMap { byContent[$0]?.id })
    }

    /// Returns the upload with an ID, or `nil` if its owner has none.
    func upload(_ id: String, of owner: OwnerID) async throws -> Document? {
        guard let id = DocumentID(id) else { return nil }
        do {
            let document = try await system.store.document(id, in: .owner(owner))
            return document.kind == PortfolioInputKind.name ? document : nil
        } catch StoreError.documentUnknown {
            return nil
        }
    }

    private func checkContent(_ manifest: PortfolioManifest, _ uploads: [String: Document]) throws(Failure) {
        var first: Failure?
        for input in manifest.inputs {
            switch input.source {
            case .failed(let code, let message): first = first ?? Failure(ErrorCode(code), message)
            case .file(_, let content):
                guard let failure = uploads[content]?.failure else { return }
                first = first ?? failure.failure
            case .link, .text: return
            }
        }
        throw .noContent(count: manifest.inputs.count, first: first)
    }

    /// Returns whether an equal order exists already.
    func exists(_ order: PortfolioOrder) async throws -> Bool {
        do {
            _ = try await system.store.document(order.id, in: .owner(order.owner))
            return true
        } catch StoreError.documentUnknown {
            return false
        }
    }

    /// Stores an order and starts the work, or joins an equal earlier order.
    ///
    /// - Throws: Errors of the store.
    @discardableResult
    func place(_ order: PortfolioOrder) async throws -> Document {
        let scope = OwnerScope.owner(order.owner)
        if !(try await exists(order)) {
            let (artefacts, bytes) = (system.artefacts, order.bytes)
            let content = try await offPool { try artefacts.put(bytes) }
            do {
                _ = try await client.importStored(
                    content, byteCount: Int64(bytes.count), id: order.id, owner: order.owner, kind: PortfolioKind.name,
                    fileName: order.fileName, mediaType: PortfolioKind.mediaType, parts: order.parts)
            } catch StoreError.documentExists {
                // Another process was faster.
            }
        }
        let document = try await system.store.document(order.id, in: scope)
        do {
            switch document.state {
            case .imported: return try await client.process(document.id, in: scope)
            case .failed where document.mayTryAgain: return try await client.retry(document.id, in: scope)
            default: return document
            }
        } catch StoreError.moveNotAllowed {
            return try await system.store.document(order.id, in: scope)
        }
    }

    // MARK: Waiting

    /// Waits until a portfolio is ready or has failed.
    ///
    /// - Parameters:
    ///   - order: The placed order.
    ///   - patience: The maximum waiting time.
    /// - Returns: The document, which is no longer `processing`.
    /// - Throws: `still_working` with the portfolio's ID after that time; the failure of the work; `CancellationError`.
    func wait(for order: PortfolioOrder, atMost patience: Duration) async throws -> Document {
        let start = clock.now
        let document = try await system.store.settled.withSignal(of: order.id) { bell in
            while true {
                let rings = bell.rings
                let document = try await system.store.document(order.id, in: .owner(order.owner))
                guard document.state == .processing || document.state == .imported else { return document }
                let left = patience - (clock.now - start)
                guard left > .zero else {
                    throw APIError(
                        Failure(
                            .stillWorking, "The portfolio is not ready yet; send the same request again to wait on."),
                        retryAfter: 1, more: ["portfolio_id": order.id.wireText])
                }
                await bell.wait(beyond: rings, atMost: min(left, Self.poll), by: clock)
                try Task.checkCancellation()
            }
        }
        if let failure = document.failure, failure.during == .processing { throw failure.failure }
        return document
    }

    // MARK: Stored portfolios

    /// Returns the document of a portfolio.
    ///
    /// - Throws: `document_unknown`, also for a document of another owner or kind.
    func portfolio(_ id: DocumentID, in scope: OwnerScope) async throws -> Document {
        let document = try await system.store.document(id, in: scope)
        guard document.kind == PortfolioKind.name else { throw StoreError.documentUnknown(document.id) }
        return document
    }

    /// Returns the manifest of a portfolio.
    func manifest(of document: Document) async throws -> PortfolioManifest {
        let (artefacts, content) = (system.artefacts, document.content)
        return try await WorkerThreads.shared.run {
            try JSONDecoder().decode(PortfolioManifest.self, from: try artefacts.read(content))
        }
    }

    /// Deletes a portfolio with the uploads that no other portfolio shows.
    func delete(_ document: Document) async throws {
        let now = clock.now
        let bytes = try await system.database.write { transaction in
            let parts = try transaction.stored.parts(of: document, kind: PortfolioInputKind.name)
            var bytes = try Self.delete(document.id, of: document.owner, in: transaction, at: now)
            for part in parts {
                if try transaction.stored.isPart(part) { continue }
                bytes.merge(
                    try Self.delete(part, of: document.owner, in: transaction, at: now), uniquingKeysWith: max)
            }
            return bytes
        }
        try await client.discard(bytes)
    }

    private static func delete(
        _ id: DocumentID, of owner: OwnerID, in transaction: StoreTransaction, at now: Timestamp
    ) throws -> [ContentID: Timestamp] {
        let bytes = try transaction.document(id, in: .owner(owner)).bytes(
            with: try transaction.stored.artefacts(of: id))
        try transaction.delete(id, in: .owner(owner), at: now)
        return bytes
    }
}

extension Document {
    /// Whether a retry may succeed; not if all inputs are unusable.
    fileprivate var mayTryAgain: Bool { failure?.during == .processing && failure?.code != .noContent }
}
