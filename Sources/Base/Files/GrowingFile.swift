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
    private let isClosed = Atomic(false)

    /// Creates an empty file next to the target.
    ///
    /// - Throws: `output_unwritable` or `disk_full`.
    package init(at url: URL) throws(Failure) {
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
                descriptor = try FileDescriptor.open(
                    temporary, O_WRONLY | O_CREAT | O_EXCL, mode: kind == S_IFREG ? 0o600 : 0o666)
                if kind == S_IFREG { Self.passOn(old, to: descriptor) }
            default:
                temporary = nil
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

    private static func folder(of path: String) -> String { (path as NSString).deletingLastPathComponent }

    /// Restricts reading and writing to the owner, whatever the process's umask.
    package func makePrivate() {
        if temporary != nil { fchmod(descriptor.rawValue, 0o600) }
    }

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
                if temporary != nil { try descriptor.synchronise() }
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
        if let temporary { unlink(temporary) }
    }
}
