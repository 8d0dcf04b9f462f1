import Files
import Forms
import Foundation
import Pipeline

/// Draws the values over the original.
struct ComposeStage: Stage {
    let name: StageName = "compose"
    let needs: Set<StageName> = ["bind"]
    let documents: RecentDocuments
    let options: ComposeOptions

    func run(_ context: StageContext) async throws -> StageOutcome {
        if let rows = try RowsFill(context) {
            return try rows.compose(
                documents.document(context), StoredFields.description(in: context), options, context)
        }
        let values = try JSONDecoder().decode(
            [BoundValue].self, from: context.bytes(of: FormKind.ArtefactName.bound))
        let (pdf, report) = try Composer(options: options).compose(
            values, onto: try documents.document(context), description: try StoredFields.description(in: context))
        return .done([
            try context.put(pdf, named: FormKind.ArtefactName.filled, mediaType: "application/pdf"),
            try context.put(
                try JSONText.encode(report), named: FormKind.ArtefactName.report, mediaType: "application/json"),
        ])
    }
}
