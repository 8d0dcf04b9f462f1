import LocalStore
import ChildPrograms
import Users
import Backup
package import FailureModel
import HTTPService
import Pipeline
import PipelineProcesses
import PipelineSQL
import WatchFolder

/// The table of all errors that this program reports.
package enum ProgramErrors {
    /// The rows of all modules and of the running program's domains.
    package static var table: ErrorTable { table(of: Program.current.domains) }

    /// Returns the rows of all modules and of the given domains, in the domains' words.
    package static func table(of domains: [ProgramDomain]) -> ErrorTable {
        let stored = Program(domains: domains).stored
        return ErrorTable(
            [
                ErrorRow.common, ErrorRow.childPrograms, ErrorRow.pipeline, ErrorRow.processes, ErrorRow.watchFolder,
                ErrorRow.httpService, ErrorRow.backup, ErrorRow.storeKeys, ErrorRow.storeCopies,
            ].flatMap { $0 } + stored.errors
        ).reworded(stored.flatMap(\.wordings))
    }

    /// Returns advice on the command line for a failure of a library.
    package static func advice(on failure: Failure) -> String? {
        switch failure.code {
        case .usersMissing: "Add one with formwright users add."
        case .userHasDocuments: "Delete them with the user: --with-documents."
        case .storeUnavailable: "Choose another store with --store."
        default: Program.current.domains.lazy.compactMap { $0.advice[failure.code] }.first
        }
    }

    /// Returns the lines to print on standard error, one per reason.
    package static func lines(_ failure: Failure) -> [String] {
        let all = failure.all
        let hints = all.map { $0.hint ?? advice(on: $0) }
        return all.indices.map { index in
            let one = all[index]
            var line = one.message
            if case .file(let name, let row?, let column) = one.location, !one.message.hasPrefix(name) {
                line = "\(name):\(row):\(column.map { "\($0):" } ?? "") \(line)"
            }
            // A hint is given once, after the last of its lines.
            let isLast = index + 1 == all.count || hints[index + 1] != hints[index]
            if isLast, let hint = hints[index] { line += " \(hint)" }
            return line
        }
    }
}
