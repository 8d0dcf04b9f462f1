public import FormModel
public import Foundation

/// Writes files that are either whole or not there.
public enum OutputFile {
    /// Writes to a temporary name in the same folder, syncs, renames over the target and syncs the folder.
    ///
    /// - Throws: `output_unwritable` or `disk_full`; the target is as it was then.
    public static func write(_ data: Data, to url: URL) throws(FormError) {
        let folder = url.deletingLastPathComponent().path
        let temporary = "\(folder)/.\(url.lastPathComponent).\(UUID().uuidString).tmp"
        let descriptor = open(temporary, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o666)
        guard descriptor >= 0 else { throw failure(errno, url) }
        var isOpen = true
        do throws(FormError) {
            try writeAll(data, to: descriptor, url)
            guard fsync(descriptor) == 0 else { throw failure(errno, url) }
            isOpen = false
            guard close(descriptor) == 0 else { throw failure(errno, url) }
            guard rename(temporary, url.path) == 0 else { throw failure(errno, url) }
        } catch {
            if isOpen { close(descriptor) }
            unlink(temporary)
            throw error
        }
        let parent = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        if parent >= 0 {
            // The file itself is safe; a file system that cannot sync folders keeps its own promises.
            fsync(parent)
            close(parent)
        }
    }

    private static func writeAll(_ data: Data, to descriptor: Int32, _ url: URL) throws(FormError) {
        var offset = 0
        while offset < data.count {
            let written = data.withUnsafeBytes { raw in
                Foundation.write(descriptor, raw.baseAddress.map { $0 + offset }, raw.count - offset)
            }
            if written < 0 {
                if errno == EINTR { continue }
                throw failure(errno, url)
            }
            offset += written
        }
    }

    private static func failure(_ number: Int32, _ url: URL) -> FormError {
        if number == ENOSPC || number == EDQUOT {
            return FormError(.diskFull, "There is no space left to write \(url.lastPathComponent).")
        }
        return FormError(
            .outputUnwritable, "\(url.path) cannot be written: \(String(cString: strerror(number)).lowercased()).")
    }
}
