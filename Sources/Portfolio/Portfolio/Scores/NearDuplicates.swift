/// Detects pictures that look the same, by their difference hashes.
package enum NearDuplicates {
    /// The maximum number of bits that differ between the hashes of alike pictures.
    package static let distance = 6

    /// The maximum distance of the mean colours of alike pictures, in OKLab.
    package static let colorDistance = 0.06

    /// Returns the number of differing bits of two hashes; `nil` if either is malformed.
    ///
    /// A hash has 16 hexadecimal digits.
    package static func distance(_ left: String, _ right: String) -> Int? {
        guard let left = bits(left), let right = bits(right) else { return nil }
        return (left ^ right).nonzeroBitCount
    }

    /// Returns whether two pictures look the same.
    ///
    /// A hash covers neither colours nor detail within its 64 fields, so the mean colour must agree; a variant in
    /// another colour is another picture. The hash of a nearly empty picture, or of one that is partly transparent over
    /// white, says little: there, light, contrast and shape must agree as well. Pictures of one colour, such as white
    /// lines on white, never match.
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

    /// A picture with similar ones.
    struct Candidate {
        /// The picture's position among the inputs.
        let input: Int
        let facts: PictureFacts
        /// The inputs that look the same.
        let similar: Set<Int>
        /// Whether the person chose it, so that it is kept.
        let isChosen: Bool

        /// The noise, at least the level that nobody sees.
        fileprivate var noise: Double { max(facts.features.noise ?? 0, 10) }
        /// The sharpness without the contribution of noise; 0 for a noisy picture.
        fileprivate var detail: Double { max(0, facts.features.sharpness - 2 * (facts.features.noise ?? 0)) }
        fileprivate var pixels: Int { facts.width * facts.height }
    }

    /// The maximum ratio of noise between two pictures that count as equal.
    private static let equalNoise = 1.1
    /// A picture with less than this share of another's detail is a blurred copy.
    ///
    /// Its low noise does not count.
    private static let blurred = 0.5

    /// Returns the replacement for each picture that is left out.
    ///
    /// The person's choice is kept, then the picture with the least noise. Of those within 10 %, the largest is kept,
    /// and of these the first. A blurred copy of a sharper picture is never kept.
    ///
    /// - Parameter candidates: The pictures in input order.
    /// - Returns: The pictures that are left out, each with the better one.
    static func replacements(among candidates: [Candidate]) -> [Int: Int] {
        var rest = candidates
        var result: [Int: Int] = [:]
        while let kept = best(of: rest) {
            for other in rest where kept.similar.contains(other.input) { result[other.input] = kept.input }
            rest.removeAll { $0.input == kept.input || kept.similar.contains($0.input) }
        }
        return result
    }

    /// Returns a picture to keep, regardless of the others.
    private static func best(of rest: [Candidate]) -> Candidate? {
        let chosen = rest.filter(\.isChosen)
        let open = chosen.isEmpty ? rest : chosen
        let details = Dictionary(uniqueKeysWithValues: open.map { ($0.input, $0.detail) })
        let sharp = open.filter { picture in
            !picture.similar.contains { details[$0].map { picture.detail < blurred * $0 } ?? false }
        }
        guard let clearest = sharp.min(by: { $0.noise < $1.noise }) else { return nil }
        let equals = sharp.filter {
            ($0.input == clearest.input || clearest.similar.contains($0.input))
                && $0.noise <= equalNoise * clearest.noise
        }
        // The first of the largest.
        return equals.min { $0.pixels > $1.pixels }
    }

    /// Returns the mean of a picture's colours; `nil` if they are unknown.
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
