package import Foundation

/// Damages files at random, in the ways of bad disks, cut transfers and careless programs; the same seed gives the same
/// damage.
package struct FileDamage {
    private var random: SeededGenerator

    /// Creates a source of damage.
    package init(seed: Int) { random = SeededGenerator(seed: seed) }

    /// Returns a number below a limit.
    private mutating func number(below limit: Int) -> Int { Int(random.next() % UInt64(max(1, limit))) }

    /// Returns a file with one damage.
    package mutating func damaged(_ file: Data) -> Data {
        var bytes = [UInt8](file)
        let place = number(below: bytes.count)
        // Heads say the most, and are damaged as often as everything else together.
        let early = number(below: min(bytes.count, 1_024))
        let start = number(below: 2) == 0 ? early : place
        switch number(below: 6) {
        case 0:
            for _ in 0...number(below: 8) { bytes[number(below: bytes.count)] = UInt8(number(below: 256)) }
        case 1: bytes[start] ^= UInt8(1 << number(below: 8))
        case 2: bytes.removeLast(bytes.count - max(1, place))
        case 3: bytes.insert(contentsOf: (0...number(below: 16)).map { _ in UInt8(number(below: 256)) }, at: start)
        case 4: bytes.removeSubrange(start..<min(bytes.count, start + 1 + number(below: 64)))
        default:
            for index in start..<min(bytes.count, start + 1 + number(below: 256)) { bytes[index] = 0 }
        }
        return Data(bytes)
    }

    /// Returns a text with characters that fonts, readers or programs may not know.
    package mutating func damaged(_ text: String) -> String {
        let strange: [Unicode.Scalar] = [
            "\u{F0B7}", "\u{E000}", "\u{10FFFD}", "\u{FFFF}", "\u{378}", "\u{E0001}", "\u{202E}", "\u{AD}",
            "\u{200D}", "\u{301}", "\u{FEFF}", "\u{1F9FF}", "\u{13000}", "\u{2028}", "\u{7F}", "\u{1B}",
        ]
        var scalars = Array(text.unicodeScalars)
        for _ in 0...number(below: 6) {
            scalars.insert(strange[number(below: strange.count)], at: number(below: scalars.count + 1))
        }
        return String(String.UnicodeScalarView(scalars))
    }
}
