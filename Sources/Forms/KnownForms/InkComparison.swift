import FormModel
import Foundation

/// Compares marks of a page with the ink of another page at their places.
struct InkComparison {
    /// Maximum shift in points of a mark against the registration.
    private static let mostShift = 2.0
    /// Maximum number of pixels of a mark that are compared.
    private static let mostPixels = 600
    /// The length in points of the pieces in which rules are compared.
    static let piece = 36.0

    /// The outcome for a mark, or for a piece of a rule.
    struct Result {
        /// The bounds in pixels of the first page.
        var mark: PrintMark
        /// The bounds on the straightened second page in points.
        var region: Region
        /// The share of the mark's ink that the other page has, too.
        var recall: Double
        /// The share of the other page's ink in the bounds that the mark has, too.
        var precision: Double
        /// The greatest share of differing ink within the width of a character.
        var worst: Double
        /// How far the mark is from where the registration puts it, in points.
        var shift: Place
        /// Whether the mark's place is on the other page.
        var isInside: Bool
    }

    let from: InkPicture
    let to: InkPicture
    private let fromWide: InkPicture
    private let toWide: InkPicture

    init(from: InkPicture, to: InkPicture) {
        self.from = from
        self.to = to
        fromWide = from.dilated()
        toWide = to.dilated()
    }

    /// Returns a comparison in the other direction.
    var reversed: InkComparison {
        InkComparison(from: to, to: from, fromWide: toWide, toWide: fromWide)
    }

    private init(from: InkPicture, to: InkPicture, fromWide: InkPicture, toWide: InkPicture) {
        self.from = from
        self.to = to
        self.fromWide = fromWide
        self.toWide = toWide
    }

    /// Returns the pieces in which a mark is compared.
    ///
    /// Rules are compared in parts, all else as a whole.
    func pieces(of mark: PrintMark) -> [PrintMark] {
        let length = max(1, Int(Self.piece * from.scale))
        switch mark.kind {
        case .blob: return [mark]
        case .horizontal:
            let count = max(1, Int((Double(mark.width) / Double(length)).rounded()))
            return (0..<count).map { k in
                var piece = mark
                piece.left = mark.left + mark.width * k / count
                piece.right = mark.left + mark.width * (k + 1) / count
                return piece
            }
        case .vertical:
            let count = max(1, Int((Double(mark.height) / Double(length)).rounded()))
            return (0..<count).map { k in
                var piece = mark
                piece.top = mark.top + mark.height * k / count
                piece.bottom = mark.top + mark.height * (k + 1) / count
                return piece
            }
        }
    }

    /// Compares a mark with the other page.
    ///
    /// `move` takes places of the first page to the second, both straightened and in points.
    func compare(_ mark: PrintMark, _ move: (Place) -> Place) -> Result {
        let centre = mark.centre(scale: from.scale)
        let target = move(centre)
        // The change of places near the mark.
        let (step, ratio) = (12.0, to.scale / from.scale)
        let dx = (move(centre + Place(step, 0)) - move(centre - Place(step, 0))) / (2 * step) * ratio
        let dy = (move(centre + Place(0, step)) - move(centre - Place(0, step))) / (2 * step) * ratio
        let middle = Place(Double(mark.left + mark.right) / 2, Double(mark.top + mark.bottom) / 2)
        let goal = target * to.scale
        let corners = [
            Place(Double(mark.left), Double(mark.top)), Place(Double(mark.right), Double(mark.top)),
            Place(Double(mark.right), Double(mark.bottom)), Place(Double(mark.left), Double(mark.bottom)),
        ]
        let bounds = Region(
            around: corners.map { corner in
                let d = corner - middle
                return goal + dx * d.x + dy * d.y
            })
        let isInside =
            bounds.left >= 0 && bounds.top >= 0 && bounds.right <= Double(to.width)
            && bounds.bottom <= Double(to.height)
        // Such a place may also be far away, or nowhere.
        guard isInside else {
            return Result(
                mark: mark, region: bounds, recall: 0, precision: 1, worst: 1, shift: Place(0, 0), isInside: false)
        }
        var pixels: [(x: Int, y: Int)] = []
        pixels.reserveCapacity(min(Self.mostPixels * 4, mark.width * mark.height))
        for y in mark.top..<mark.bottom {
            from.forEachPixel(in: mark.left..<mark.right, row: y) { x in
                let d = Place(Double(x) + 0.5, Double(y) + 0.5) - middle
                let pixel = goal + dx * d.x + dy * d.y
                pixels.append((Int(pixel.x), Int(pixel.y)))
            }
        }
        let total = pixels.count
        if pixels.count > Self.mostPixels {
            let step = pixels.count / Self.mostPixels + 1
            pixels = stride(from: 0, to: pixels.count, by: step).map { pixels[$0] }
        }
        var best = (hits: -1, x: 0, y: 0)
        // Without a shift first, then farther and farther.
        let most = Int((Self.mostShift * to.scale).rounded())
        search: for ring in 0...most {
            for sy in -ring...ring {
                for sx in -ring...ring where max(abs(sx), abs(sy)) == ring {
                    var hits = 0
                    for pixel in pixels where toWide.contains(pixel.x + sx, pixel.y + sy) { hits += 1 }
                    if hits > best.hits { best = (hits, sx, sy) }
                }
            }
            if best.hits * 50 >= pixels.count * 49 { break search }
        }
        let recall = pixels.isEmpty ? 1 : Double(best.hits) / Double(pixels.count)
        let (precision, worst) = excess(
            mark, bounds, goal + Place(Double(best.x), Double(best.y)), dx, dy, middle, total: total)
        let scale = to.scale
        return Result(
            mark: mark,
            region: Region(
                x: (bounds.x + Double(best.x)) / scale, y: (bounds.y + Double(best.y)) / scale,
                width: bounds.width / scale, height: bounds.height / scale),
            recall: recall, precision: precision, worst: worst,
            shift: Place(Double(best.x) / scale, Double(best.y) / scale), isInside: true)
    }

    /// Returns the precision, and the worst part.
    private func excess(
        _ mark: PrintMark, _ bounds: Region, _ goal: Place, _ dx: Place, _ dy: Place, _ middle: Place, total: Int
    ) -> (Double, Double) {
        withUnsafeTemporaryAllocation(of: Int32.self, capacity: 2 * mark.width) { counts in
            counts.initialize(repeating: 0)
            let ink = UnsafeMutableBufferPointer(rebasing: counts[..<mark.width])
            let different = UnsafeMutableBufferPointer(rebasing: counts[mark.width...])
            return excess(mark, bounds, goal, dx, dy, middle, total: total, ink, different)
        }
    }

    /// Returns the precision, and the worst part.
    ///
    /// The buffers, all 0 at first, have the counts of the mark's pixels and of differing ones in each column.
    private func excess(
        _ mark: PrintMark, _ bounds: Region, _ goal: Place, _ dx: Place, _ dy: Place, _ middle: Place, total: Int,
        _ ink: UnsafeMutableBufferPointer<Int32>, _ different: UnsafeMutableBufferPointer<Int32>
    ) -> (Double, Double) {
        for y in mark.top..<mark.bottom {
            from.forEachPixel(in: mark.left..<mark.right, row: y) { x in
                let d = Place(Double(x) + 0.5, Double(y) + 0.5) - middle
                let p = goal + dx * d.x + dy * d.y
                ink[x - mark.left] += 1
                if !toWide.contains(Int(p.x), Int(p.y)) { different[x - mark.left] += 1 }
            }
        }
        let determinant = dx.x * dy.y - dx.y * dy.x
        guard abs(determinant) > 1e-6 else { return (0, 1) }
        var own = 0
        var extra = 0
        let columns = Int(goal.x - bounds.width / 2)..<Int(goal.x + bounds.width / 2) + 1
        for y in Int(goal.y - bounds.height / 2)...Int(goal.y + bounds.height / 2) {
            to.forEachPixel(in: columns, row: y) { x in
                let d = Place(Double(x) + 0.5, Double(y) + 0.5) - goal
                let back = Place(
                    (d.x * dy.y - d.y * dy.x) / determinant + middle.x,
                    (d.y * dx.x - d.x * dx.y) / determinant + middle.y)
                let (px, py) = (Int(back.x), Int(back.y))
                guard px >= mark.left, px < mark.right, py >= mark.top, py < mark.bottom else { return }
                own += 1
                if !fromWide.contains(px, py) {
                    extra += 1
                    different[px - mark.left] += 1
                }
            }
        }
        let precision = own == 0 ? 1 : 1 - Double(extra) / Double(own)
        // Parts as wide as a character, with as much ink as one has at least.
        let width = max(3, min(mark.width, mark.height * 6 / 10))
        let least = Double(total) / Double(max(1, mark.width)) * Double(width) / 2
        var worst = 0.0
        var (sum, all) = (0, 0)
        for x in 0..<mark.width {
            sum += Int(different[x])
            all += Int(ink[x])
            if x >= width {
                sum -= Int(different[x - width])
                all -= Int(ink[x - width])
            }
            if x >= width - 1 { worst = max(worst, Double(sum) / max(1, max(least, Double(all)))) }
        }
        return (precision, worst)
    }
}
