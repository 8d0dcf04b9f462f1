import TradingDomain
import FailureModel
import HTTPService
import Pipeline
import Synchronization
import Threads
import Trading
import TradingAPI

/// Creates views of accounts from their ledgers, one at a time, with a cache.
///
/// The view of a million entries takes seconds and hundreds of megabytes.
final class AccountViews: Sendable {
    private let artefacts: any ArtefactStore
    /// Shared by all instances, since they share the memory of the process.
    private static let thread = WorkerThreads(count: 1)
    private let views = RecentValues<DocumentID, AccountView>(limit: entryLimit, largest: entryLimit)
    private let waiting = Mutex(0)

    /// Maximum number of entries of all cached views; no account has more.
    private static let entryLimit = 1_000_000
    /// Maximum number of requests waiting for the thread.
    private static let waitingLimit = 32

    init(_ artefacts: any ArtefactStore) {
        self.artefacts = artefacts
    }

    /// Returns the view of an account.
    ///
    /// - Throws: `too_many_requests` if too many requests wait for views; `artefact_missing`.
    func view(of account: AnalysedAccount) async throws -> AccountView {
        if let view = views[account.document.id] { return view }
        return try await run { [artefacts, views] in
            // Another request may have created it in the meantime.
            if let view = views[account.document.id] { return view }
            let journal = try AccountBooks.journal(from: account.published, in: artefacts)
            let view = try AccountView(try Ledger(journal), named: account.name)
            views.keep(view, for: account.document.id, size: journal.entries.count)
            return view
        }
    }

    /// Runs a large computation on the thread that creates views.
    ///
    /// - Throws: `too_many_requests` if too many requests wait for it; the errors of `body`.
    func run<T: Sendable>(_ body: @escaping @Sendable () throws -> T) async throws -> T {
        let isAdmitted = waiting.withLock { waiting in
            guard waiting < Self.waitingLimit else { return false }
            waiting += 1
            return true
        }
        guard isAdmitted else {
            throw APIError(
                Failure(.tooManyRequests, "Too many accounts are being computed; try again later."), retryAfter: 2)
        }
        defer { waiting.withLock { $0 -= 1 } }
        return try await Self.thread.run(body)
    }
}
