import FailureModel
import FormModel
import FormDetection
import FormImport
import QPDF
import Tesseract
import Threads

/// Finds the fields of a document, on all cores.
///
/// These are its widgets if it has any, or else the fields printed on its pages.
package struct Analysis: Sendable {
    /// Returns a function that reads a page.
    ///
    /// It is called once for each thread, which may open its own copy of the document.
    package typealias ContentReader = @Sendable () throws -> (Int) throws -> PageContent

    package let language: String
    private let recognisers: RecogniserPool

    /// Creates an analysis.
    ///
    /// Recognisers are created when the first scan needs them, and kept as long as the value.
    package init(language: String) {
        self.language = language
        recognisers = RecogniserPool(language: language)
    }

    /// Returns the description of a document.
    ///
    /// - Parameters:
    ///   - document: the document.
    ///   - knownForms: the forms whose fields are not searched for.
    ///   - progress: called from any thread as pages are completed.
    ///   - content: reads pages.
    /// - Returns: the description with all fields.
    /// - Throws: `Failure`, or `CancellationError` when the task is cancelled.
    package func description(
        of document: ImportedDocument, knownForms: KnownForms = .none,
        progress: @escaping StageProgress.Handler, content: @escaping ContentReader
    ) async throws -> FormDescription {
        guard document.widgets.isEmpty else {
            let read = try await captions(in: document, progress: progress, content: content)
            let captions = Dictionary(read.flatMap(\.found), uniquingKeysWith: { first, _ in first })
            var description = document.description(fields: WidgetFields.fields(of: document, captions: captions))
            description.document.warnings += RendererNote.notes(read.map { ($0.page, $0.messages) })
            return description
        }
        let detector = Detector(recognisers: recognisers)
        let read = try await map(document.pagesToRead, of: document, progress: progress, content: content) {
            page -> (known: RecognisedPage?, fields: PageFields) in
            let known = try knownForms.recognise(page)
            return (known, try known?.pageFields ?? detector.fields(of: page))
        }
        let known = RecognisedPage.distinct(read.compactMap(\.found.known))
        let carried = known.compactMap(\.pageFields)
        let pages = Set(carried.map(\.page))
        var description = document.description(
            read.map(\.found.fields).filter { !pages.contains($0.page) }, carried: carried)
        RecognisedPage.note(known, in: &description)
        description.document.warnings += RendererNote.notes(read.map { ($0.page, $0.messages) })
        return description
    }

    /// What was found on a page, and the errors of its renderer.
    private struct ReadPage<Found: Sendable>: Sendable {
        var page: Int
        var found: Found
        var messages: [String]
    }

    /// Returns the printed captions of widgets.
    private func captions(
        in document: ImportedDocument, progress: @escaping StageProgress.Handler, content: @escaping ContentReader
    ) async throws -> [ReadPage<[(Field.ID, PrintedCaption)]>] {
        let fields = Dictionary(grouping: WidgetFields.fields(of: document), by: \.page)
        let reader = PageReader(recognisers: recognisers)
        return try await map(document.pagesToRead, of: document, progress: progress, content: content) { content in
            let fields = fields[content.page] ?? []
            let captions = Detector.captions(for: fields, on: try reader.readingIllegible(content))
            return Array(zip(fields.map(\.id), captions))
        }
    }

    private func map<T: Sendable>(
        _ pages: [Int], of document: ImportedDocument, progress: @escaping StageProgress.Handler,
        content: @escaping ContentReader, work: @escaping @Sendable (PageContent) throws -> T
    ) async throws -> [ReadPage<T>] {
        try await WorkerThreads.shared.map(count: pages.count) {
            try content()
        } finished: {
            progress(StageProgress(stage: .detect, completed: $0, total: pages.count))
        } work: { content, index in
            try PageSource.translating(document, page: pages[index]) {
                let read = try content(pages[index])
                return ReadPage(page: read.page, found: try work(read), messages: read.messages)
            }
        }
    }
}

extension ImportedDocument {
    /// The pages to read (0-based): those with widgets, or all without widgets.
    package var pagesToRead: [Int] {
        widgets.isEmpty ? Array(pages.indices) : Set(widgets.map(\.page)).sorted()
    }

    /// Returns the description, given the fields of all pages.
    ///
    /// Detected fields get IDs that depend on the document; carried ones keep those of their form.
    func description(_ found: [PageFields], carried: [PageFields] = []) -> FormDescription {
        let detected = OptionNames.qualified(Sections.continued(found)).map { field in
            var field = field
            field.id = FieldIdentity.id(document: sha256, field.name)
            return field
        }
        var description = description(
            fields: carried.isEmpty
                ? detected
                // Pages in order, each with its fields in reading order.
                : Dictionary(grouping: detected + carried.flatMap(\.fields), by: \.page).sorted { $0.key < $1.key }
                    .flatMap(\.value))
        for page in found + carried {
            description.pages[page.page].skew = page.skew
            description.pages[page.page].words = page.words
        }
        description.document.warnings += Self.reasons(found)
        return description
    }

    /// Returns the reasons why scans have no fields, each with its pages.
    private static func reasons(_ found: [PageFields]) -> [String] {
        var order: [String] = []
        var pages: [String: [Int]] = [:]
        for page in found {
            guard let reason = page.reason else { continue }
            if pages[reason] == nil { order.append(reason) }
            pages[reason, default: []].append(page.page + 1)
        }
        return order.map { reason in
            let numbers = pages[reason] ?? []
            let listed = numbers.map(String.init).listed(listedPages)
            return "No field was found on page\(numbers.count > 1 ? "s" : "") \(listed): \(reason)."
        }
    }

    /// Maximum number of pages to list in a note.
    private static let listedPages = 6

    func description(fields: [Field]) -> FormDescription {
        FormDescription(
            document: FormDescription.Document(
                fileName: fileName, mimeType: fileType.mimeType, sha256: sha256, pageCount: pages.count,
                isFilled: isFilledBefore, warnings: notes),
            pages: pages.enumerated().map { index, page in
                FormDescription.Page(
                    width: page.size.width, height: page.size.height,
                    sheet: pictures.indices.contains(index) ? pictures[index].sheet : nil)
            },
            fields: fields.map(\.rounded))
    }
}
