package import LocalStore
package import Pipeline
import PipelineSQL

/// Compares the bytes that a store's catalogue names with those that its artefact store has.
package struct StoreCheck: Sendable {
    /// Bytes that are missing or damaged.
    package struct Fault: Sendable, Hashable {
        /// The kind of fault.
        package enum Kind: String, Sendable {
            case missing
            case damaged
        }

        /// The name of the bytes.
        package let content: ContentID
        /// The kind of fault.
        package let kind: Kind
        /// The first documents that need them.
        package let documents: [DocumentID]
    }

    /// The result of a check.
    package struct Outcome: Sendable, Hashable {
        /// The number of names.
        package var files = 0
        /// The total size of the bytes according to the catalogue.
        package var byteCount: Int64 = 0
        /// What is missing or damaged, by name.
        package var faults: [Fault] = []
    }

    private let system: LocalSystem
    /// The maximum number of documents named for each fault.
    private static let documentLimit = 20

    /// Prepares the check of an open store.
    package init(of system: LocalSystem) { self.system = system }

    /// Runs the check, while everything runs.
    ///
    /// - Parameters:
    ///   - readsBytes: whether to compare hashes, which reads all bytes, instead of sizes.
    ///   - report: receives the number of files so far and in all.
    /// - Returns: the counts and faults.
    /// - Throws: errors of the store.
    package func run(
        readsBytes: Bool, report: @escaping @Sendable (_ completed: Int, _ total: Int) -> Void = { _, _ in }
    ) async throws -> Outcome {
        let contents = StoredContents(of: system.database)
        let total = try await contents.count()
        var outcome = Outcome()
        var last: ContentID?
        while true {
            let page = try await contents.page(after: last)
            guard let end = page.last else { break }
            last = end.content
            var faults: [(ContentID, Fault.Kind)] = []
            try await ParallelFiles.forEach(page) { [artefacts = system.artefacts] entry in
                try Self.fault(of: entry, in: artefacts, readsBytes: readsBytes)
            } then: { entry, fault in
                if let fault { faults.append((entry.content, fault)) }
                outcome.files += 1
                outcome.byteCount += entry.byteCount
                report(outcome.files, total)
            }
            for (content, kind) in faults {
                let documents = try await contents.documents(needing: content, limit: Self.documentLimit)
                // A document may have been deleted since the page was read.
                guard !documents.isEmpty else { continue }
                outcome.faults.append(Fault(content: content, kind: kind, documents: documents))
            }
        }
        outcome.faults.sort { $0.content.hex < $1.content.hex }
        return outcome
    }

    private static func fault(
        of entry: StoredContents.Entry, in artefacts: any ArtefactStore, readsBytes: Bool
    ) throws -> Fault.Kind? {
        guard let byteCount = try artefacts.byteCount(of: entry.content) else { return .missing }
        guard byteCount == entry.byteCount else { return .damaged }
        return try readsBytes && !artefacts.isIntact(entry.content) ? .damaged : nil
    }
}
