import Formwright
import Files
import FormFilling
import FormImport
import Foundation
import Pipeline

/// Draws the values on the original.
struct ComposeStage: Stage {
    let name: StageName = "compose"
    let needs: Set<StageName> = ["bind"]
    let documents: RecentDocuments
    let options: FormStageOptions

    func run(_ context: StageContext) async throws -> StageOutcome {
        if let rows = try RowsFill(context, FillSetup(context, options)) {
            return try rows.compose(
                documents.document(context), StoredFields.description(in: context), options, context)
        }
        let values = try JSONDecoder().decode(
            [BoundValue].self, from: context.bytes(of: FormKind.ArtefactName.bound))
        let document = try documents.document(context)
        var (pdf, report) = try Composer(options: options.compose).compose(
            values, onto: document, description: try StoredFields.description(in: context))
        if context.artefact(FormKind.ArtefactName.skipped, from: "bind") != nil {
            report.skipped = try JSONDecoder().decode(
                [String].self, from: context.bytes(of: FormKind.ArtefactName.skipped, from: "bind"))
        }
        let results = options.results
        let held = try results.export == nil ? nil : existingValues(of: pdf, in: document)
        if let note = held?.withheldNote { report.warnings.append(note) }
        let pages = try results.options.pages(pdf, of: document, limits: options.form.limits)
        var artefacts = [
            try context.put(try pages.data(), named: FormKind.ArtefactName.filled, mediaType: "application/pdf"),
            try context.put(
                try JSONText.encode(report), named: FormKind.ArtefactName.report, mediaType: "application/json"),
        ]
        if let resolution = results.pictures {
            for (place, number) in pages.numbers.enumerated() {
                try context.checkCancellation()
                artefacts.append(
                    try context.put(
                        try pages.png(place, resolution: resolution),
                        named: "\(FormKind.ArtefactName.filledPage)\(number).png", mediaType: "image/png"))
            }
        }
        if let format = results.export, let held {
            artefacts.append(
                try context.put(
                    held.data(as: format), named: FormKind.ArtefactName.filledValues(format),
                    mediaType: format.mediaType))
        }
        return .done(artefacts)
    }

    /// The values that the fields of the filled form hold; nil if it has none.
    private func existingValues(of pdf: Data, in document: ImportedDocument) throws -> ExistingValues? {
        guard options.compose.keepsFields || options.compose.isIncremental else { return nil }
        let filled = try Importer(limits: options.form.limits).document(
            pdf, fileName: document.fileName, password: document.password)
        return filled.widgets.isEmpty ? nil : try ExistingValues(of: filled, includingEmpty: false)
    }
}
