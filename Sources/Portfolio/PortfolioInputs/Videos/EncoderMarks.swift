package import Foundation

/// Blanks out encoder names, versions and settings that no FFmpeg filter removes.
///
/// They are in the padding of the first audio frame and in the description of the video coding.
package struct EncoderMarks {
    /// The prefixes of such texts.
    private static let marks = ["Lavc", "Lavf", "x264 - core", "x265 (build"].map { Data($0.utf8) }
    /// The maximum length of a text.
    private static let longest = 4_096

    /// The end of the last chunk, which may contain the start of a text.
    private var rest = Data()

    /// Starts a file.
    package init() {}

    /// Processes a chunk; returns blanked bytes, some of them with a delay.
    package mutating func cleaned(_ piece: Data) -> Data {
        var bytes = Data(rest + piece)
        let ready = max(0, bytes.count - Self.longest)
        blank(&bytes, beginningBefore: ready)
        rest = Data(bytes.dropFirst(ready))
        return bytes.prefix(ready)
    }

    /// Returns the remaining bytes.
    package mutating func end() -> Data {
        var bytes = rest
        rest = Data()
        blank(&bytes, beginningBefore: bytes.count)
        return bytes
    }

    /// Overwrites texts that begin before an offset with spaces.
    ///
    /// Zeros could be read as the start of a unit.
    private func blank(_ bytes: inout Data, beginningBefore limit: Int) {
        for mark in Self.marks {
            var start = 0
            while start < limit, let found = bytes.range(of: mark, in: start..<bytes.count), found.lowerBound < limit {
                let run = bytes[found.upperBound...].prefix(Self.longest - mark.count).prefix {
                    (0x20...0x7E).contains($0)
                }
                start = found.upperBound
                guard isText(mark, run) else { continue }
                let count = mark.count + run.count
                bytes.replaceSubrange(
                    found.lowerBound..<found.lowerBound + count, with: repeatElement(0x20, count: count))
                start = found.lowerBound + count
            }
        }
    }

    /// Returns whether the bytes after a mark form a text.
    ///
    /// Coded video and audio can contain any four bytes.
    private func isText(_ mark: Data, _ run: Data) -> Bool {
        let text = String(decoding: run.prefix(16), as: UTF8.self)
        return mark.count > 4 || text.prefixMatch(of: /\d+\.\d+|\s\w{3}/) != nil
    }
}
