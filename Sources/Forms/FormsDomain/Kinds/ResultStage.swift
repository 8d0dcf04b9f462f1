import Formwright
import FailureModel
import FormModel
import FormFilling
import FormImport
import Foundation
import Pipeline

/// Creates a PDF, a picture or values from a form on demand.
///
/// The bytes are stored as an unreferenced artefact, which is later removed; the reply is a `ResultReply`.
struct ResultStage: Stage {
    let name = FormKind.resultStage
    let documents: RecentDocuments
    let limits: Limits

    func run(_ context: StageContext) async throws -> StageOutcome {
        guard let data = context.request else { throw Failure(.internalError, "Results are made on demand only.") }
        let request = try JSONDecoder().decode(ResultRequest.self, from: data)
        let document = try documents.document(context)
        let pdf = request.isFilled ? try context.bytes(of: FormKind.ArtefactName.filled) : document.pdf
        let (bytes, mediaType, withheld) = try result(request, of: document, pdf, context)
        let artefact = try context.put(bytes, named: "result", mediaType: mediaType)
        return .replied(try JSONEncoder().encode(ResultReply(artefact, withheld: withheld)))
    }

    private func result(
        _ request: ResultRequest, of document: ImportedDocument, _ pdf: Data, _ context: StageContext
    ) throws -> (Data, mediaType: String, withheld: [String]) {
        switch request.content {
        case .pdf(let pages, let isFlattened):
            let options = ResultOptions(pages: pages.flatMap(PageSelection.init), flattens: isFlattened)
            return (try options.pages(pdf, of: document, limits: limits).data(), "application/pdf", [])
        case .picture(let page, let width):
            return (try PagePicture(of: document).png(ofPage: page, width: width, in: pdf), "image/png", [])
        case .values(let format, let includesEmpty):
            let format = ExistingValues.Format(rawValue: format) ?? .json
            let values =
                if request.isFilled {
                    try ExistingValues(
                        pdf, named: document.fileName, password: document.password, includingEmpty: includesEmpty,
                        limits: limits)
                } else {
                    try ExistingValues(of: document, includingEmpty: includesEmpty)
                }
            return (values.data(as: format), format.mediaType, values.withheld)
        case .fillable(let signatures):
            let detected = try StoredFields.description(in: context)
            let description = request.template.map { AppliedTemplate($0, on: detected).description } ?? detected
            let options = FillableOptions(signatures: .init(rawValue: signatures) ?? .field)
            return (
                try FillableForm(options: options).pdf(of: document, document.placing(description)), "application/pdf",
                []
            )
        }
    }
}

extension ExistingValues.Format {
    /// The media type of a file in the format.
    var mediaType: String {
        switch self {
        case .json: "application/json"
        case .yaml: "application/yaml"
        case .fdf: "application/vnd.fdf"
        case .xfdf: "application/vnd.adobe.xfdf"
        }
    }
}
