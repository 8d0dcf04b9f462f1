/// The ICC profile of sRGB (IEC 61966-2-1), in version 4.2 of the format.
///
/// It is built from the values of the standard.
enum SRGBProfile {
    /// The bytes of the profile.
    static let bytes: [UInt8] = {
        let tags: [(signature: StaticString, content: [UInt8])] = [
            ("desc", text("sRGB")), ("cprt", text("No copyright")), ("wtpt", xyz(0.9642, 1, 0.8249)),
            // The adaptation from the white of the screen to that of profiles (Bradford).
            (
                "chad",
                array(
                    "sf32", [1.04788, 0.02292, -0.05022, 0.02959, 0.99048, -0.01707, -0.00925, 0.01508, 0.75168])
            ),
            ("rXYZ", xyz(0.43607, 0.22249, 0.01392)), ("gXYZ", xyz(0.38515, 0.71687, 0.09708)),
            ("bXYZ", xyz(0.14307, 0.06061, 0.71410)), ("rTRC", curve), ("gTRC", curve), ("bTRC", curve),
        ]
        var table = number(tags.count)
        var contents: [UInt8] = []
        let start = 128 + 4 + 12 * tags.count
        for tag in tags {
            table += ascii(tag.signature)
            table += number(start + contents.count)
            table += number(tag.content.count)
            contents += tag.content
            contents += [UInt8](repeating: 0, count: (4 - tag.content.count % 4) % 4)
        }
        var header = number(start + contents.count) + number(0)
        header += [4, 0x20, 0, 0] as [UInt8]
        for name in ["mntr", "RGB ", "XYZ "] as [StaticString] { header += ascii(name) }
        // The 1st of January 2000, so that the bytes are the same on any day.
        header += [0x07, 0xD0, 0, 1, 0, 1, 0, 0, 0, 0, 0, 0] as [UInt8]
        header += ascii("acsp")
        header += [UInt8](repeating: 0, count: 28)
        for part in [0.9642, 1, 0.8249] { header += fixed(part) }
        header += [UInt8](repeating: 0, count: 128 - header.count)
        return header + table + contents
    }()

    /// The curve of sRGB: a power of 2.4 with a linear start.
    private static let curve: [UInt8] = {
        let figures: [Double] = [2.4, 1 / 1.055, 0.055 / 1.055, 1 / 12.92, 0.04045]
        var bytes = ascii("para") + number(0)
        bytes += [0, 3, 0, 0] as [UInt8]
        for figure in figures { bytes += fixed(figure) }
        return bytes
    }()

    private static func xyz(_ x: Double, _ y: Double, _ z: Double) -> [UInt8] { array("XYZ ", [x, y, z]) }

    private static func array(_ type: StaticString, _ values: [Double]) -> [UInt8] {
        var bytes = ascii(type) + number(0)
        for value in values { bytes += fixed(value) }
        return bytes
    }

    private static func text(_ text: StaticString) -> [UInt8] {
        var units: [UInt8] = []
        for letter in ascii(text) { units += [0, letter] }
        // One record of 12 bytes, followed by its text.
        var bytes = ascii("mluc")
        for value in [0, 1, 12] { bytes += number(value) }
        bytes += ascii("enUS")
        for value in [units.count, 28] { bytes += number(value) }
        return bytes + units
    }

    private static func ascii(_ text: StaticString) -> [UInt8] { text.withUTF8Buffer { Array($0) } }

    private static func number(_ value: Int) -> [UInt8] {
        [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: value >> $0) }
    }

    /// Encodes a number with 16 binary places (`s15Fixed16Number`).
    private static func fixed(_ value: Double) -> [UInt8] { number(Int((value * 65_536).rounded())) }
}
