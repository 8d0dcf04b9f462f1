package import FailureModel
package import Foundation
import Synchronization

/// A file written piece by piece under a temporary name and renamed when complete.
///
/// If it is released before that, nothing remains of it. A symbolic link is followed; a device or pipe is written to
/// directly. The owner and permissions of an existing file are kept, so that a private file stays private.
package final class GrowingFile: Sendable {
    /// The path given by the user, for messages.
    private let name: String
    private let target: String
    /// The path of the temporary file; `nil` if the target is written to directly.
    private let temporary: String?
    private let descriptor: FileDescriptor
    /// Whether the temporary file has no name yet.
    ///
    /// Nothing remains of such a file if the process is killed.
    private let isUnnamed: Bool
    private let isClosed = Atomic(false)

    /// Creates an empty file next to the target.
    ///
    /// - Parameters:
    ///   - url: the target.
    ///   - isPrivate: whether only the owner may read and write it, whatever the process's umask. Where the file system
    ///     can, such a file has no name until it is complete.
    /// - Throws: `output_unwritable` or `disk_full`.
    package init(at url: URL, isPrivate: Bool = false) throws(Failure) {
        name = url.path
        target = url.resolvingSymlinksInPath().path
        var old = stat()
        let kind = stat(target, &old) == 0 ? old.st_mode & S_IFMT : 0
        do throws(SystemCallError) {
            switch kind {
            case 0, S_IFREG, S_IFDIR:
                // The name has a fixed length, so that it does not exceed a limit that the target's name meets.
                let temporary = "\(Self.folder(of: target))/.formwright-\(UUID().uuidString).tmp"
                self.temporary = temporary
                if isPrivate, let unnamed = Self.unnamed(in: Self.folder(of: target)) {
                    descriptor = unnamed
                    isUnnamed = true
                } else {
                    descriptor = try FileDescriptor.open(
                        temporary, O_WRONLY | O_CREAT | O_EXCL, mode: isPrivate || kind == S_IFREG ? 0o600 : 0o666)
                    isUnnamed = false
                }
                if kind == S_IFREG { Self.passOn(old, to: descriptor) }
                if isPrivate { fchmod(descriptor.rawValue, 0o600) }
            default:
                temporary = nil
                isUnnamed = false
                descriptor = try FileDescriptor.open(target, O_WRONLY)
            }
        } catch {
            throw error.failure(writing: name)
        }
    }

    deinit { discard() }

    /// Gives a file the owner and permissions of another one.
    private static func passOn(_ old: stat, to descriptor: FileDescriptor) {
        // Only root may change the owner. If the group cannot be set either, the group permissions must not apply to
        // another group.
        let keepsOwner = fchown(descriptor.rawValue, old.st_uid, old.st_gid) == 0
        let keepsGroup = keepsOwner || fchown(descriptor.rawValue, uid_t.max, old.st_gid) == 0
        // In that case the group gets no access.
        fchmod(descriptor.rawValue, old.st_mode & (keepsGroup ? 0o777 : 0o707))
    }

    /// Opens a file without a name; `nil` if the file system has none.
    private static func unnamed(in folder: String) -> FileDescriptor? {
        // The flag is a combination that Swift does not import.
        let flag: Int32 = 0o20_000_000 | O_DIRECTORY
        guard let file = try? FileDescriptor.open(folder.isEmpty ? "." : folder, O_WRONLY | flag, mode: 0o600) else {
            return nil
        }
        // It gets its name by way of this link.
        guard access(link(to: file), F_OK) == 0 else {
            try? file.close()
            return nil
        }
        return file
    }

    private static func link(to file: FileDescriptor) -> String { "/proc/self/fd/\(file.rawValue)" }

    private static func folder(of path: String) -> String { (path as NSString).deletingLastPathComponent }

    /// The descriptor for libraries, valid until the file is finished or released.
    package var rawDescriptor: Int32 { descriptor.rawValue }

    /// Appends bytes.
    ///
    /// - Throws: `output_unwritable` or `disk_full`.
    package func append(_ bytes: Data) throws(Failure) {
        try descriptor.writeAll(bytes, to: name)
    }

    /// Flushes the file to disk and renames it, replacing an existing file.
    ///
    /// - Throws: `output_unwritable` or `disk_full`; the target is then unchanged, and the temporary file is removed.
    package func finish() throws(Failure) {
        guard !isClosed.exchange(true, ordering: .relaxed) else { return }
        do throws(SystemCallError) {
            try descriptor.closeAfter { () throws(SystemCallError) in
                guard let temporary else { return }
                try descriptor.synchronise()
                guard isUnnamed else { return }
                guard linkat(AT_FDCWD, Self.link(to: descriptor), AT_FDCWD, temporary, AT_SYMLINK_FOLLOW) == 0 else {
                    throw SystemCallError.last("linkat")
                }
            }
            guard let temporary else { return }
            guard rename(temporary, target) == 0 else { throw SystemCallError.last("rename") }
        } catch {
            if let temporary { unlink(temporary) }
            throw error.failure(writing: name)
        }
        // A failure here is ignored: the contents are safe whether or not the name is.
        try? FileDescriptor.synchronise(folder: Self.folder(of: target))
    }

    /// Removes the temporary file if it is unfinished.
    package func discard() {
        guard !isClosed.exchange(true, ordering: .relaxed) else { return }
        try? descriptor.close()
        if let temporary, !isUnnamed { unlink(temporary) }
    }
}
