import FailureModel
import Files
package import FormModel
package import FormFilling
package import FormImport
package import Foundation
import Tesseract
import Threads

/// A folder with the results of each stage, so that stages can be run separately.
///
/// ```
/// source            the document's bytes, unchanged
/// document.json     import: name, type, digest, pages
/// pages/0001.png    rasterise: the page's picture
/// pages/0001.json   rasterise: its size and words
/// fields.json       detect: the output of `inspect --json`
/// bound.json        bind: the values, matched and checked
/// filled.pdf        compose
/// report.json       compose: what was written into which field
/// ```
package struct WorkFolder: Sendable {
    /// The folder, created by the import stage.
    package let url: URL
    /// The options for opening and analysing the form.
    package var options: FormOptions
    /// The password of an encrypted PDF.
    package var password: String?

    /// Creates a work folder without writing anything.
    package init(_ url: URL, options: FormOptions = FormOptions(), password: String? = nil) {
        self.url = url
        self.options = options
        self.password = password
    }

    /// The files of the document and its values, which may not exist yet.
    ///
    /// The results of later stages are equally private.
    package var privateFiles: [URL] { [file("source"), file("bound.json")] }

    /// Runs the import stage.
    package func importDocument(_ source: Data, fileName: String) throws {
        let document = try options.importer.document(source, fileName: fileName, password: password)
        try OutputFolder.make(url)
        try OutputFile.write(source, to: file("source"))
        try save(document.description(fields: []), as: "document.json")
    }

    /// Runs the rasterise stage on all pages.
    package func rasterise(progress: @escaping StageProgress.Handler = { _ in }) async throws {
        let document = try importedDocument()
        try OutputFolder.make(file("pages"))
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

    /// Runs the detect stage and returns the description of the form.
    @discardableResult
    package func detect(progress: @escaping StageProgress.Handler = { _ in }) async throws -> FormDescription {
        let document = try importedDocument()
        let description = try await Analysis(language: options.language)
            .description(of: document, progress: progress) {
                {
                    var content = try pageContent($0)
                    content.isUpright = document.isUpright(page: $0)
                    return content
                }
            }
        try save(description, as: "fields.json")
        return description
    }

    /// Runs the bind stage.
    package func bind(_ given: GivenValues) throws {
        let description = try load(FormDescription.self, "fields.json", after: .detect)
        let setup = FillSetup(profile: given.profile)
        let binder = try setup.binder(description, of: try importedDocument())
        try save(try binder.bind(binder.merged(given)), as: "bound.json")
    }

    /// Runs the compose stage and returns the filled PDF's location.
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

    private func importedDocument() throws -> ImportedDocument {
        let stored = try load(FormDescription.self, "document.json", after: .import)
        let source = try read("source", after: .import)
        return try options.importer.document(source, fileName: stored.document.fileName, password: password)
    }

    private func pageContent(_ index: Int) throws -> PageContent {
        let png = try read("pages/\(page(index, "png").lastPathComponent)", after: .rasterise)
        let stored = try load(StoredPage.self, "pages/\(page(index, "json").lastPathComponent)", after: .rasterise)
        guard let picture = ImageFile(data: png), let image = try? picture.bitmap(ofPage: 0).gray() else {
            throw Failure(
                .stageIncomplete, "The picture of page \(index + 1) is damaged; run the rasterise stage again.")
        }
        return PageContent(
            page: index, size: stored.size, image: image, scale: stored.scale, words: stored.words,
            unread: stored.unread, illegible: stored.illegible, messages: stored.messages)
    }

    private func file(_ name: String) -> URL { url.appendingPathComponent(name) }

    private func page(_ index: Int, _ suffix: String) -> URL {
        file("pages/\(String(format: "%04d", index + 1)).\(suffix)")
    }

    private func read(_ name: String, after stage: FormStage) throws -> Data {
        guard FileManager.default.fileExists(atPath: file(name).path) else {
            throw Failure(
                .stageIncomplete, "\(url.path) has no \(name); run the \(stage.rawValue) stage first.")
        }
        return try InputFile.read(file(name), limit: .max)
    }

    private func load<T: Decodable>(_ type: T.Type, _ name: String, after stage: FormStage) throws -> T {
        do {
            return try JSONDecoder().decode(type, from: read(name, after: stage))
        } catch let error as DecodingError {
            throw Failure(
                .stageIncomplete, "\(name) in \(url.path) is damaged; run the \(stage.rawValue) stage again.",
                underlying: "\(error)")
        }
    }

    // If this is inlined into an asynchronous function, Swift 6.2's optimiser crashes.
    @inline(never)
    private func save(_ value: some Encodable, as name: String) throws {
        try OutputFile.write(try JSONText.encode(value), to: file(name))
    }
}

/// A page's content without its picture, which is stored beside it as a PNG.
private struct StoredPage: Codable {
    var size: PageSize
    var scale: Double
    var words: [Word]
    var unread: [Region]
    var illegible: [Region]
    var messages: [String]

    init(_ content: PageContent) {
        size = content.size
        scale = content.scale
        words = content.words
        unread = content.unread
        illegible = content.illegible
        messages = content.messages
    }
}
