import FormModel
import Forms
import QPDF
import Tesseract

/// Runs the rasterise and detect stages over the pages of a document, on all cores.
struct Analysis: Sendable {
    private let recognisers: RecogniserPool

    init(language: String) {
        recognisers = RecogniserPool(language: language)
    }

    func description(
        of document: ImportedDocument, progress: @escaping StageProgress.Handler
    ) async throws -> FormDescription {
        defer { recognisers.end() }
        guard document.widgets.isEmpty else {
            return document.description(fields: WidgetFields.fields(of: document))
        }
        let detector = Detector(recognisers: recognisers)
        let total = document.pages.count
        let found = try await WorkerThreads.shared.map(count: total) {
            try PageSource(document)
        } finished: {
            progress(StageProgress(stage: .detect, completed: $0, total: total))
        } work: { source, index in
            try PageSource.translating(document, page: index) {
                try detector.fields(of: source.content(ofPage: index))
            }
        }
        return document.description(found)
    }
}

extension ImportedDocument {
    /// The description once all pages have been looked at; detected fields get ids of this document's own.
    func description(_ found: [PageFields]) -> FormDescription {
        var description = description(
            fields: found.flatMap { page in
                page.fields.map { field in
                    var field = field
                    field.id = FieldIdentity.id(document: sha256, field.name)
                    return field
                }
            })
        for page in found { description.pages[page.page].skew = page.skew }
        return description
    }

    func description(fields: [Field]) -> FormDescription {
        FormDescription(
            document: FormDescription.Document(
                fileName: fileName, mimeType: fileType.mimeType, sha256: sha256, pageCount: pages.count,
                warnings: warnings),
            pages: pages.map { FormDescription.Page(width: $0.size.width, height: $0.size.height) }, fields: fields)
    }
}
