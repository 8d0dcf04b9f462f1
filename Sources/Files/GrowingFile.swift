package import FailureModel
package import Foundation
import Synchronization

/// A file that is written piece by piece under a temporary name and gets its own when it is whole. Released before that,
/// it leaves nothing.
///
/// A symbolic link is followed; a device or pipe is written to as it is. A file that was there passes on its owner and its
/// permissions, so that what was private stays so.
package final class GrowingFile: Sendable {
    /// As the user named it, for messages.
    private let name: String
    private let target: String
    /// Nil where the target is written to as it is.
    private let temporary: String?
    private let descriptor: FileDescriptor
    private let isClosed = Atomic(false)

    /// Makes an empty file beside the target.
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
                // Of one length, so that there is room for it wherever there is room for the target's name.
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

    /// Gives a file the owner and the permissions of another.
    private static func passOn(_ old: stat, to descriptor: FileDescriptor) {
        // Who may not give a file away keeps it; of another group it must not be readable by that right.
        let keepsOwner = fchown(descriptor.rawValue, old.st_uid, old.st_gid) == 0
        let keepsGroup = keepsOwner || fchown(descriptor.rawValue, uid_t.max, old.st_gid) == 0
        // Where this is not possible, the file stays its user's alone.
        fchmod(descriptor.rawValue, old.st_mode & (keepsGroup ? 0o777 : 0o707))
    }

    private static func folder(of path: String) -> String { (path as NSString).deletingLastPathComponent }

    /// Writes more of it.
    ///
    /// - Throws: `output_unwritable` or `disk_full`.
    package func append(_ bytes: Data) throws(Failure) {
        try descriptor.writeAll(bytes, to: name)
    }

    /// Flushes the file to disk and gives it its name, over what was there.
    ///
    /// - Throws: `output_unwritable` or `disk_full`; the target is as it was then, and nothing is left.
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
        // The file itself is safe whether or not its name is.
        try? FileDescriptor.synchronise(folder: Self.folder(of: target))
    }

    /// Leaves nothing of a file that is not finished.
    package func discard() {
        guard !isClosed.exchange(true, ordering: .relaxed) else { return }
        try? descriptor.close()
        if let temporary { unlink(temporary) }
    }
}
