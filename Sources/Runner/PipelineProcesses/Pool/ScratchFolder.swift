import Files
import Foundation

/// The folder for the temporary files of the pool's processes.
///
/// It has a subfolder for each process, so that the files of a killed process are removed as well.
final class ScratchFolder: Sendable {
    let path: String
    private let lock: FileDescriptor

    /// Creates the folder, and removes the unlocked folders of ended pools.
    ///
    /// - Throws: ``LaunchError``.
    init(in parent: String) throws {
        Self.sweep(parent)
        path = "\(parent)/\(Self.prefix)\(UUID().uuidString)"
        guard mkdir(path, 0o700) == 0 else { throw LaunchError(errorNumber: errno) }
        do throws(SystemCallError) {
            lock = try FileDescriptor.open(path + Self.lockName, O_RDWR | O_CREAT, mode: 0o600)
            // This never waits: no other pool sweeps a folder this new.
            try lock.lock(.exclusive)
        } catch {
            throw LaunchError(errorNumber: error.number)
        }
    }

    deinit {
        try? FileManager.default.removeItem(atPath: path)
        try? lock.close()
    }

    private static let prefix = "formwright-stages-"
    private static let lockName = "/lock"

    private static func sweep(_ parent: String) {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: parent)) ?? []
        for name in names where name.hasPrefix(prefix) && isOldAndOurs(parent + "/" + name) {
            let folder = parent + "/" + name
            // The lock is created if missing: a pool may have been killed before creating it, or while removing the
            // folder.
            let flags = O_RDWR | O_CREAT | O_NOFOLLOW
            guard let lock = try? FileDescriptor.open(folder + lockName, flags, mode: 0o600) else { continue }
            if (try? lock.tryLock()) == true { try? FileManager.default.removeItem(atPath: folder) }
            try? lock.close()
        }
    }

    /// Whether it is a real folder of this user, and over a minute old.
    ///
    /// The lock of a newer one may just be taken.
    private static func isOldAndOurs(_ folder: String) -> Bool {
        var status = stat()
        guard lstat(folder, &status) == 0 else { return false }
        return status.st_mode & S_IFMT == S_IFDIR && status.st_uid == geteuid()
            && time(nil) - status.st_mtim.tv_sec > 60
    }

    /// Creates a folder in the scratch folder, which is recreated if it was cleaned up.
    ///
    /// An existing folder is not an error.
    ///
    /// - Throws: ``LaunchError``.
    func makeFolder(_ folder: String) throws {
        if mkdir(folder, 0o700) == 0 || errno == EEXIST { return }
        guard errno == ENOENT, mkdir(path, 0o700) == 0 || errno == EEXIST, mkdir(folder, 0o700) == 0 || errno == EEXIST
        else { throw LaunchError(errorNumber: errno) }
    }
}
