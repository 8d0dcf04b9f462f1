import Foundation
import SQL

/// The file at a path when it was opened.
///
/// SQLite keeps working on a deleted file without an error, and all of that work is lost.
struct FileIdentity: Sendable {
    private let path: String
    private let device: dev_t
    private let inode: ino_t

    /// Records the file that is currently at the path.
    init(ofFileAt path: String) throws(SQLError) {
        var status = stat()
        guard stat(path, &status) == 0 else { throw Self.gone(path) }
        self.path = path
        device = status.st_dev
        inode = status.st_ino
    }

    /// Checks that the path still refers to the file.
    ///
    /// - Throws: ``SQL/SQLError`` of the kind `unreachable` if it does not.
    func check() throws(SQLError) {
        let now = try FileIdentity(ofFileAt: path)
        guard now.device == device, now.inode == inode else { throw Self.gone(path) }
    }

    private static func gone(_ path: String) -> SQLError {
        SQLError(.unreachable, "\(path) was deleted or replaced while it was in use")
    }
}
