package import FailureModel
import Formwright
import Forms
package import Pipeline
import PipelineProcesses
import WatchFolder

/// The table of everything that this program reports.
package enum ProgramErrors {
    /// The rows of all modules, and of the kinds that the program was started with.
    package static var table: ErrorTable { table(of: Program.current.kinds) }

    /// The rows of all modules and of these kinds.
    package static func table(of kinds: [any Kind]) -> ErrorTable {
        ErrorTable(
            [
                ErrorRow.common, ErrorRow.formwright, ErrorRow.pipeline, ErrorRow.processes, ErrorRow.watchFolder,
            ].flatMap { $0 } + kinds.flatMap(\.errors))
    }

    /// What to type or install, for failures of which the libraries cannot know that a command line is there.
    static func advice(on failure: Failure) -> String? {
        switch failure.code {
        case .encrypted: "Give its password with --password-file, or save the file without one."
        case .valueOverflow: "Shorten it, or allow --overflow=truncate or shrink."
        case .fieldsMismatch: "Run formwright inspect --json on it again."
        case .batchChanged: "Name the outputs differently, or replace them all with --restart."
        case .storeUnavailable: "Name another store with --store."
        default: nil
        }
    }

    /// What a person reads on standard error, a line for each reason.
    static func lines(_ failure: Failure) -> [String] {
        let all = failure.all
        return all.map { one in
            var line = one.message
            if case .file(let name, let row?, let column) = one.location, !one.message.hasPrefix(name) {
                line = "\(name):\(row):\(column.map { "\($0):" } ?? "") \(line)"
            }
            if let hint = one.hint ?? advice(on: one) { line += " \(hint)" }
            return line
        }
    }
}
