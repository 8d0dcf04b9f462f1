package import Foundation

/// The texts of IPTC's older format (IIM 4.2).
package struct IPTCTexts: Hashable, Sendable {
    package var title: String?
    package var caption: String?
    package var keywords: [String] = []
    package var date: String?

    /// Creates empty texts.
    package init() {}

    /// Reads datasets, or Photoshop resources with datasets, up to the first error.
    package init(_ bytes: Data) {
        let bytes = [UInt8](bytes)
        var place = Self.start(bytes)
        var isUTF8 = false
        while place + 5 <= bytes.count, bytes[place] == 0x1C {
            let (record, number) = (bytes[place + 1], bytes[place + 2])
            let length = Int(bytes[place + 3]) << 8 | Int(bytes[place + 4])
            // The highest bit marks an extended length, longer than any text.
            guard length < 0x8000, place + 5 + length <= bytes.count else { return }
            let value = bytes[place + 5..<place + 5 + length]
            place += 5 + length
            switch (record, number) {
            case (1, 90): isUTF8 = value.elementsEqual([0x1B, 0x25, 0x47])
            case (2, 5): title = title ?? Self.text(value, isUTF8: isUTF8)
            case (2, 25):
                if keywords.count < 4 * BoundedText.keywords { keywords.append(Self.text(value, isUTF8: isUTF8)) }
            case (2, 55): date = date ?? Self.text(value, isUTF8: isUTF8)
            case (2, 120): caption = caption ?? Self.text(value, isUTF8: isUTF8)
            default: break
            }
        }
    }

    /// Returns the start of the datasets.
    private static func start(_ bytes: [UInt8]) -> Int {
        let signature = Array("Photoshop 3.0\0".utf8)
        guard bytes.starts(with: signature) else { return 0 }
        var place = signature.count
        // Each resource has a signature, a number, a name with its length, padded, and the content with its length,
        // padded.
        while place + 12 <= bytes.count, bytes[place..<place + 4].elementsEqual("8BIM".utf8) {
            let number = Int(bytes[place + 4]) << 8 | Int(bytes[place + 5])
            let name = (Int(bytes[place + 6]) + 2) / 2 * 2
            let content = place + 6 + name + 4
            guard content <= bytes.count else { break }
            let length = bytes[content - 4..<content].reduce(0) { $0 << 8 | Int($1) }
            if number == 0x0404 { return content }
            place = content + (length + 1) / 2 * 2
        }
        return bytes.count
    }

    private static func text(_ bytes: ArraySlice<UInt8>, isUTF8: Bool) -> String {
        if isUTF8 { return String(decoding: bytes, as: UTF8.self) }
        // Many programs write UTF-8 without declaring it. Everything else is ISO 8859-1.
        return String(validating: bytes, as: UTF8.self)
            ?? String(String.UnicodeScalarView(bytes.map { Unicode.Scalar($0) }))
    }
}
