import Foundation

/// Inspects ICC profiles (ICC.1:2010).
enum ColourProfile {
    /// The primaries of sRGB in a profile.
    private static let primaries: [(tag: String, x: Double, y: Double, z: Double)] = [
        ("rXYZ", 0.4360, 0.2225, 0.0139), ("gXYZ", 0.3851, 0.7169, 0.0971), ("bXYZ", 0.1431, 0.0606, 0.7141),
    ]
    private static let tolerance = 0.004
    /// At most three levels of 255 in the middle.
    private static let curveTolerance = 0.01

    /// Returns whether a profile describes sRGB, by its values rather than its name.
    static func isSRGB(_ profile: Data) -> Bool {
        let bytes = [UInt8](profile)
        guard bytes.count > 132, bytes[16..<20].elementsEqual("RGB ".utf8) else { return false }
        let tags = tags(bytes)
        // Tables take precedence over these values.
        guard tags["A2B0"] == nil, tags["A2B1"] == nil else { return false }
        for primary in primaries {
            guard let tag = tags[primary.tag], tag.count >= 20, tag.starts(with: "XYZ ".utf8) else { return false }
            let found = (0..<3).map { fixed(tag, 8 + 4 * $0) }
            guard
                zip(found, [primary.x, primary.y, primary.z]).allSatisfy({ abs($0 - $1) <= tolerance })
            else { return false }
        }
        return ["rTRC", "gTRC", "bTRC"].allSatisfy { name in
            guard let tag = tags[name] else { return false }
            return [0.1, 0.25, 0.5, 0.75].allSatisfy { share in
                guard let light = light(share, tag) else { return false }
                return abs(light - SRGB.linear(share)) <= curveTolerance
            }
        }
    }

    /// Returns the contents of the tags by signature.
    private static func tags(_ bytes: [UInt8]) -> [String: ArraySlice<UInt8>] {
        var tags: [String: ArraySlice<UInt8>] = [:]
        let count = min(number(bytes[...], 128, 4), 100)
        for place in (0..<count).map({ 132 + 12 * $0 }) where place + 12 <= bytes.count {
            let name = String(decoding: bytes[place..<place + 4], as: UTF8.self)
            let (start, length) = (number(bytes[...], place + 4, 4), number(bytes[...], place + 8, 4))
            if start <= bytes.count, length <= bytes.count - start { tags[name] = bytes[start..<start + length] }
        }
        return tags
    }

    private static func number(_ bytes: ArraySlice<UInt8>, _ offset: Int, _ length: Int) -> Int {
        bytes.dropFirst(offset).prefix(length).reduce(0) { $0 << 8 | Int($1) }
    }

    private static func fixed(_ bytes: ArraySlice<UInt8>, _ offset: Int) -> Double {
        Double(Int32(truncatingIfNeeded: number(bytes, offset, 4))) / 65_536
    }

    /// Returns the linear light of a relative level, by a curve (`curv`) or function (`para`).
    private static func light(_ share: Double, _ tag: ArraySlice<UInt8>) -> Double? {
        if tag.starts(with: "curv".utf8), tag.count >= 12 {
            let count = number(tag, 8, 4)
            if count == 0 { return share }
            guard count <= 65_536, tag.count >= 12 + 2 * count else { return nil }
            if count == 1 { return pow(share, Double(number(tag, 12, 2)) / 256) }
            let place = share * Double(count - 1)
            let low = min(Int(place), count - 2)
            let (one, other) = (Double(number(tag, 12 + 2 * low, 2)), Double(number(tag, 14 + 2 * low, 2)))
            return (one + (other - one) * (place - Double(low))) / 65_535
        }
        guard tag.starts(with: "para".utf8), tag.count >= 16 else { return nil }
        let type = number(tag, 8, 2)
        let counts = [1, 3, 4, 5, 7]
        guard counts.indices.contains(type), tag.count >= 12 + 4 * counts[type] else { return nil }
        let p = (0..<counts[type]).map { fixed(tag, 12 + 4 * $0) }
        switch type {
        case 0: return pow(share, p[0])
        case 3: return share >= p[4] ? pow(p[1] * share + p[2], p[0]) : p[3] * share
        case 4: return share >= p[4] ? pow(p[1] * share + p[2], p[0]) + p[5] : p[3] * share + p[6]
        // sRGB does not use the two other types.
        default: return nil
        }
    }
}
