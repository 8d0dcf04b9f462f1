/// Pictures that look the same, by their difference hashes.
package enum NearDuplicates {
    /// The greatest number of bits in which the hashes of two such pictures differ.
    package static let distance = 6

    /// The greatest distance of the mean colours of two such pictures, in OKLab.
    package static let colorDistance = 0.06

    /// Returns the number of bits in which two hashes of 16 hexadecimal digits differ; nil if one of them is none.
    package static func distance(_ left: String, _ right: String) -> Int? {
        guard let left = bits(left), let right = bits(right) else { return nil }
        return (left ^ right).nonzeroBitCount
    }

    /// Returns whether two pictures look the same.
    ///
    /// A hash knows neither colours nor what is within its 64 fields, so the mean colour must agree; a variant in another
    /// colour is another picture. The hash of a picture that is nearly empty, or shows only a part of what it is over
    /// white, says little: there, light, contrast and shape must agree too. Pictures of one colour, such as white lines
    /// over white, may be anything.
    package static func areAlike(_ left: PictureFacts, _ right: PictureFacts) -> Bool {
        guard let distance = distance(left.differenceHash, right.differenceHash), distance <= Self.distance else {
            return false
        }
        if let left = meanColor(left), let right = meanColor(right), left.distance(to: right) > colorDistance {
            return false
        }
        guard min(left.features.deviation, right.features.deviation) >= 1 else { return false }
        guard [left, right].contains(where: { isEmpty($0.differenceHash) || $0.hasAlpha }) else { return true }
        return abs(left.features.mean - right.features.mean) <= 3
            && abs(left.features.deviation - right.features.deviation) <= 3
            && abs(left.aspectRatio - right.aspectRatio) <= 0.05 * max(left.aspectRatio, right.aspectRatio)
    }

    /// Returns, for each picture that is left out, the one that stays in its place.
    ///
    /// - Parameters:
    ///   - candidates: The pictures, best first.
    ///   - areAlike: Whether two of them look the same.
    /// - Returns: The pictures that are left out, each with the better one.
    package static func replacements(among candidates: [Int], areAlike: (Int, Int) -> Bool) -> [Int: Int] {
        var kept: [Int] = []
        var result: [Int: Int] = [:]
        for candidate in candidates {
            if let better = kept.first(where: { areAlike($0, candidate) }) {
                result[candidate] = better
            } else {
                kept.append(candidate)
            }
        }
        return result
    }

    /// The mean of a picture's colours; nil if they are not known.
    private static func meanColor(_ picture: PictureFacts) -> ColorCluster? {
        let total = picture.colors.map(\.share).reduce(0, +)
        guard total > 0 else { return nil }
        func mean(_ value: (ColorCluster) -> Double) -> Double {
            picture.colors.map { value($0) * $0.share }.reduce(0, +) / total
        }
        return ColorCluster(lightness: mean(\.lightness), a: mean(\.a), b: mean(\.b), share: 1)
    }

    private static func bits(_ hash: String) -> UInt64? {
        hash.utf8.count == 16 && hash.first != "+" && hash.first != "-" ? UInt64(hash, radix: 16) : nil
    }

    private static func isEmpty(_ hash: String) -> Bool {
        guard let count = bits(hash)?.nonzeroBitCount else { return true }
        return count <= distance || count >= 64 - distance
    }
}
