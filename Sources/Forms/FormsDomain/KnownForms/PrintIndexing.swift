import FormImport
import FormModel
import KnownForms
package import LocalStore
import Pipeline
import PipelineSQL
import Threads

/// Makes the missing prints of forms with templates, from documents in the store.
package struct PrintIndexing: Sendable {
    private let system: LocalSystem
    private let importer: Importer

    /// Prepares the work.
    package init(_ system: LocalSystem) {
        self.system = system
        importer = Importer()
    }

    /// The outcome of the work.
    package struct Outcome: Sendable, Encodable {
        /// The number of forms with prints made.
        package var indexed = 0
        /// The digests of forms without a document in the store, in ascending order.
        package var missing: [String] = []
    }

    /// Makes the prints, form by form.
    ///
    /// - Parameter progress: called with the numbers of forms done and of all.
    /// - Returns: the outcome.
    /// - Throws: the store's errors. A document that cannot be read counts as missing.
    package func run(progress: (_ completed: Int, _ total: Int) -> Void = { _, _ in }) async throws -> Outcome {
        guard let store = KnownFormStore(system.database) else { return Outcome() }
        var missing = try await store.missing()
        let total = missing.count
        var outcome = Outcome()
        var query = DocumentQuery(in: .all, kind: FormKind.name, limit: 500)
        while !missing.isEmpty {
            let page = try await system.database.documents(query)
            for document in page where missing.contains(FormKind.digest(of: document)) {
                try Task.checkCancellation()
                guard let prints = try? await prints(of: document) else { continue }
                try await store.keep(prints, of: FormKind.digest(of: document))
                missing.remove(FormKind.digest(of: document))
                outcome.indexed += 1
                progress(outcome.indexed, total)
            }
            guard let last = page.last, page.count == query.limit else { break }
            query.before = last.sequence
        }
        outcome.missing = missing.sorted()
        return outcome
    }

    /// Returns the prints of a document's pages; nil if they show values that Formwright wrote.
    private func prints(of document: Document) async throws -> [Int: PagePrint]? {
        try await WorkerThreads.shared.run { [importer, system] in
            let original = try importer.document(
                try system.client.artefacts.read(document.content), fileName: document.fileName)
            guard try !StampedOverlay.exists(in: original) else { return nil }
            let source = try PageSource(original)
            // Forms with fields of their own are recognised by their digest only.
            guard original.widgets.isEmpty else { return [:] }
            return try original.pages.indices.reduce(into: [:]) {
                $0[$1] = try PagePrint(of: source.content(ofPage: $1))
            }
        }
    }
}
