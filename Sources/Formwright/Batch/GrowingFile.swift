import FormModel
import Foundation
import Synchronization

/// A file that is written piece by piece under a temporary name and gets its own when it is whole. Let go before that, it
/// leaves nothing.
final class GrowingFile: Sendable {
    private let target: URL
    private let temporary: String
    private let descriptor: Int32
    private let isFinished = Atomic(false)

    /// - Throws: `output_unwritable` or `disk_full`.
    init(at url: URL) throws(FormError) {
        target = url.resolvingSymlinksInPath()
        temporary = "\(target.deletingLastPathComponent().path)/.\(target.lastPathComponent).\(UUID().uuidString).tmp"
        descriptor = open(temporary, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o666)
        guard descriptor >= 0 else { throw OutputFile.failure(errno, url.path) }
    }

    deinit { discard() }

    func append(_ data: Data) throws(FormError) {
        try OutputFile.write(data, to: descriptor, name: target.path)
    }

    /// Brings the file to the disk and gives it its name, over what was there.
    func finish() throws(FormError) {
        guard fsync(descriptor) == 0, rename(temporary, target.path) == 0 else {
            throw OutputFile.failure(errno, target.path)
        }
        close()
        let folder = open(target.deletingLastPathComponent().path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        if folder >= 0 {
            fsync(folder)
            Foundation.close(folder)
        }
    }

    /// Leaves nothing of a file that is not finished.
    func discard() {
        if close() { unlink(temporary) }
    }

    /// Whether it was still open.
    @discardableResult
    private func close() -> Bool {
        guard isFinished.exchange(true, ordering: .relaxed) == false else { return false }
        Foundation.close(descriptor)
        return true
    }
}
