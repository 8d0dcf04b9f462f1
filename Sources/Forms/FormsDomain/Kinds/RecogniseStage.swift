import Files
import FailureModel
import FormDetection
import FormImport
import Formwright
import Foundation
import KnownForms
import Pipeline
import Threads

/// Recognises pages of forms with corrected fields, in any copy, scan or photo.
///
/// Its result depends on the templates of the store and is therefore not shared.
struct RecogniseStage: Stage {
    let name: StageName = "recognise"
    let needs: Set<StageName> = ["rasterise"]
    let decidingFact: String? = FormKind.FactName.known
    private let documents: RecentDocuments
    private let check: EditionCheck

    init(documents: RecentDocuments, language: String) {
        self.documents = documents
        check = EditionCheck(language: language)
    }

    func run(_ context: StageContext) async throws -> StageOutcome {
        guard let data = context.request else {
            throw Failure(.internalError, "The known forms are missing.")
        }
        let request = try JSONDecoder().decode(RecogniseRequest.self, from: data)
        let document = try documents.document(context)
        let chosen = request.isChosen ? PageRecogniser(request.known.compactMap(\.known)) : nil
        let form = request.known.first
        let pages = try await WorkerThreads.shared.map(count: request.pages.count) {
            try PageSource(document)
        } finished: {
            context.reportProgress(completed: $0, total: request.pages.count, unit: "page")
        } work: { source, index in
            let page = request.pages[index]
            let print = try PagePrint(encoded: try context.bytes(of: FormKind.ArtefactName.print(ofPage: page.page)))
            if let chosen, let form {
                return RecognisedPage(
                    try chosen.recognise(print), page: page.page, isChosen: true,
                    form: { _ in (form.form, form.formPages) })
            }
            return try page.candidates.map { request.known[$0] }.recognise(print, page: page.page, check) {
                try PageReader.straightened(
                    try source.content(
                        ofPage: page.page, image: try StoredPicture.image(ofPage: page.page, in: context)))
            }
        }
        let recognised = pages.compactMap(\.self)
        if request.isChosen, let form, !recognised.contains(where: { $0.carried != nil }) {
            throw ChosenForm.mismatch(form.form.name)
        }
        guard !recognised.isEmpty else { return .done(facts: [FormKind.FactName.known: ""]) }
        let artefact = try context.put(
            try JSONText.encode(recognised), named: FormKind.ArtefactName.known, mediaType: "application/json")
        return .done([artefact], facts: [FormKind.FactName.known: artefact.content.hex])
    }

    /// Returns what the stage found for a document, by page.
    static func recognised(in context: StageContext) throws -> [Int: RecognisedPage] {
        guard context.document.facts[FormKind.FactName.known]?.isEmpty == false else { return [:] }
        let data = try context.bytes(of: FormKind.ArtefactName.known)
        let pages = try JSONDecoder().decode([RecognisedPage].self, from: data)
        return Dictionary(pages.map { ($0.page, $0) }) { first, _ in first }
    }
}

/// The known pages that the pages of a document may be of.
struct RecogniseRequest: Codable, Sendable {
    /// A page of the document.
    struct Page: Codable, Sendable {
        /// The page (0-based).
        let page: Int
        /// The candidates in ``RecogniseRequest/known``, most likely first.
        let candidates: [Int]
    }

    /// The pages with candidates.
    let pages: [Page]
    /// The candidates of all pages.
    let known: [CandidatePage]
    /// Whether a person chose the known pages.
    ///
    /// Each page is then compared with all of them.
    var isChosen = false

    /// Returns the encoded request for a document; nil if no page has a candidate.
    ///
    /// The prints of a blank copy of a form that has a template are kept, if they are missing.
    static func data(
        for document: Document, published: [PublishedArtefact], in store: any Store, _ artefacts: any ArtefactStore,
        finder: KnownFormFinder
    ) async throws -> Data? {
        guard let prints = KnownFormStore(store) else { return nil }
        let encoded = try await DocumentPrints.read(published, from: artefacts)
        if ChosenForm.template(of: document) != nil {
            return try await chosenData(for: document, encoded, prints, store)
        }
        guard !encoded.isEmpty else { return nil }
        if try await prints.isMissing(FormKind.digest(of: document)),
            await BlankCopies.contain(document, artefacts)
        {
            try await prints.keep(encoded, of: FormKind.digest(of: document))
        }
        // The same form, whose template holds without a comparison of pages.
        guard try await FormKind.template(of: document, in: store) == nil else { return nil }
        let pages = encoded.keys.sorted()
        let found = try await prints.candidates(pages.compactMap { encoded[$0] }, of: document.owner, finder: finder)
        var known: [CandidatePage] = []
        var places: [CandidatePage.ID: Int] = [:]
        let requested = zip(pages, found).compactMap { page, candidates -> Page? in
            guard !candidates.isEmpty else { return nil }
            return Page(
                page: page,
                candidates: candidates.map { candidate in
                    if let place = places[candidate.id] { return place }
                    places[candidate.id] = known.count
                    known.append(candidate)
                    return known.count - 1
                })
        }
        guard !requested.isEmpty else { return nil }
        return try JSONEncoder().encode(RecogniseRequest(pages: requested, known: known))
    }

    /// Returns the encoded request for a document with a chosen form.
    ///
    /// It is nil if the document is that form itself.
    private static func chosenData(
        for document: Document, _ encoded: [Int: PagePrint], _ prints: KnownFormStore, _ store: any Store
    ) async throws -> Data? {
        guard try await FormKind.template(of: document, in: store) == nil,
            let chosen = try await prints.chosen(for: document)
        else { return nil }
        guard !encoded.isEmpty else { throw ChosenForm.mismatch(chosen.pages.first?.form.name ?? "") }
        let pages = encoded.keys.sorted().map { Page(page: $0, candidates: []) }
        return try JSONEncoder().encode(RecogniseRequest(pages: pages, known: chosen.pages, isChosen: true))
    }
}
