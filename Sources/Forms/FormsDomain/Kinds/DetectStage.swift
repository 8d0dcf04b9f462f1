import Files
import Formwright
import FailureModel
import FormFilling
import FormModel
import FormImport
import Foundation
import Pipeline
import Tesseract

/// Finds the fields of a form, but for pages that were recognised.
struct DetectStage: Stage {
    let name: StageName = "detect"
    let needs: Set<StageName> = ["rasterise"]
    let documents: RecentDocuments
    private let analysis: Analysis

    init(documents: RecentDocuments, language: String) {
        self.documents = documents
        // Kept for the life of the process, since creating a recogniser takes a tenth of a second.
        analysis = Analysis(language: language)
    }

    var fingerprint: String? { "\(ProgramIdentity.current) \(analysis.language)" }

    func run(_ context: StageContext) async throws -> StageOutcome {
        let document = try documents.document(context)
        let report: StageProgress.Handler = {
            context.reportProgress(completed: $0.completed, total: $0.total, unit: "page")
        }
        let known = try RecogniseStage.recognised(in: context)
        let knownForms = KnownForms(revision: "") { known[$0.page] }
        let description = try await analysis.description(of: document, knownForms: knownForms, progress: report) {
            let source = try PageSource(document)
            return { page in
                try source.content(ofPage: page, image: try StoredPicture.image(ofPage: page, in: context))
            }
        }
        let fields = try context.put(
            try StoredFields.data(description.holdingValues(of: document)), named: FormKind.ArtefactName.fields,
            mediaType: "application/json")
        return .done(
            [fields], facts: [FormKind.FactName.fields: "\(description.fields.count)"])
    }
}

/// Reads the pictures of pages stored by `rasterise`.
enum StoredPicture {
    static func image(ofPage page: Int, in context: StageContext) throws -> GrayImage {
        let data = try context.bytes(of: FormKind.ArtefactName.picture(ofPage: page))
        guard let picture = ImageFile(data: data), let image = try? picture.bitmap(ofPage: 0).gray() else {
            throw Failure(.internalError, "The stored picture of page \(page + 1) cannot be read.")
        }
        return image
    }
}
