import FailureModel
import FormFilling
import FormwrightCLI
import Foundation

extension NamedFile {
    /// Opens a table of records in a file or on standard input.
    static func rows(_ path: String) throws(Failure) -> RowsFile {
        guard path == "-" else { return try RowsFile(contentsOf: URL(fileURLWithPath: path)) }
        return RowsFile(owning: dup(STDIN_FILENO), name: name(path), folder: URL(fileURLWithPath: "."))
    }
}
