import FailureModel
import FormImport
import FormsDomain
import FormsService
import Formwright
public import FormwrightCLI
import LocalStore
import Pipeline

extension ProgramDomain {
    /// The domain of forms: their commands, and the service's pages and routes.
    public static let forms: ProgramDomain = {
        var program = ProgramDomain(Domain.forms)
        program.commands = [
            InspectCommand.self, FillCommand.self, ExportCommand.self, FillableCommand.self, FlattenCommand.self,
            BatchCommand.self, CollectCommand.self, StageCommand.self, CopyReaderCommand.self,
        ]
        program.storeCommands = [FormsCommand.self, TemplatesCommand.self]
        program.documentCommands = [
            DocumentsCommand.Fields.self, DocumentsCommand.Values.self, DocumentsCommand.Compose.self,
            DocumentsCommand.Case.self, DocumentsCommand.Duplicate.self,
        ]
        program.advice = [
            .encrypted: "Give its password with --password-file, or save the file without one.",
            .valueOverflow: "Shorten it, or use --overflow=truncate, --overflow=shrink or --overflow=addendum.",
            .severalRows: "Fill the form once for each row with formwright batch.",
            .fieldsMismatch: "Run formwright inspect --json on it again.",
            .mappingNeeded:
                "Write a mapping with formwright batch --check --write-map FILE, confirm it and give it with --map FILE; or use names and whole labels as keys.",
            .batchChanged: "Name the outputs differently, or replace them all with --restart.",
        ]
        program.clients = { documents, system in
            let cases = try await CaseStore(system).cases(of: documents).filter { !$0.details.client.isEmpty }
            return Dictionary(cases.map { ($0.document.id, $0.details.client) }) { first, _ in first }
        }
        program.help = words
        program.routes = { host in [try FormRoutes(host.local, host.parts, stages: host.stages)] }
        return program
    }()

    private static let words: [HelpPlace: String] = [
        .makes: "fill forms",
        .files:
            "A form is a PDF, with or without form fields, or a scan or photo as PDF, JPEG, PNG or TIFF.",
        .examples: """
        formwright inspect w9.pdf
        formwright fill w9.pdf --values ada.json -o w9-ada.pdf
        formwright fill w9.pdf --set "Name=Ada Lovelace" -o w9-ada.pdf
        formwright watch inbox/ --out outbox/
        """,
        .served: "forms",
        .pages: """
        Open the printed address in a browser to upload a form, check its fields, fill it in and download it; see \
        docs/use/page.md.
        """,
        .drops: """
        w9.pdf with w9.values.json (or .yaml, or .csv with many rows) becomes w9.filled.pdf in the outbox, and the \
        originals are moved to archive/. A form without values yields w9.fields.json and w9.preview.pdf, and is filled \
        when values arrive.
        """,
        .dropExamples: "formwright watch inbox/ --standing lease.pdf  # values alone fill the lease",
        .original: "form",
        .profile: "fills the fields about that person in every form",
        .known: "for a form the name of a template, or the beginning of its id",
        .holdings: "templates",
        .documentExamples: """
        formwright documents fields 3F2A
        formwright documents values 3F2A --set "Name=Ada Lovelace"
        formwright documents compose 3F2A -o w9-ada.pdf
        """,
        .addedFiles: "PDF, JPEG, PNG or TIFF forms",
        .stages: "form/rasterise,form/detect",
    ]
}
