import DroppedArchive
import FailureModel
import Files
import Foundation
package import Pipeline
package import Portfolio
import PortfolioFiles
import Threads
import WatchFolder

/// Builds the portfolio of a folder while the caller waits.
///
/// It takes the same steps as a watched folder. A runner must be working on the same store.
package struct PortfolioBuilder: Sendable {
    private let client: PipelineClient
    private let handler: PortfolioHandler

    /// A step of the work.
    package enum Step: Sendable {
        /// Files have been analysed.
        case analysing(completed: Int, total: Int)
        /// The book is being set; the numbers count pages, once known.
        case typesetting(completed: Int, total: Int)
    }

    /// Creates a builder with a client of the store.
    package init(_ client: PipelineClient, handler: PortfolioHandler) {
        self.client = client
        self.handler = handler
    }

    /// Builds the portfolio of a folder or ZIP file, and its book.
    ///
    /// - Parameters:
    ///   - path: The folder or file.
    ///   - edition: The edition of the book. Missing values are taken from the folder's own file.
    ///   - onProgress: Called on any thread.
    /// - Returns: The filled document.
    /// - Throws: `Failure`, with all errors of the folder's own file and of the edition, before any analysis.
    package func make(
        ofFolder path: String, edition: EditionFile, onProgress: @escaping @Sendable (Step) -> Void
    ) async throws -> Document {
        let trees = TreeImport(
            client, owner: .local, reading: WorkerThreads.shared, errors: ErrorRow.portfolios)
        let source = try await source(at: path, trees)
        let plan = try await trees.plan(for: source, by: handler.checking(edition))
        let whole: TreeWhole
        do {
            whole = try await trees.whole(of: plan, from: source, kind: handler.kind.name).whole
        } catch let error as UnusableTree {
            throw error.failure
        }
        _ = try await watching({ await analysed(whole, onProgress) }) { try await trees.analysed(whole.id) }
        let ready = try await client.store.document(whole.id, in: .owner(.local))
        if let failure = ready.failure, failure.during == .processing { throw failure.failure }
        _ = try await client.fill(whole.id, in: .owner(.local), inputs: try edition.edition.inputs())
        let filled = try await watching({ await typeset(whole.id, onProgress) }) {
            try await client.settled(whole.id, in: .owner(.local), poll: .milliseconds(100))
        }
        if let failure = filled.failure { throw failure.failure }
        return filled
    }

    private func source(at path: String, _ trees: TreeImport) async throws -> TreeSource {
        let files = LocalFileSystem()
        let name = URL(fileURLWithPath: path).lastPathComponent
        let limits = handler.limits
        guard let facts = try await WorkerThreads.shared.run({ try files.facts(path) }) else {
            throw Failure(.inputMissing, "There is no file or folder \(name).")
        }
        switch facts.kind {
        case .folder:
            let listing = try await WorkerThreads.shared.run {
                try files.tree(path, limits: limits, findingWriters: false)
            }
            return .folder(path, listing, stem: stem(of: name, isFolder: true), files)
        case .file:
            let id = DocumentID(UUID())
            let document = try await trees.unpacked(name, at: path, as: id, limits: limits, files)
            if let failure = document.failure { throw failure.failure }
            return try await trees.members(ofArchive: id, stem: stem(of: name, isFolder: false))
        case .link, .other:
            throw Failure(.inputUnreadable, "\(name) is neither a folder nor a file.")
        }
    }

    /// Returns the name without the portfolio suffix; a folder may have any name here.
    private func stem(of name: String, isFolder: Bool) -> String {
        if let role = handler.role(of: name, isFolder: isFolder) { return role.stem }
        return name.lowercased().hasSuffix(".zip") ? String(name.dropLast(4)) : name
    }

    // MARK: Progress

    /// Runs `body` while calling `watch` repeatedly.
    private func watching<T: Sendable>(
        _ watch: @escaping @Sendable () async -> Void, _ body: @escaping @Sendable () async throws -> T
    ) async throws -> T {
        let watching: @Sendable () async throws -> Void = {
            while !Task.isCancelled {
                await watch()
                try? await Task.sleep(for: .milliseconds(300))
            }
        }
        return try await withBackground(watching, run: body)
    }

    private func analysed(_ whole: TreeWhole, _ onProgress: @Sendable (Step) -> Void) async {
        guard let parts = try? await client.store.parts(of: whole.id, in: .owner(.local)) else { return }
        let completed = parts.count { $0.document?.state.isWorking != true }
        onProgress(.analysing(completed: completed, total: parts.count))
    }

    private func typeset(_ id: DocumentID, _ onProgress: @Sendable (Step) -> Void) async {
        let jobs = try? await client.store.jobs(JobQuery(in: .owner(.local), document: id, state: .running))
        guard let progress = jobs?.compactMap(\.progress).first else { return }
        onProgress(.typesetting(completed: progress.completed, total: progress.total))
    }
}
