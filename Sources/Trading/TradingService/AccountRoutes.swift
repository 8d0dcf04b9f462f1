import LocalStore
import TradingDomain
import Audit
import FailureModel
import FileCollections
import Foundation
import HTTPService
import HTTPTypes
import Hummingbird
import Pipeline
import Trading

/// Routes that manage an account's files, state and statements, under `/api/accounts`.
struct AccountRoutes: Sendable {
    private let system: LocalSystem
    private let service: ServiceParts
    private let answers: AccountAnswers
    private let excerpts: AccountExcerpts
    private let kind = AccountKind()

    /// Maximum number of files in a request.
    private static let fileLimit = 20
    /// Maximum size of all files in a request, in bytes.
    private static let byteLimit = Int64(AccountFileKind.sizeLimit)

    init(_ system: LocalSystem, _ service: ServiceParts, _ answers: AccountAnswers) {
        self.system = system
        self.service = service
        self.answers = answers
        excerpts = AccountExcerpts(system.artefacts)
    }

    func add(to accounts: RouterGroup<ServiceContext>) {
        accounts.get(use: list)
        accounts.get(":name", use: state)
        accounts.delete(":name", use: delete)
        accounts.get(":name/reconciliation", use: reconciliation)
        accounts.post(":name/files", use: addFiles)
        accounts.delete(":name/files/:file", use: removeFile)
        accounts.post(":name/statement", use: makeStatement)
        accounts.get(":name/statement.pdf", use: statement)
    }

    /// Returns the account in the path of a request.
    ///
    /// - Throws: `collection_name_refused`.
    private func key(_ context: ServiceContext) throws -> CollectionKey {
        let name = context.parameters.get("name")?.removingPercentEncoding ?? ""
        return try CollectionKey(name, kind: AccountKind.name, owner: context.owner)
    }

    /// Returns the name of the existing account in the path of a request.
    ///
    /// - Throws: `collection_name_refused`; `collection_unknown` if the user has no such account.
    func existingAccount(_ context: ServiceContext) async throws -> String {
        let key = try key(context)
        _ = try await system.collections.current(key)
        return key.name
    }

    // MARK: States

    private struct List: Encodable {
        let accounts: [AccountState]
    }

    @Sendable private func list(_ request: Request, _ context: ServiceContext) async throws -> Response {
        let names = try await system.collections.names(of: AccountKind.name, owner: context.owner)
        var accounts: [AccountState] = []
        for name in names {
            do {
                accounts.append(try await state(try CollectionKey(name, kind: AccountKind.name, owner: context.owner)))
            } catch let failure as Failure where failure.code == .collectionUnknown {
                // The account was deleted in the meantime.
            }
        }
        return JSONResponse.make(List(accounts: accounts))
    }

    @Sendable private func state(_ request: Request, _ context: ServiceContext) async throws -> Response {
        let key = try key(context)
        let current = try await system.collections.current(key)
        try await service.record(.viewed, of: current.id, by: context)
        return JSONResponse.make(try await state(key))
    }

    private func state(_ key: CollectionKey) async throws -> AccountState {
        let current = try await system.collections.current(key)
        let files = try await system.collections.files(of: key)
        return AccountState(
            name: key.name, title: try await excerpts.title(in: files), current: current,
            figures: try await figures(key),
            files: files.compactMap(\.document))
    }

    /// Returns the newest figures, if any.
    private func figures(_ key: CollectionKey) async throws -> AccountState.Figures? {
        guard let analysed = try await system.collections.newestAnalysed(key) else { return nil }
        var period: AccountState.Period?
        if let report = try await newestFilled(AccountKind.ArtefactName.report, of: analysed) {
            period = try await excerpts.period(in: report)
        }
        return AccountState.Figures(document: analysed, statementPeriod: period)
    }

    @Sendable private func reconciliation(_ request: Request, _ context: ServiceContext) async throws -> Response {
        let account = try await answers.account(try key(context).name, of: context.owner)
        try await service.record(.viewed, of: account.document.id, by: context)
        return try await answers.response(to: .reconciliation, about: account, request)
    }

    // MARK: Files

    @Sendable private func addFiles(_ request: Request, _ context: ServiceContext) async throws -> Response {
        let key = try key(context)
        try await service.admission.checkQueue(for: context.owner)
        let fileKind = kind.fileKind
        let received = try await service.admission.uploading(for: context.owner) {
            try await FileUpload(into: system.artefacts, byteLimit: Self.byteLimit) {
                try fileKind.mediaType(ofHead: $0, byteCount: $1, fileName: $2)
            }.receive(request, atMost: Self.fileLimit)
        }
        let ids = received.map { _ in DocumentID(UUID()) }
        for id in ids { try await service.record(.uploaded, of: id, by: context) }
        _ = try await system.collections.grow(
            key, of: kind, by: received.map(FileCollections.NewFile.init), as: ids)
        return JSONResponse.make(try await state(key), status: .accepted)
    }

    /// Removes all files of a name.
    ///
    /// Files with the earlier figures remain until the account is deleted.
    @Sendable private func removeFile(_ request: Request, _ context: ServiceContext) async throws -> Response {
        let key = try key(context)
        let name = context.parameters.get("file")?.removingPercentEncoding ?? ""
        try await service.admission.checkQueue(for: context.owner)
        for file in try await system.collections.files(of: key) where file.document?.fileName == name {
            try await service.record(.removed, of: file.id, by: context)
        }
        let document: Document
        do {
            document = try await system.collections.removeFiles(named: name, from: key, of: kind)
        } catch let failure as Failure where failure.code == .inputMissing {
            throw Failure(.notFound, failure.message)
        }
        _ = try await system.collections.begun(document)
        return JSONResponse.make(try await state(key), status: .accepted)
    }

    @Sendable private func delete(_ request: Request, _ context: ServiceContext) async throws -> Response {
        let key = try key(context)
        try await service.record(.deleted, of: try await system.collections.current(key).id, by: context)
        try await system.collections.delete(key)
        return Response(status: .noContent)
    }

    // MARK: Statements

    @Sendable private func makeStatement(_ request: Request, _ context: ServiceContext) async throws -> Response {
        let key = try key(context)
        let options = try await options(request, context)
        if let mistake = options.mistake { throw Failure(.malformedRequest, mistake) }
        let document = try await answers.account(key.name, of: context.owner).document
        try await service.admission.checkQueue(for: context.owner)
        try await service.record(.filled, of: document.id, by: context)
        _ = try await system.client.fill(document.id, in: context.scope, inputs: try AccountKind.inputs(options))
        return JSONResponse.make(try await state(key), status: .accepted)
    }

    /// Returns the options in the body; an empty one requests the default statement.
    private func options(_ request: Request, _ context: ServiceContext) async throws -> StatementOptions {
        if request.headers[.contentType] == nil, request.headers[.contentLength] ?? "0" == "0",
            request.headers[.transferEncoding] == nil
        {
            return StatementOptions()
        }
        return try await request.json(StatementOptions.self, context, upTo: 16 << 10)
    }

    @Sendable private func statement(_ request: Request, _ context: ServiceContext) async throws -> Response {
        let key = try key(context)
        let document = try await answers.account(key.name, of: context.owner).document
        guard let statement = try await newestFilled(AccountKind.ArtefactName.statement, of: document) else {
            throw Failure(.notReady, "There is no statement of the newest figures yet.")
        }
        try await service.record(.downloaded, of: document.id, by: context)
        return try await ArtefactResponse(
            statement.content, mediaType: statement.mediaType, fileName: "\(key.name).statement.pdf",
            in: system.artefacts
        ).response(to: request)
    }

    /// Returns an artefact that was published with the newest statement.
    private func newestFilled(_ name: String, of document: Document) async throws -> Artefact? {
        guard document.fill > 0 else { return nil }
        return try await system.store.artefacts(of: document.id, in: .owner(document.owner), fill: nil)
            .last { $0.artefact.name == name }?.artefact
    }
}

extension FileCollections.NewFile {
    fileprivate init(_ received: FileUpload.Received) {
        self.init(
            content: received.stored.content, byteCount: received.stored.byteCount, name: received.fileName,
            mediaType: received.mediaType)
    }
}
