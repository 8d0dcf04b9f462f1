import FormImport
import FormModel
import Files
import FormFilling
import Pipeline

/// Draws the fields on the form for review, and creates the configured results.
struct PreviewStage: Stage {
    let name: StageName = "preview"
    let needs: Set<StageName> = ["detect"]
    let documents: RecentDocuments
    let results: ResultSettings

    var fingerprint: String? { ProgramIdentity.current }

    func run(_ context: StageContext) async throws -> StageOutcome {
        let document = try documents.document(context)
        let description = document.placing(try StoredFields.description(in: context))
        let pdf = try FieldPreview(of: document, fields: description.fields).pdf()
        var artefacts = [try context.put(pdf, named: FormKind.ArtefactName.preview, mediaType: "application/pdf")]
        // Only a form without AcroForm fields can be given some.
        if results.isMadeFillable, document.widgets.isEmpty, !description.fields.isEmpty {
            artefacts.append(
                try context.put(
                    try FillableForm().pdf(of: document, description), named: FormKind.ArtefactName.fillable,
                    mediaType: "application/pdf"))
        }
        if let format = results.export, !document.widgets.isEmpty {
            let values = try ExistingValues(of: document, includingEmpty: false)
            artefacts.append(
                try context.put(
                    values.data(as: format), named: FormKind.ArtefactName.held(format), mediaType: format.mediaType))
        }
        return .done(artefacts)
    }
}
