import Formwright
import ChildPrograms
import Accounts
import Backup
package import FailureModel
import FamilyArchive
import Forms
import HTTPService
package import Pipeline
import PipelineProcesses
import StorytellingSQLite
import Trading
import WatchFolder

/// The table of all errors that this program reports.
package enum ProgramErrors {
    /// The rows of all modules and of the running program's kinds.
    package static var table: ErrorTable { table(of: Program.current.kinds) }

    /// Returns the rows of all modules and of the given kinds.
    package static func table(of kinds: [any Kind]) -> ErrorTable {
        ErrorTable(
            [
                ErrorRow.common, ErrorRow.formwright, ErrorRow.childPrograms, ErrorRow.pipeline, ErrorRow.processes,
                ErrorRow.watchFolder,
                ErrorRow.httpService, ErrorRow.accounts, ErrorRow.families, ErrorRow.familyArchive,
                ErrorRow.backup,
            ].flatMap { $0 } + kinds.flatMap(\.errors))
    }

    /// Returns what to type, for failures of libraries that do not know about the command line.
    static func advice(on failure: Failure) -> String? {
        switch failure.code {
        case .encrypted: "Give its password with --password-file, or save the file without one."
        case .valueOverflow: "Shorten it, or use --overflow=truncate, --overflow=shrink or --overflow=addendum."
        case .severalRows: "Fill the form once for each row with formwright batch."
        case .fieldsMismatch: "Run formwright inspect --json on it again."
        case .batchChanged: "Name the outputs differently, or replace them all with --restart."
        case .usersMissing: "Add one with formwright users add."
        case .userHasDocuments: "Delete them with the user: --with-documents."
        case .familyUnknown: "List all families with formwright families list."
        case .familyAmbiguous: "Give the ID, as formwright families list --ids shows it."
        case .familyHasArtworks: "Delete them with the family: --with-artworks."
        case .storeUnavailable: "Choose another store with --store."
        case .oversold:
            "Add the missing purchases, or list what was held before the first trade in NAME.lots.csv."
        case .rateMissing: "Add the rate to NAME.rates.csv."
        default: nil
        }
    }

    /// Returns the lines to print on standard error, one for each reason.
    static func lines(_ failure: Failure) -> [String] {
        let all = failure.all
        let hints = all.map { $0.hint ?? advice(on: $0) }
        return all.indices.map { index in
            let one = all[index]
            var line = one.message
            if case .file(let name, let row?, let column) = one.location, !one.message.hasPrefix(name) {
                line = "\(name):\(row):\(column.map { "\($0):" } ?? "") \(line)"
            }
            // Said once, after the last of the lines that it is about.
            let isLast = index + 1 == all.count || hints[index + 1] != hints[index]
            if isLast, let hint = hints[index] { line += " \(hint)" }
            return line
        }
    }
}
