import FailureModel
import FormModel
import Foundation
import Synchronization

/// A file that is written piece by piece under a temporary name and gets its own when it is whole. Let go before that, it
/// leaves nothing. A device or pipe is written to as it is.
final class GrowingFile: Sendable {
    private let target: URL
    /// Nil where the target is written to as it is.
    private let temporary: String?
    private let descriptor: Int32
    private let isFinished = Atomic(false)

    /// - Throws: `output_unwritable` or `disk_full`.
    init(at url: URL) throws(Failure) {
        target = url.resolvingSymlinksInPath()
        if OutputFile.isInPlace(target) {
            temporary = nil
            descriptor = open(target.path, O_WRONLY | O_CLOEXEC)
            guard descriptor >= 0 else { throw OutputFile.failure(errno, url.path) }
        } else {
            (temporary, descriptor) = try OutputFile.makeTemporary(for: target)
        }
    }

    deinit { discard() }

    func append(_ data: Data) throws(Failure) {
        try OutputFile.write(data, to: descriptor, name: target.path)
    }

    /// Brings the file to the disk and gives it its name, over what was there.
    func finish() throws(Failure) {
        guard let temporary else {
            close()
            return
        }
        guard fsync(descriptor) == 0, rename(temporary, target.path) == 0 else {
            throw OutputFile.failure(errno, target.path)
        }
        close()
        OutputFile.syncFolder(of: target)
    }

    /// Leaves nothing of a file that is not finished.
    func discard() {
        if close(), let temporary { unlink(temporary) }
    }

    /// Whether it was still open.
    @discardableResult
    private func close() -> Bool {
        guard isFinished.exchange(true, ordering: .relaxed) == false else { return false }
        Foundation.close(descriptor)
        return true
    }
}
