import Formwright
import Files
import FormFilling
import Foundation
import Pipeline

/// Matches the fill's values with the fields and checks them.
struct BindStage: Stage {
    let name: StageName = "bind"
    let needs: Set<StageName> = ["detect"]
    let documents: RecentDocuments
    let options: FormStageOptions

    func run(_ context: StageContext) async throws -> StageOutcome {
        let description = try StoredFields.description(in: context)
        let setup = try FillSetup(context, options)
        if let rows = try RowsFill(context, setup) {
            // Rows are bound again one by one when they are drawn, since all together may be large.
            _ = try rows.check(description)
            return .done()
        }
        var entries: [ValueEntry] = []
        // A form can be filled from a profile alone.
        if setup.profile == nil || context.artefact(FormKind.ArtefactName.values, from: .inputs) != nil {
            entries = try JSONDecoder().decode(
                [ValueEntry].self, from: context.bytes(of: FormKind.ArtefactName.values, from: .inputs))
        }
        let binder = try setup.binder(description, of: try documents.document(context))
        let (known, skipped) = setup.skipsUnknown == true ? binder.skippingUnknown(entries) : (entries, [])
        var artefacts = [
            try context.put(
                try JSONText.encode(try binder.bind(known)), named: FormKind.ArtefactName.bound,
                mediaType: "application/json")
        ]
        if !skipped.isEmpty {
            artefacts.append(
                try context.put(
                    try JSONText.encode(skipped), named: FormKind.ArtefactName.skipped, mediaType: "application/json"))
        }
        return .done(artefacts)
    }
}
