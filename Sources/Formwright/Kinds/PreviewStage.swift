import Forms
import Pipeline

/// Draws the fields on the form for people to check.
struct PreviewStage: Stage {
    let name: StageName = "preview"
    let needs: Set<StageName> = ["detect"]
    let documents: RecentDocuments

    var fingerprint: String? { ProgramIdentity.current }

    func run(_ context: StageContext) async throws -> StageOutcome {
        let description = try StoredFields.description(in: context)
        let pdf = try FieldPreview(of: try documents.document(context), fields: description.fields).pdf()
        return .done([
            try context.put(pdf, named: FormKind.ArtefactName.preview, mediaType: "application/pdf")
        ])
    }
}
