public import FailureModel
public import FormModel
public import Forms
public import Foundation
public import Pipeline

/// Forms as a kind of content of the job runner.
///
/// | stage | reads | publishes |
/// |---|---|---|
/// | `rasterise` | the original | `page-0001.png` and on: the pages that have to be looked at; the fact `pages` |
/// | `detect` | the original, the pictures | `fields.json`: what `formwright inspect --json` prints; the fact `fields` |
/// | `preview` | the original, `fields.json` | `preview.pdf`: the form with its fields marked |
/// | `bind` | `fields.json`, the input `values.json` | `bound.json`: the values, matched and checked |
/// | `compose` | the original, `fields.json`, `bound.json` | `filled.pdf` and `report.json` |
public enum FormKind {
    /// As pipeline.yaml and documents name it.
    public static let name: KindName = "form"

    /// The names of what the stages publish.
    public enum ArtefactName {
        public static let fields = "fields.json"
        public static let preview = "preview.pdf"
        public static let values = "values.json"
        public static let bound = "bound.json"
        public static let filled = "filled.pdf"
        public static let report = "report.json"

        static func picture(ofPage index: Int) -> String { "page-\(String(format: "%04d", index + 1)).png" }
    }

    /// All stages, in any order.
    public static func stages(_ options: FormStageOptions = FormStageOptions()) -> [any Stage] {
        let documents = RecentDocuments(limits: options.form.limits)
        return [
            RasteriseStage(documents: documents), DetectStage(documents: documents, language: options.form.language),
            PreviewStage(documents: documents), BindStage(),
            ComposeStage(documents: documents, options: options.compose),
        ]
    }

    /// Looks at the first bytes and the size only; everything else is left to the stages, where a file that upsets a
    /// library does no harm.
    ///
    /// - Returns: the media type.
    /// - Throws: `Failure`: `input_empty`, `input_too_large` or `unsupported_type`.
    public static func mediaType(
        of data: Data, fileName: String, limits: Limits = Limits()
    ) throws(Failure) -> String {
        try Importer(limits: limits).type(of: data, fileName: fileName).mimeType
    }

    /// What a fill begins with.
    public static func inputs(_ entries: [ValueEntry]) throws -> [PipelineClient.Input] {
        [
            PipelineClient.Input(
                name: ArtefactName.values, mediaType: "application/json", bytes: try JSONText.encode(entries))
        ]
    }

    /// `fields.json` with the name of the document's file, which documents of the same bytes do not share.
    public static func named(_ fields: Data, after document: Document) throws -> Data {
        try JSONText.encode(try StoredFields.description(fields, of: document))
    }

    /// The fields of an analysed form; nil before `detect` is done.
    ///
    /// Documents of the same bytes share one `fields.json`, which therefore names no file; this does.
    public static func description(of document: Document, in client: PipelineClient) async throws -> FormDescription? {
        let published = try await client.store.artefacts(of: document.id, in: .all, fill: 0)
        guard let fields = published.last(where: { $0.artefact.name == ArtefactName.fields }) else { return nil }
        let artefacts = client.artefacts
        let data = try await WorkerThreads.shared.run { try artefacts.read(fields.artefact.content) }
        return try StoredFields.description(data, of: document)
    }
}

/// How the stages of forms work, from the section `forms` of pipeline.yaml.
public struct FormStageOptions: Sendable {
    public var form: FormOptions
    public var compose: ComposeOptions

    public init(form: FormOptions = FormOptions(), compose: ComposeOptions = ComposeOptions()) {
        self.form = form
        self.compose = compose
    }
}
