import Foundation

/// Temporary files of the pool's processes: one folder for the pool, and in it one for each process, so that what a killed
/// process leaves goes with it.
final class ScratchFolder: Sendable {
    let path: String
    private let lock: Int32

    /// Makes the folder, and removes those of pools that died: the lock of a living one is held. Throws ``LaunchError``.
    init(in parent: String) throws {
        Self.sweep(parent)
        path = "\(parent)/\(Self.prefix)\(UUID().uuidString)"
        guard mkdir(path, 0o700) == 0 else { throw LaunchError(errorNumber: errno) }
        lock = open(path + Self.lockName, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
        guard lock >= 0, flock(lock, LOCK_EX | LOCK_NB) == 0 else { throw LaunchError(errorNumber: errno) }
    }

    deinit {
        try? FileManager.default.removeItem(atPath: path)
        close(lock)
    }

    private static let prefix = "formwright-stages-"
    private static let lockName = "/lock"

    private static func sweep(_ parent: String) {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: parent)) ?? []
        for name in names where name.hasPrefix(prefix) && isOldAndOurs(parent + "/" + name) {
            let folder = parent + "/" + name
            // Made where it is missing: a pool may have been killed before it made it, or while it tidied up.
            let lock = open(folder + lockName, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600)
            guard lock >= 0 else { continue }
            if flock(lock, LOCK_EX | LOCK_NB) == 0 { try? FileManager.default.removeItem(atPath: folder) }
            close(lock)
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
