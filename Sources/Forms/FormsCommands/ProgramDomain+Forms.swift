import FailureModel
import FormImport
import FormsDomain
import FormsService
import Formwright
public import FormwrightCLI
import LocalStore

extension ProgramDomain {
    /// Forms: their commands, and their pages and routes of the service.
    public static let forms: ProgramDomain = {
        var program = ProgramDomain(Domain.forms)
        program.commands = [
            InspectCommand.self, FillCommand.self, ExportCommand.self, FillableCommand.self, FlattenCommand.self,
            BatchCommand.self, StageCommand.self,
        ]
        program.storeCommands = [TemplatesCommand.self]
        program.documentCommands = [
            DocumentsCommand.Fields.self, DocumentsCommand.Values.self, DocumentsCommand.Compose.self,
        ]
        program.advice = [
            .encrypted: "Give its password with --password-file, or save the file without one.",
            .valueOverflow: "Shorten it, or use --overflow=truncate, --overflow=shrink or --overflow=addendum.",
            .severalRows: "Fill the form once for each row with formwright batch.",
            .fieldsMismatch: "Run formwright inspect --json on it again.",
            .batchChanged: "Name the outputs differently, or replace them all with --restart.",
        ]
        program.routes = { host in [try FormRoutes(host.local, host.parts, stages: host.stages)] }
        return program
    }()
}
