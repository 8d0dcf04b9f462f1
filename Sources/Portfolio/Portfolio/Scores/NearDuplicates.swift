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

    /// A picture that looks the same as others.
    struct Candidate {
        /// The picture's place among the inputs.
        let input: Int
        let facts: PictureFacts
        /// The inputs that look the same.
        let similar: Set<Int>
        /// Whether the person chose it, so that it stays.
        let isChosen: Bool

        /// Noise that nobody sees counts as none.
        fileprivate var noise: Double { max(facts.features.noise ?? 0, 10) }
        /// The sharpness without what noise adds to it; none of a noisy picture.
        fileprivate var detail: Double { max(0, facts.features.sharpness - 2 * (facts.features.noise ?? 0)) }
        fileprivate var pixels: Int { facts.width * facts.height }
    }

    /// By how much the noise of two pictures that count as equal may differ.
    private static let equalNoise = 1.1
    /// The share of a picture's detail below which another one is a blurred copy, whose lack of noise is no merit.
    private static let blurred = 0.5

    /// Returns, for each picture that is left out, the one that stays in its place.
    ///
    /// What the person chose stays, then the picture with the least noise; of those within 10 % the largest, and of these
    /// the first. A blurred copy of a sharper one never stays.
    ///
    /// - Parameter candidates: The pictures in the order of the inputs.
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

    /// A picture that stays, whichever of the others do.
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
