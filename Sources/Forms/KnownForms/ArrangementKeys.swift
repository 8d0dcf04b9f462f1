import FormModel
import Foundation

/// The arrangements of neighbouring marks on a page, as keys.
///
/// The same print gives the same keys again.
///
/// Like locally likely arrangement hashing (Nakai, Kise and Iwamura 2006), but a key describes three marks by directions,
/// distances and widths: pages are straightened before, so that three suffice, and values that were written beside print
/// spoil few keys.
struct ArrangementKeys {
    /// Three neighbouring marks, by index.
    struct Triple {
        var key: UInt32
        var marks: (Int32, Int32, Int32)
    }

    /// The number of neighbours of a mark that are combined in pairs.
    private static let neighbours = 6
    /// Maximum distance of neighbours in points.
    private static let farthest = 150.0
    /// Steps of directions, distances and widths.
    private static let angles = 24
    private static let distanceStep = log(1.22)
    private static let widthStep = log(1.35)
    /// The distance from a step's border, as a share, for trying the next step.
    private static let nearBorder = 0.15

    private let points: [Place]
    private let widths: [Double]

    init(_ blobs: [PrintMark], scale: Double) {
        points = blobs.map { $0.centre(scale: scale) }
        widths = blobs.map { Double($0.width) / scale }
    }

    /// Returns the triples with one key each.
    func triples() -> [Triple] {
        var result: [Triple] = []
        result.reserveCapacity(points.count * 15)
        each { features, marks in
            result.append(Triple(key: Self.key(Self.steps(features)), marks: marks))
        }
        return result
    }

    /// Returns the triples with one or two keys each.
    ///
    /// The second is that of the next step, if a feature is near its border.
    func probes() -> [Triple] {
        var result: [Triple] = []
        result.reserveCapacity(points.count * 30)
        each { features, marks in
            let base = Self.steps(features)
            let parts = features - features.rounded(.down)
            result.append(Triple(key: Self.key(base), marks: marks))
            var near = -1
            var least = Self.nearBorder
            for index in 0..<7 {
                let distance = min(parts[index], 1 - parts[index])
                if distance < least { (near, least) = (index, distance) }
            }
            if near >= 0 {
                var bins = base
                bins[near] += parts[near] < 0.5 ? -1 : 1
                result.append(Triple(key: Self.key(bins), marks: marks))
            }
        }
        return result
    }

    private func each(_ body: (SIMD8<Double>, (Int32, Int32, Int32)) -> Void) {
        let grid = PlaceGrid(points)
        let widths = self.widths.map { log(max(1, $0)) / Self.widthStep }
        // An array for each mark would take longer than its keys.
        var around: [(mark: Int32, vector: SIMD3<Double>)] = []
        for i in points.indices {
            around.removeAll(keepingCapacity: true)
            for k in grid.nearest(to: points[i], count: Self.neighbours + 1, within: Self.farthest)
            where k != Int32(i) && around.count < Self.neighbours {
                around.append((k, vector(from: i, to: Int(k), widths)))
            }
            for a in around.indices.dropLast() {
                for b in a + 1..<around.count {
                    let (u, v) = (around[a].vector, around[b].vector)
                    body(
                        SIMD8(u.x, u.y, u.z, v.x, v.y, v.z, widths[i], 0.5),
                        (Int32(i), around[a].mark, around[b].mark))
                }
            }
        }
    }

    /// Returns the direction, the distance and the width of a neighbour, in steps.
    ///
    /// `widths` are in steps already.
    private func vector(from i: Int, to k: Int, _ widths: [Double]) -> SIMD3<Double> {
        let d = points[k] - points[i]
        return SIMD3(
            atan2(d.y, d.x) / (2 * .pi) * Double(Self.angles) + 0.5 + Double(Self.angles),
            log(max(1, (d.x * d.x + d.y * d.y).squareRoot())) / Self.distanceStep,
            widths[k])
    }

    /// Returns the whole steps.
    ///
    /// The conversion of whole vectors is generic code that takes several times as long.
    private static func steps(_ features: SIMD8<Double>) -> SIMD8<Int> {
        let whole = features.rounded(.down)
        var steps = SIMD8<Int>()
        for index in steps.indices { steps[index] = Int(whole[index]) }
        return steps
    }

    /// Returns the key of steps, whichever neighbour is first.
    private static func key(_ bins: SIMD8<Int>) -> UInt32 {
        func neighbour(_ at: Int) -> UInt64 {
            UInt64(bins[at] % angles) << 16 | UInt64(max(0, bins[at + 1])) << 8 | UInt64(max(0, bins[at + 2]))
        }
        let (q, r) = (neighbour(0), neighbour(3))
        var hash = min(q, r) << 24 | max(q, r)
        hash ^= UInt64(max(0, bins[6])) << 52
        hash = (hash ^ hash >> 31) &* 0x9e37_79b9_7f4a_7c15
        hash = (hash ^ hash >> 29) &* 0xbf58_476d_1ce4_e5b9
        return UInt32(truncatingIfNeeded: hash >> 32)
    }
}
