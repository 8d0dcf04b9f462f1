import FailureModel
import Files
package import FormModel
package import Forms
package import Foundation
import Tesseract
import Threads

/// A folder in which the stages leave what they make, so that each can be run, looked at and run again by itself.
///
/// ```
/// source            the document's bytes, as they came
/// document.json     import: name, type, digest, pages
/// pages/0001.png    rasterise: the page's picture
/// pages/0001.json   rasterise: its size and words
/// fields.json       detect: what `inspect --json` prints
/// bound.json        bind: the values, matched and checked
/// filled.pdf        compose
/// report.json       compose: what went where
/// ```
package struct WorkFolder: Sendable {
    package let url: URL
    package var options: FormOptions
    package var password: String?

    package init(_ url: URL, options: FormOptions = FormOptions(), password: String? = nil) {
        self.url = url
        self.options = options
        self.password = password
    }

    /// The document and the values as far as they are there already: what later stages leave is as private as these.
    package var privateFiles: [URL] { [file("source"), file("bound.json")] }

    /// The import stage.
    package func importDocument(_ source: Data, fileName: String) throws {
        let document = try importer.document(source, fileName: fileName, password: password)
        try create(url)
        try OutputFile.write(source, to: file("source"))
        try save(document.description(fields: []), as: "document.json")
    }

    /// The rasterise stage.
    package func rasterise(progress: @escaping StageProgress.Handler = { _ in }) async throws {
        let document = try importedDocument()
        try create(file("pages"))
        let total = document.pages.count
        _ = try await WorkerThreads.shared.map(count: total) {
            try PageSource(document)
        } finished: {
            progress(StageProgress(stage: .rasterise, completed: $0, total: total))
        } work: { source, index in
            let content = try PageSource.translating(document, page: index) { try source.content(ofPage: index) }
            let png = try Bitmap(content.image).pngData()
            try OutputFile.write(Data(png), to: page(index, "png"))
            try save(StoredPage(content), as: "pages/\(page(index, "json").lastPathComponent)")
        }
    }

    /// The detect stage.
    @discardableResult
    package func detect(progress: @escaping StageProgress.Handler = { _ in }) async throws -> FormDescription {
        let document = try importedDocument()
        let description = try await Analysis(language: options.language)
            .description(of: document, progress: progress) { { try pageContent($0) } }
        try save(description, as: "fields.json")
        return description
    }

    /// The bind stage.
    package func bind(_ entries: [ValueEntry]) throws {
        let description = try load(FormDescription.self, "fields.json", after: .detect)
        try save(try Binder(fields: description.fields).bind(entries), as: "bound.json")
    }

    /// The compose stage; returns where the filled PDF lies.
    @discardableResult
    package func compose(_ composing: ComposeOptions = ComposeOptions()) throws -> URL {
        let document = try importedDocument()
        let description = try load(FormDescription.self, "fields.json", after: .detect)
        let values = try load([BoundValue].self, "bound.json", after: .bind)
        let (pdf, report) = try Composer(options: composing)
            .compose(values, onto: document, description: description)
        try OutputFile.write(pdf, to: file("filled.pdf"))
        try save(report, as: "report.json")
        return file("filled.pdf")
    }

    private var importer: Importer { Importer(limits: options.limits) }

    private func importedDocument() throws -> ImportedDocument {
        let stored = try load(FormDescription.self, "document.json", after: .import)
        let source = try read("source", after: .import)
        return try importer.document(source, fileName: stored.document.fileName, password: password)
    }

    private func pageContent(_ index: Int) throws -> PageContent {
        let png = try read("pages/\(page(index, "png").lastPathComponent)", after: .rasterise)
        let stored = try load(StoredPage.self, "pages/\(page(index, "json").lastPathComponent)", after: .rasterise)
        guard let picture = ImageFile(data: png), let image = try? picture.bitmap(ofPage: 0).gray() else {
            throw Failure(
                .stageIncomplete, "The picture of page \(index + 1) is damaged; run the stage rasterise again.")
        }
        return PageContent(
            page: index, size: stored.size, image: image, scale: stored.scale, words: stored.words,
            unread: stored.unread)
    }

    private func file(_ name: String) -> URL { url.appendingPathComponent(name) }

    private func page(_ index: Int, _ suffix: String) -> URL {
        file("pages/\(String(format: "%04d", index + 1)).\(suffix)")
    }

    private func create(_ folder: URL) throws {
        do {
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        } catch {
            throw Failure(
                .outputUnwritable, "The folder \(folder.path) cannot be made.", underlying: "\(error)")
        }
    }

    private func read(_ name: String, after stage: FormStage) throws -> Data {
        guard let data = try? Data(contentsOf: file(name)) else {
            throw Failure(
                .stageIncomplete, "\(url.path) has no \(name); run the stage \(stage.rawValue) first.")
        }
        return data
    }

    private func load<T: Decodable>(_ type: T.Type, _ name: String, after stage: FormStage) throws -> T {
        do {
            return try JSONDecoder().decode(type, from: read(name, after: stage))
        } catch let error as DecodingError {
            throw Failure(
                .stageIncomplete, "\(name) in \(url.path) is damaged; run the stage \(stage.rawValue) again.",
                underlying: "\(error)")
        }
    }

    // Inlined into an asynchronous function, it makes Swift 6.2's optimiser crash.
    @inline(never)
    private func save(_ value: some Encodable, as name: String) throws {
        try OutputFile.write(try JSONText.encode(value), to: file(name))
    }
}

/// A page's content without its picture, which lies beside it as a PNG.
private struct StoredPage: Codable {
    var size: PageSize
    var scale: Double
    var words: [Word]
    var unread: [Region]

    init(_ content: PageContent) {
        size = content.size
        scale = content.scale
        words = content.words
        unread = content.unread
    }
}
