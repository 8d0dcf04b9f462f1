import FormModel
import Forms
import QPDF
import Tesseract
import Threads

/// Finds the fields of a document: takes its widgets where it has any, else looks at its pages, on all cores.
struct Analysis: Sendable {
    /// Makes what each thread reads pages with, such as an open document.
    typealias ContentReader = @Sendable () throws -> (Int) throws -> PageContent

    let language: String
    private let recognisers: RecogniserPool

    /// Recognisers are made when the first scan needs them, and kept as long as the value is.
    init(language: String) {
        self.language = language
        recognisers = RecogniserPool(language: language)
    }

    func description(
        of document: ImportedDocument, progress: @escaping StageProgress.Handler, content: @escaping ContentReader
    ) async throws -> FormDescription {
        guard document.widgets.isEmpty else {
            let captions = try await captions(in: document, progress: progress, content: content)
            return document.description(fields: WidgetFields.fields(of: document, captions: captions))
        }
        let detector = Detector(recognisers: recognisers)
        return document.description(
            try await map(document.pagesToRead, of: document, progress: progress, content: content) {
                try detector.fields(of: $0)
            })
    }

    /// What is printed beside the widgets that do not say it themselves.
    private func captions(
        in document: ImportedDocument, progress: @escaping StageProgress.Handler, content: @escaping ContentReader
    ) async throws -> [Field.ID: String] {
        let fields = WidgetFields.uncaptioned(in: document)
        let found = try await map(document.pagesToRead, of: document, progress: progress, content: content) { content in
            let fields = fields[content.page] ?? []
            let captions = Detector.captions(for: fields.map { ($0.region, $0.type) }, on: content)
            return Array(zip(fields.map(\.id), captions))
        }
        return Dictionary(found.joined(), uniquingKeysWith: { first, _ in first })
    }

    private func map<T: Sendable>(
        _ pages: [Int], of document: ImportedDocument, progress: @escaping StageProgress.Handler,
        content: @escaping ContentReader, work: @escaping @Sendable (PageContent) throws -> T
    ) async throws -> [T] {
        try await WorkerThreads.shared.map(count: pages.count) {
            try content()
        } finished: {
            progress(StageProgress(stage: .detect, completed: $0, total: pages.count))
        } work: { content, index in
            try PageSource.translating(document, page: pages[index]) { try work(content(pages[index])) }
        }
    }
}

extension ImportedDocument {
    /// The pages that have to be looked at to know the fields: all, or those with widgets that do not say what they are.
    var pagesToRead: [Int] {
        widgets.isEmpty ? Array(pages.indices) : WidgetFields.uncaptioned(in: self).keys.sorted()
    }

    /// The description once all pages have been looked at; detected fields get ids of this document's own.
    func description(_ found: [PageFields]) -> FormDescription {
        var description = description(
            fields: OptionNames.qualified(found.flatMap(\.fields)).map { field in
                var field = field
                field.id = FieldIdentity.id(document: sha256, field.name)
                return field
            })
        for page in found { description.pages[page.page].skew = page.skew }
        return description
    }

    func description(fields: [Field]) -> FormDescription {
        FormDescription(
            document: FormDescription.Document(
                fileName: fileName, mimeType: fileType.mimeType, sha256: sha256, pageCount: pages.count,
                warnings: warnings),
            pages: pages.map { FormDescription.Page(width: $0.size.width, height: $0.size.height) },
            fields: fields.map(\.rounded))
    }
}
