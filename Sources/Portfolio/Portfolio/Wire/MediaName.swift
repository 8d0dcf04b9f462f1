/// The name of a medium in `portfolio.json` and of its file.
///
/// It consists of the input's number in three digits, from 1, a hyphen, and the rendition's name, such as
/// `001-high.jpg` or `012-p02-high.jpg`.
package struct MediaName: Hashable, Sendable, CustomStringConvertible {
    /// The input, from 0.
    package var input: Int
    /// The name of the artefact.
    package var rendition: String

    /// Creates the name of an input's rendition.
    package init(input: Int, rendition: String) {
        self.input = input
        self.rendition = rendition
    }

    /// Parses a name; `nil` for any text that this type does not produce.
    package init?(_ text: String) {
        let bytes = Array(text.utf8)
        guard (5...128).contains(bytes.count), bytes[3] == UInt8(ascii: "-"),
            bytes[..<3].allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) })
        else { return nil }
        let number = bytes[..<3].reduce(0) { $0 * 10 + Int($1 - UInt8(ascii: "0")) }
        let rest = bytes[4...]
        guard (1...PortfolioLimits.inputs).contains(number), rest.first != UInt8(ascii: "."),
            rest.allSatisfy(Self.isNameByte)
        else { return nil }
        input = number - 1
        rendition = String(decoding: rest, as: UTF8.self)
    }

    /// The textual form of the name.
    package var description: String {
        Self.number(of: input) + "-" + rendition
    }

    /// Returns the number of an input as in names: three digits, from 1.
    package static func number(of input: Int) -> String {
        let digits = String(input + 1)
        return String(repeating: "0", count: max(0, 3 - digits.count)) + digits
    }

    private static func isNameByte(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "a")...UInt8(ascii: "z"),
            UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "-"), UInt8(ascii: "_"), UInt8(ascii: "."):
            true
        default: false
        }
    }
}
