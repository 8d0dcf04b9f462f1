import Files
import Foundation

/// Temporary files of the pool's processes: one folder for the pool, and in it one for each process, so that what a killed
/// process leaves goes with it.
final class ScratchFolder: Sendable {
    let path: String
    private let lock: FileDescriptor

    /// Makes the folder, and removes those of pools that died: the lock of a living one is held. Throws ``LaunchError``.
    init(in parent: String) throws {
        Self.sweep(parent)
        path = "\(parent)/\(Self.prefix)\(UUID().uuidString)"
        guard mkdir(path, 0o700) == 0 else { throw LaunchError(errorNumber: errno) }
        do throws(SystemCallError) {
            lock = try FileDescriptor.open(path + Self.lockName, O_RDWR | O_CREAT, mode: 0o600)
            // Free: nobody sweeps a folder that has just been made.
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
            // Made where it is missing: a pool may have been killed before it made it, or while it tidied up.
            let flags = O_RDWR | O_CREAT | O_NOFOLLOW
            guard let lock = try? FileDescriptor.open(folder + lockName, flags, mode: 0o600) else { continue }
            if (try? lock.tryLock()) == true { try? FileManager.default.removeItem(atPath: folder) }
            try? lock.close()
        }
    }

    /// Not a link, not another user's trap, and no folder whose lock is being taken at this moment.
    private static func isOldAndOurs(_ folder: String) -> Bool {
        var status = stat()
        guard lstat(folder, &status) == 0 else { return false }
        return status.st_mode & S_IFMT == S_IFDIR && status.st_uid == geteuid()
            && time(nil) - status.st_mtim.tv_sec > 60
    }

    /// Makes a folder in it, and itself again where somebody cleaned up; that it exists is no error. Throws ``LaunchError``.
    func makeFolder(_ folder: String) throws {
        if mkdir(folder, 0o700) == 0 || errno == EEXIST { return }
        guard errno == ENOENT, mkdir(path, 0o700) == 0 || errno == EEXIST, mkdir(folder, 0o700) == 0 || errno == EEXIST
        else { throw LaunchError(errorNumber: errno) }
    }
}
