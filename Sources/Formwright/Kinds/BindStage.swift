import Files
import Forms
import Foundation
import Pipeline

/// Matches the fill's values with the fields and checks them.
struct BindStage: Stage {
    let name: StageName = "bind"
    let needs: Set<StageName> = ["detect"]

    func run(_ context: StageContext) async throws -> StageOutcome {
        let description = try StoredFields.description(in: context)
        if let rows = try RowsFill(context) {
            // They are bound again one by one as they are drawn, since all of them together may be large.
            _ = try rows.check(description.fields)
            return .done()
        }
        let values = try context.bytes(of: FormKind.ArtefactName.values, from: .inputs)
        let entries = try JSONDecoder().decode([ValueEntry].self, from: values)
        let bound = try Binder(fields: description.fields).bind(entries)
        return .done([
            try context.put(
                try JSONText.encode(bound), named: FormKind.ArtefactName.bound, mediaType: "application/json")
        ])
    }
}
