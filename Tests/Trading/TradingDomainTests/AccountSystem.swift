import Domains
import LocalStore
import TradingDomain
import FileCollections
import Foundation
import Pipeline
import PipelineSQL
import PipelineTestSupport
import ServiceTestSupport
import TestSupport
import Testing

/// A store with accounts, and a runner that works on it in this process.
struct AccountSystem {
    let system: LocalSystem
    let kind = AccountKind()
    var client: PipelineClient { system.client }

    /// Runs `body` beside a runner.
    static func run<T: Sendable>(
        settings yaml: String = "", _ body: @escaping @Sendable (AccountSystem) async throws -> T
    ) async throws -> T {
        let folder = try TemporaryFolder()
        let file = try folder.write(yaml, "pipeline.yaml").path
        let settings = try SystemSettings(
            contentsOf: yaml.isEmpty ? nil : file, store: folder.path + "/store", domains: Domains.stored)
        let system = try LocalSystem.empty(settings)
        return try await system.runner(logger: .silent).run { try await body(AccountSystem(system: system)) }
    }

    func key(_ name: String = "depot", of owner: OwnerID = .local) throws -> CollectionKey {
        try CollectionKey(name, kind: kind.name, owner: owner)
    }

    /// Adds files and waits for the account's document.
    @discardableResult
    func add(_ files: [String: String], to name: String = "depot", of owner: OwnerID = .local) async throws -> Document
    {
        try await add(files.mapValues { Data($0.utf8) }, to: name, of: owner)
    }

    @discardableResult
    func add(_ files: [String: Data], to name: String = "depot", of owner: OwnerID = .local) async throws -> Document {
        let new = try files.sorted { $0.key < $1.key }.map { file, data in
            FileCollections.NewFile(
                content: try system.artefacts.put(data), byteCount: Int64(data.count), name: file,
                mediaType: try kind.fileKind.mediaType(of: data, fileName: file))
        }
        let document = try await system.collections.grow(try key(name, of: owner), of: kind, by: new)
        return try await client.settled(document.id, in: .all)
    }

    /// Sets the statement of a document, and returns what was published in that.
    func statement(
        of document: Document, _ options: StatementOptions = StatementOptions()
    ) async throws -> (document: Document, files: [String: Data]) {
        _ = try await client.fill(document.id, in: .all, inputs: try AccountKind.inputs(options))
        let filled = try await client.settled(document.id, in: .all)
        return (filled, try await files(of: filled, fill: filled.fill))
    }

    /// The published artefacts of the analysis, or of a fill.
    func files(of document: Document, fill: Int = 0) async throws -> [String: Data] {
        try await client.files(of: document.id, fill: fill)
    }
}
