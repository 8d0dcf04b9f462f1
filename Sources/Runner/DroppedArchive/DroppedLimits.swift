package import FailureModel

/// Limits on a dropped folder or archive.
public struct DroppedLimits: Sendable, Hashable {
    /// Maximum number of entries at all levels, including folders.
    package var entries: Int
    /// Maximum number of folder levels below the dropped folder.
    package var depth: Int
    /// Maximum total size of all files, in bytes.
    package var byteCount: Int64
    /// Maximum size of a file, in bytes; a larger file fails alone.
    package var fileSize: Int64

    /// Creates limits.
    package init(
        entries: Int = 20_000, depth: Int = 8, byteCount: Int64 = 4 << 30, fileSize: Int64 = 512 << 20
    ) {
        self.entries = entries
        self.depth = depth
        self.byteCount = byteCount
        self.fileSize = fileSize
    }

    /// Checks the number of entries.
    ///
    /// - Throws: `too_many_inputs`.
    package func check(entries count: Int) throws(Failure) {
        guard count > entries else { return }
        throw Failure(.tooManyInputs, "There are \(count) entries; at most \(entries) are allowed.")
    }

    /// Checks the number of levels above a folder or file.
    ///
    /// - Throws: `too_many_inputs`.
    package func check(depth count: Int, of path: String?) throws(Failure) {
        guard count > depth else { return }
        let place = path.map { ": \($0)" } ?? "."
        throw Failure(.tooManyInputs, "There are more than \(depth) levels of folders\(place)")
    }

    /// Checks the total size of all files.
    ///
    /// - Throws: `input_too_large`.
    package func check(byteCount count: Int64) throws(Failure) {
        guard count > byteCount else { return }
        throw Failure(.inputTooLarge, "The files have more than \(byteCount) bytes together.")
    }

    /// The failure of a single file above the size limit.
    package var fileTooLarge: Failure {
        Failure(.inputTooLarge, "It is larger than the limit of \(fileSize >> 20) MB.")
    }
}
