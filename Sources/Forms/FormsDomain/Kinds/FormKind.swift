package import Formwright
package import FailureModel
import Files
package import FormModel
package import FormFilling
package import FormImport
package import Foundation
package import Pipeline

/// The kind of content for forms.
///
/// | stage | reads | publishes |
/// |---|---|---|
/// | `rasterise` | the original | `page-0001.png` and so on: the pages to read; `print-0001` and so on: what is printed on them; the facts `pages`, `digest` and `title` |
/// | `recognise` | the prints, known forms of the store | `known.json`: the fields of pages of known forms; the fact `known` |
/// | `detect` | the original, the pictures, `known.json` | `fields.json`: the output of `inspect --json`; the fact `fields` |
/// | `preview` | the original, `fields.json` | `preview.pdf`: the form with its fields marked |
/// | `bind` | `fields.json`, the inputs `template.json`, `mapping.json`, `keys.json`, `fill.json` and `values.json` or `rows` | `bound.json`: the values, matched and checked; `skipped.json`: the skipped keys |
/// | `compose` | the original, `fields.json`, `bound.json` or `rows`, the input `template.json` | `filled.pdf` or `filled.zip`; `report.json` |
/// | `result`, on demand | the original, `fields.json`, `filled.pdf`, a `ResultRequest` | nothing: it replies with an `Artefact` |
/// | `picture`, on demand | the original, `fields.json`, a `PictureRequest` | nothing: it replies with a `PictureReply` |
package struct FormKind: Kind {
    /// The kind's name in `pipeline.yaml` and in documents.
    package static let name: KindName = "form"

    /// The names of artefacts.
    package enum ArtefactName {
        /// The output of `formwright inspect --json`, without the file name.
        package static let fields = "fields.json"
        /// The form with its fields marked.
        package static let preview = "preview.pdf"
        /// The values of a fill, as given.
        package static let values = "values.json"
        /// The setup of a fill: its profile and the treatment of unknown keys.
        package static let setup = "fill.json"
        /// The keys of values that a fill skips.
        package static let skipped = "skipped.json"
        /// The corrected fields of a fill, if any.
        package static let template = "template.json"
        /// How the keys of a dropped record are matched.
        package static let keys = "keys.json"
        /// The confirmed mapping of columns to fields, if any.
        package static let mapping = "mapping.json"
        /// The values, matched and checked.
        package static let bound = "bound.json"
        /// The filled form.
        package static let filled = "filled.pdf"
        /// The table of a fill with several rows.
        package static let rows = "rows"
        /// The template for the file names of a table's results.
        package static let rowNames = "row-names"
        /// The filled forms of a table, and their report.
        package static let filledRows = "filled.zip"
        /// The report on the filled fields.
        package static let report = "report.json"

        /// The form with AcroForm fields.
        package static let fillable = "fillable.pdf"
        /// The prefix of the name of a filled page's picture.
        package static let filledPage = "filled-"

        /// The values that the AcroForm fields of the form hold.
        package static func held(_ format: ExistingValues.Format) -> String { "held.\(format.rawValue)" }
        /// The values that the AcroForm fields of the filled form hold.
        package static func filledValues(_ format: ExistingValues.Format) -> String { "filled.\(format.rawValue)" }

        static func picture(ofPage index: Int) -> String { "page-\(String(format: "%04d", index + 1)).png" }
        /// The name of the print of a page, for its recognition.
        static func print(ofPage index: Int) -> String { "print-\(String(format: "%04d", index + 1))" }
        /// The fields of pages of known forms.
        static let known = "known.json"
    }

    /// The fact about the newest fill with a table.
    ///
    /// It consists of the number of the fill and the numbers of rows filled and not filled.
    package static let rowsFact = "rows"

    /// The stage that draws a page for display.
    package static let pictureStage: StageName = "picture"

    /// The stage that creates results on demand.
    package static let resultStage: StageName = "result"

    private let limits: Limits

    /// Creates the kind.
    ///
    /// - Parameter limits: the limits on files, pages and pictures.
    package init(limits: Limits = Limits()) {
        self.limits = limits
    }

    package var name: KindName { Self.name }
    package var settingsSection: String? { "forms" }
    package var errors: [ErrorRow] {
        ErrorRow.forms + ErrorRow.templates + ErrorRow.templatePacks + ErrorRow.sharedForms + ErrorRow.cases
    }

    package func content(reading settings: SettingsNode?) -> ContentKind {
        var options = FormStageOptions(reading: settings)
        options.form.limits = limits
        return Self.content(options)
    }

    /// Returns the stages with these options, and with time limits for long documents.
    ///
    /// Processor time is limited per page.
    package static func content(_ options: FormStageOptions = FormStageOptions()) -> ContentKind {
        let documents = RecentDocuments(importer: options.form.importer)
        let finder = KnownFormFinder()
        return ContentKind(
            name,
            processing: [
                .init(RasteriseStage(documents: documents), limits: StageLimits(wallTime: .seconds(30 * 60))),
                .init(RecogniseStage(documents: documents, language: options.form.language)) {
                    document, published, store, artefacts in
                    try await RecogniseRequest.data(
                        for: document, published: published, in: store, artefacts, finder: finder)
                },
                .init(
                    DetectStage(documents: documents, language: options.form.language),
                    limits: StageLimits(wallTime: .seconds(60 * 60))),
                .init(PreviewStage(documents: documents, results: options.results)),
            ],
            filling: [
                .init(BindStage(documents: documents, options: options)),
                .init(ComposeStage(documents: documents, options: options)),
            ],
            onDemand: [
                .init(
                    PictureStage(documents: documents, composers: RecentComposers(options: options.compose)),
                    // A user is waiting for it.
                    limits: StageLimits(wallTime: .seconds(60), cpuTime: .seconds(30))),
                .init(
                    ResultStage(documents: documents, limits: options.form.limits),
                    limits: StageLimits(wallTime: .seconds(60), cpuTime: .seconds(30))),
            ],
            storedInputs: { document, store in
                var inputs: [PipelineClient.Input] = []
                func add(_ name: String, _ value: some Encodable) throws {
                    inputs.append(
                        PipelineClient.Input(
                            name: name, mediaType: "application/json", bytes: try JSONText.encode(value)))
                }
                if let template = try await Self.template(of: document, in: store) {
                    try add(ArtefactName.template, template.template)
                }
                if let mapping = try await MappingStore(store)?.mapping(of: document, form: document.content.hex) {
                    try add(ArtefactName.mapping, mapping)
                }
                return inputs
            })
    }

    package func mediaType(ofHead head: Data, byteCount: Int64, fileName: String) throws -> String {
        try Importer(limits: limits).type(ofHead: head, byteCount: byteCount, fileName: fileName).mimeType
    }

    // MARK: Values

    /// Returns the inputs of a fill.
    package static func inputs(
        _ entries: [ValueEntry], _ setup: FillSetup = FillSetup()
    ) throws -> [PipelineClient.Input] {
        [
            PipelineClient.Input(
                name: ArtefactName.values, mediaType: "application/json", bytes: try JSONText.encode(entries))
        ] + (try setup.inputs)
    }

    // MARK: Fields

    /// The names of facts.
    package enum FactName {
        /// The number of pages.
        package static let pages = "pages"
        /// The number of detected fields.
        package static let fields = "fields"
        /// The digest of what the pages draw, which identifies the form.
        package static let digest = "digest"
        /// The printed title of the form; empty or none if it is not known.
        static let title = "title"
        /// The content of `known.json`; empty or none if no page was recognised.
        static let known = "known"
        /// The id of the template that a person chose for the document.
        static let chosen = "chosen"
    }

    /// Returns an analysed document with the fields in force; nil before `detect` completes.
    ///
    /// These are the fields of the form's template, or else the detected ones. Documents with equal bytes share one
    /// `fields.json`, which therefore contains no file name; the result does.
    package static func description(of document: Document, in client: PipelineClient) async throws -> FormDescription? {
        try await fields(of: document, in: client)?.description
    }

    /// Returns the fields in force with their origin; nil before `detect` completes.
    package static func fields(of document: Document, in client: PipelineClient) async throws -> FieldsInForce? {
        try await fields(of: document, with: try await template(of: document, in: client.store), in: client)
    }

    /// Returns the fields in force, given the template; nil before `detect` completes.
    package static func fields(
        of document: Document, with template: StoredTemplate?, in client: PipelineClient
    ) async throws -> FieldsInForce? {
        let published = try await client.store.artefacts(of: document.id, in: .all, fill: 0)
        guard let fields = published.last(where: { $0.artefact.name == ArtefactName.fields }) else { return nil }
        let description = try await StoredFields.description(
            fields.artefact.content, of: document, in: client.artefacts)
        return FieldsInForce(
            template, on: description, digest: digest(of: document), title: document.facts[FactName.title] ?? "")
    }

    /// Returns the template in force for a document; nil for a store without templates.
    package static func template(of document: Document, in store: any Store) async throws -> StoredTemplate? {
        guard let templates = TemplateStore(store),
            let template = try await templates.template(digest: digest(of: document), owner: document.owner)
        else { return nil }
        guard let chosen = ChosenForm.template(of: document), chosen != template.template.id,
            template.updatedAt <= document.createdAt, let other = try await templates.template(chosen)
        else { return template }
        // What a person chose precedes earlier corrections of the same form, but not those made since.
        return other.template.digest == template.template.digest ? other : nil
    }

    /// Returns the digest of what the document's pages draw.
    ///
    /// A document analysed before digests existed is identified only by its bytes.
    static func digest(of document: Document) -> String { document.facts[FactName.digest] ?? document.content.hex }
}
