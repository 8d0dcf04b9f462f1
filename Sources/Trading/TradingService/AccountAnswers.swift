import LocalStore
import TradingDomain
import FailureModel
import FileCollections
import Foundation
import HTTPService
import HTTPTypes
import Hummingbird
import NIOCore
import Pipeline
import PipelineSQL
import Threads
import Trading
import TradingAPI

/// Answers questions about accounts from the artefacts of their newest analysis.
///
/// Documents never change, so answers are computed once and cached.
struct AccountAnswers: Sendable {
    private let system: LocalSystem
    private let versions: StoreVersion
    private let views: AccountViews
    private let dates: DateFormat
    private let accounts = RecentValues<AccountKey, KnownAccount>(limit: 10_000)
    private let answers = RecentValues<AnswerKey, KnownAnswer>(limit: 64 << 20)

    /// Size in bytes above which artefacts are read one at a time.
    private static let largeArtefact: Int64 = 8 << 20

    /// Memory of a question besides its answer, in bytes.
    private static let keySize = 1024

    /// Cache key: owner and account; without a name, the first account.
    private struct AccountKey: Hashable {
        let owner: OwnerID
        let name: String?
    }

    /// An account as of a version of the store.
    private struct KnownAccount: Sendable {
        let storeVersion: Int
        let account: AnalysedAccount
    }

    private struct AnswerKey: Hashable {
        let document: DocumentID
        let question: AccountQuestion
    }

    private struct KnownAnswer: Sendable {
        let tag: String
        let body: ByteBuffer
    }

    /// - Throws: ``SQL/SQLError`` if the store cannot be opened.
    init(_ system: LocalSystem) throws {
        self.system = system
        versions = try StoreVersion(of: system.database)
        views = AccountViews(system.artefacts)
        dates = system.settings.section(TradingSettings.self).dates
    }

    // MARK: Accounts

    /// Returns an account.
    ///
    /// - Parameters:
    ///   - name: the account's name; `nil` for the owner's first account.
    ///   - owner: the owner who makes the request.
    /// - Returns: the account with its newest figures.
    /// - Throws: `collection_unknown` if the owner has no such account; `not_ready` if it has no figures.
    func account(_ name: String?, of owner: OwnerID) async throws -> AnalysedAccount {
        // The version is read first, so that a change in between makes the result stale rather than new.
        let version = try await versions.current()
        let key = AccountKey(owner: owner, name: name)
        if let known = accounts[key], known.storeVersion == version { return known.account }
        guard let name = try await existing(name, of: owner) else {
            throw Failure(.collectionUnknown, "There is no account yet.")
        }
        let collection = try CollectionKey(name, kind: AccountKind.name, owner: owner)
        guard let document = try await system.collections.newestAnalysed(collection) else {
            throw try await lackOfFigures(in: collection)
        }
        let account = AnalysedAccount(
            name: name, document: document,
            published: try await system.store.artefacts(of: document.id, in: .owner(owner), fill: 0))
        accounts.keep(KnownAccount(storeVersion: version, account: account), for: key, size: 1)
        return account
    }

    /// Returns the reason why an account has no figures.
    private func lackOfFigures(in collection: CollectionKey) async throws -> Failure {
        guard try await system.collections.current(collection).state == .failed else {
            return Failure(.notReady, "The account has not been analysed yet.")
        }
        return Failure(
            .notReady,
            "The account could not be computed; GET /api/accounts/\(collection.name.percentEncoded) lists the reasons.")
    }

    private func existing(_ name: String?, of owner: OwnerID) async throws -> String? {
        if let name { return name }
        return try await system.collections.names(of: AccountKind.name, owner: owner).first
    }

    // MARK: Answers

    /// Answers a question, or responds that the client's copy is current.
    func response(
        to question: AccountQuestion, about account: AnalysedAccount, _ request: Request
    ) async throws -> Response {
        let key = AnswerKey(document: account.document.id, question: question)
        let answer: KnownAnswer
        if let known = answers[key] {
            answer = known
        } else {
            let body = try await encoded(question, account)
            answer = KnownAnswer(tag: "\"\(ContentID(of: body))\"", body: ByteBuffer(bytes: body))
            answers.keep(answer, for: key, size: body.count + Self.keySize)
        }
        if let response = request.notModified(answer.tag) { return response }
        return Response(
            status: .ok,
            headers: [
                .contentType: "application/json; charset=utf-8", .eTag: answer.tag, .cacheControl: "private, no-cache",
            ], body: ResponseBody(byteBuffer: answer.body))
    }

    private func encoded(_ question: AccountQuestion, _ account: AnalysedAccount) async throws -> Data {
        typealias Name = AccountKind.ArtefactName
        let dates = question.isOfContract ? dates : .iso
        switch question {
        case .summary:
            return try await encoded(Name.holdings, of: account, dates) { (answer: PortfolioHoldingsResponse) in
                answer.summary
            }
        case .holdings:
            return try await encoded(Name.holdings, of: account, dates) { (answer: PortfolioHoldingsResponse) in answer
            }
        case .lots: return try await encoded(Name.lots, of: account, dates) { (answer: LotsResponse) in answer }
        case .gains(nil):
            return try await encoded(Name.gains, of: account, dates) { (answer: GainsResponse) in answer }
        case .gains(let year):
            return try await encoded(of: account, dates) { view in view.gains(in: year) }
        case .performance(nil, nil):
            return try await encoded(Name.performance, of: account, dates) { (answer: PerformanceResponse) in answer }
        case .performance(let from, let to):
            let view = try await views.view(of: account)
            return try await views.run { try dates.encoder.encode(try view.performance(from: from, to: to)) }
        case .analysis:
            let time = try await processingTime(of: account)
            return try await encoded(Name.analysis, of: account, dates) { (answer: SmartAnalysisResponse) in
                answer.computed(at: time)
            }
        case .reconciliation:
            let artefact = try account.artefact(Name.reconciliation)
            return try await WorkerThreads.shared.run { [artefacts = system.artefacts] in
                try artefacts.read(artefact.content)
            }
        case .recentTrades(let limit):
            return try await encoded(of: account, dates) { view in view.recentTrades(limit: limit) }
        case .trades(let filter, let page, let links):
            return try await encoded(of: account, dates) { view in
                guard let trades = view.trades(filter, page: page, links) else {
                    throw Failure(.notFound, "There is no page \(page).")
                }
                return trades
            }
        }
    }

    /// Encodes an answer computed from an artefact.
    private func encoded<Stored: Decodable & SendableMetatype, Answer: Encodable & SendableMetatype>(
        _ name: String, of account: AnalysedAccount, _ dates: DateFormat,
        _ body: @escaping @Sendable (Stored) throws -> Answer
    ) async throws -> Data {
        let artefact = try account.artefact(name)
        let work: @Sendable () throws -> Data = { [artefacts = system.artefacts] in
            let stored = try DateFormat.iso.decoder.decode(Stored.self, from: try artefacts.read(artefact.content))
            return try dates.encoder.encode(try body(stored))
        }
        // A decoded response takes many times as much memory.
        if artefact.byteCount > Self.largeArtefact { return try await views.run(work) }
        return try await WorkerThreads.shared.run(work)
    }

    /// Encodes an answer computed from the ledger.
    private func encoded<Answer: Encodable & SendableMetatype>(
        of account: AnalysedAccount, _ dates: DateFormat, _ body: @escaping @Sendable (AccountView) throws -> Answer
    ) async throws -> Data {
        let view = try await views.view(of: account)
        return try await WorkerThreads.shared.run { try dates.encoder.encode(try body(view)) }
    }

    /// Returns the time of the analysis from the events, or else of its publication.
    private func processingTime(of account: AnalysedAccount) async throws -> ProcessingTime {
        let published = account.published.last { $0.artefact.name == AccountKind.ArtefactName.analysis }
        let document = account.document
        let events = try await system.store.events(of: document.id, in: .owner(document.owner))
            .filter { $0.stage == published?.stage }
        let completed = events.last { $0.cause == .completed }
        let started = events.last { $0.cause == .claimed && $0.sequence < completed?.sequence ?? 0 }
        // Events of old jobs are removed.
        let fallback = published?.publishedAt ?? document.updatedAt
        return ProcessingTime(
            started: (started?.at ?? completed?.at ?? fallback).date, completed: (completed?.at ?? fallback).date)
    }
}

extension SmartAnalysisResponse {
    /// Returns the response with the times of its session.
    fileprivate func computed(at time: ProcessingTime) -> SmartAnalysisResponse {
        var answer = self
        answer.latestSession?.startedAt = time.started
        answer.latestSession?.completedAt = time.completed
        answer.latestSession?.processingTime = time.duration
        return answer
    }
}
