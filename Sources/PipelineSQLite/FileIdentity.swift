import Foundation
import Pipeline

/// Which file a path led to: SQLite goes on with a deleted file as if nothing had happened, and all of its work is lost.
struct FileIdentity: Sendable {
    private let path: String
    private let device: dev_t
    private let inode: ino_t

    /// The file that is at the path now.
    init(ofFileAt path: String) throws(StoreError) {
        var status = stat()
        guard stat(path, &status) == 0 else { throw Self.gone(path) }
        self.path = path
        device = status.st_dev
        inode = status.st_ino
    }

    /// Throws ``StoreError/unavailable(_:)`` where the path no longer leads to the file.
    func check() throws(StoreError) {
        let now = try FileIdentity(ofFileAt: path)
        guard now.device == device, now.inode == inode else { throw Self.gone(path) }
    }

    private static func gone(_ path: String) -> StoreError {
        .unavailable("\(path) was deleted or replaced while it was in use")
    }
}
