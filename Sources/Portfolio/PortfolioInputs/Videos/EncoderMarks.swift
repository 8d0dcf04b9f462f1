package import Foundation

/// Blanks the names, versions and settings that encoders write where no filter of FFmpeg takes them out: into the padding of
/// the first frame of sound, and into the description of the pictures' coding.
package struct EncoderMarks {
    /// What such a text begins with.
    private static let marks = ["Lavc", "Lavf", "x264 - core", "x265 (build"].map { Data($0.utf8) }
    /// The length of the longest text.
    private static let longest = 4_096

    /// The end of the last piece, in which a text may begin.
    private var rest = Data()

    /// Begins a file.
    package init() {}

    /// Takes a piece of a file; returns what comes out: blanked bytes, some of them with the next piece.
    package mutating func cleaned(_ piece: Data) -> Data {
        var bytes = Data(rest + piece)
        let ready = max(0, bytes.count - Self.longest)
        blank(&bytes, beginningBefore: ready)
        rest = Data(bytes.dropFirst(ready))
        return bytes.prefix(ready)
    }

    /// Returns the last bytes.
    package mutating func end() -> Data {
        var bytes = rest
        rest = Data()
        blank(&bytes, beginningBefore: bytes.count)
        return bytes
    }

    /// Puts spaces in place of the texts that begin before an offset: zeros could be taken for the start of a unit.
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

    /// Whether what follows a short mark makes it a text: coded pictures and sound hold any four bytes.
    private func isText(_ mark: Data, _ run: Data) -> Bool {
        let text = String(decoding: run.prefix(16), as: UTF8.self)
        return mark.count > 4 || text.prefixMatch(of: /\d+\.\d+|\s\w{3}/) != nil
    }
}
