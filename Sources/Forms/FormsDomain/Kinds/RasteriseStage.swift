import Files
import FormModel
import FormImport
import Formwright
import Foundation
import KnownForms
import Pipeline
import Tesseract
import Threads

/// Draws the pages that the detector reads, and makes their prints.
///
/// There are none if all widgets have captions.
struct RasteriseStage: Stage {
    let name: StageName = "rasterise"
    let documents: RecentDocuments

    var fingerprint: String? { "\(ProgramIdentity.current) \(Rasteriser.resolution)" }

    func run(_ context: StageContext) async throws -> StageOutcome {
        let document = try documents.document(context)
        let pages = document.pagesToRead
        let artefacts = try await WorkerThreads.shared.map(count: pages.count) {
            try PageSource(document)
        } finished: { completed in
            context.reportProgress(completed: completed, total: pages.count, unit: "page")
        } work: { source, index in
            let page = pages[index]
            let image = try PageSource.translating(document, page: page) { try source.picture(ofPage: page) }
            var made = [
                try context.put(
                    Data(try Bitmap(image).pngData(isQuick: true)), named: FormKind.ArtefactName.picture(ofPage: page),
                    mediaType: "image/png")
            ]
            // Forms with fields of their own are not recognised by what is printed.
            if document.widgets.isEmpty {
                let content = try PageSource.translating(document, page: page) {
                    try source.content(ofPage: page, image: image)
                }
                made.append(
                    try context.put(
                        try PagePrint(of: content).encoded(), named: FormKind.ArtefactName.print(ofPage: page),
                        mediaType: "application/octet-stream"))
            }
            return made
        }
        let facts = try await WorkerThreads.shared.run {
            [
                FormKind.FactName.pages: "\(document.pages.count)",
                FormKind.FactName.digest: FormDigest.of(document),
                // A page that cannot be read is reported by the stages that need it.
                FormKind.FactName.title: (try? PageSource(document).printedTitle) ?? "",
            ]
        }
        return .done(artefacts.flatMap(\.self), facts: facts)
    }
}
