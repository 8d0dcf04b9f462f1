public import FailureModel
import FormModel
public import Foundation

/// Writes files that are either whole or not there.
public enum OutputFile {
    /// Writes to a temporary name in the same folder, syncs, renames over the target and syncs the folder. A symbolic
    /// link is followed; a device or pipe is written to as it is. A file that was there passes on its owner and its
    /// permissions.
    ///
    /// - Throws: `output_unwritable` or `disk_full`; the target is as it was then.
    public static func write(_ data: Data, to url: URL) throws(Failure) {
        let target = url.resolvingSymlinksInPath()
        if isInPlace(target) { return try writeInPlace(data, to: target) }
        let (temporary, descriptor) = try makeTemporary(for: target)
        var isOpen = true
        do throws(Failure) {
            try write(data, to: descriptor, name: url.path)
            guard fsync(descriptor) == 0 else { throw failure(errno, url.path) }
            isOpen = false
            guard close(descriptor) == 0 else { throw failure(errno, url.path) }
            guard rename(temporary, target.path) == 0 else { throw failure(errno, url.path) }
        } catch {
            if isOpen { close(descriptor) }
            unlink(temporary)
            throw error
        }
        syncFolder(of: target)
    }

    /// Whether a target cannot be replaced by a file, such as a device or a pipe.
    static func isInPlace(_ target: URL) -> Bool {
        var status = stat()
        return stat(target.path, &status) == 0 && status.st_mode & S_IFMT != S_IFREG
            && status.st_mode & S_IFMT != S_IFDIR
    }

    /// Makes an empty file beside a target, to be renamed over it. It has the owner and the permissions of the file that
    /// is there, so that what was private stays so.
    static func makeTemporary(for target: URL) throws(Failure) -> (path: String, descriptor: Int32) {
        let folder = target.deletingLastPathComponent().path
        // Of one length, so that there is room for it wherever there is room for the target's name.
        let path = "\(folder)/.formwright-\(UUID().uuidString).tmp"
        var old = stat()
        let replaces = stat(target.path, &old) == 0 && old.st_mode & S_IFMT == S_IFREG
        let descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, replaces ? 0o600 : 0o666)
        guard descriptor >= 0 else { throw failure(errno, target.path) }
        if replaces {
            // Who may not give a file away keeps it; of another group it must not be readable by that right.
            let keepsOwner = fchown(descriptor, old.st_uid, old.st_gid) == 0
            let keepsGroup = keepsOwner || fchown(descriptor, uid_t.max, old.st_gid) == 0
            // Where this is not possible, the file stays its user's alone.
            fchmod(descriptor, old.st_mode & (keepsGroup ? 0o777 : 0o707))
        }
        return (path, descriptor)
    }

    /// Brings a file's name to the disk.
    static func syncFolder(of target: URL) {
        let folder = open(target.deletingLastPathComponent().path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard folder >= 0 else { return }
        // The file itself is safe; a file system that cannot sync folders keeps its own promises.
        fsync(folder)
        close(folder)
    }

    /// Writes all bytes to an open file, such as standard output.
    ///
    /// - Parameter name: for messages.
    public static func write(_ data: Data, to descriptor: Int32, name: String) throws(Failure) {
        var offset = 0
        while offset < data.count {
            let written = data.withUnsafeBytes { raw in
                Foundation.write(descriptor, raw.baseAddress.map { $0 + offset }, raw.count - offset)
            }
            if written < 0 {
                if errno == EINTR { continue }
                throw failure(errno, name)
            }
            offset += written
        }
    }

    private static func writeInPlace(_ data: Data, to url: URL) throws(Failure) {
        let descriptor = open(url.path, O_WRONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw failure(errno, url.path) }
        defer { close(descriptor) }
        try write(data, to: descriptor, name: url.path)
    }

    /// What the user is told of an `errno`.
    static func failure(_ number: Int32, _ name: String) -> Failure {
        if number == ENOSPC || number == EDQUOT {
            return Failure(.diskFull, "There is no space left to write \(name).")
        }
        return Failure(
            .outputUnwritable, "\(name) cannot be written: \(String(cString: strerror(number)).lowercased()).")
    }
}
