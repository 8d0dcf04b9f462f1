import FormModel
import Foundation
import KnownForms
package import Pipeline
import PipelineSQL
import Threads

/// The prints of forms with templates in a store.
struct KnownFormStore: Sendable {
    private let store: SQLStore

    /// Opens the prints of a store; nil if the store does not support them.
    init?(_ store: any Store) {
        guard let store = store as? SQLStore else { return nil }
        self.store = store
    }

    /// Returns whether a form has a template and no prints.
    func isMissing(_ digest: String) async throws -> Bool {
        try await store.read { db in
            let prints = PrintTables(db: db)
            // A store without the forms' tables has no templates either.
            guard try prints.exist else { return false }
            return try TemplateTables(db: db).exist(digest: digest) && !prints.exist(for: digest)
        }
    }

    /// Keeps the prints of a form with a template, unless they are known.
    func keep(_ prints: [Int: PagePrint], of digest: String) async throws {
        guard try await isMissing(digest) else { return }
        let prints = try await WorkerThreads.shared.run { try prints.map { try EncodedPrint($0.value, page: $0.key) } }
        try await store.write { transaction in
            try TemplateTables(db: transaction.db).lock(digest: digest)
            try PrintTables(db: transaction.db).put(prints, of: digest, at: Timestamp(Date()))
        }
    }

    /// Returns the known pages that each print may be of, most likely first.
    func candidates(
        _ prints: [PagePrint], of owner: OwnerID, finder: KnownFormFinder
    ) async throws -> [[CandidatePage]] {
        try await store.read { try finder.candidates(for: prints, of: owner, $0) }
    }

    /// Returns the form that a person chose for a document; nil if none was.
    ///
    /// - Throws: `Failure`: `template_unknown` if its template or its pages are no more.
    func chosen(for document: Document) async throws -> ChosenForm? {
        try await store.read { try ChosenForm(of: document, $0) }
    }

    /// The digests of forms with templates and without prints.
    func missing() async throws -> Set<String> {
        Set(try await store.read { try PrintTables(db: $0).missing })
    }
}

/// The prints of a document's pages, as its analysis published them.
enum DocumentPrints {
    /// Returns the prints by page (0-based).
    static func read(
        _ published: [PublishedArtefact], from artefacts: any ArtefactStore
    ) async throws -> [Int: PagePrint] {
        let names = Dictionary(
            published.map { ($0.artefact.name, $0.artefact.content) }, uniquingKeysWith: { $1 })
        let pages = (0..<names.count).compactMap { page in
            names[FormKind.ArtefactName.print(ofPage: page)].map { (page, $0) }
        }
        return try await WorkerThreads.shared.run {
            try pages.reduce(into: [:]) { $0[$1.0] = try PagePrint(encoded: try artefacts.read($1.1)) }
        }
    }
}

extension PipelineClient {
    /// Keeps the prints of a document's form with a template, unless they are known.
    ///
    /// Other copies are recognised by them.
    ///
    /// Nothing is kept of a document that was analysed before there were prints, or that shows values which Formwright
    /// wrote: its digest is that of the blank form, whose prints others may share.
    package func keepPrints(of document: Document) async throws {
        guard let prints = KnownFormStore(store), try await prints.isMissing(FormKind.digest(of: document)),
            await BlankCopies.contain(document, artefacts)
        else { return }
        let published = try await store.artefacts(of: document.id, in: .all, fill: 0)
        let found = try await DocumentPrints.read(published, from: artefacts)
        if !found.isEmpty { try await prints.keep(found, of: FormKind.digest(of: document)) }
    }
}
