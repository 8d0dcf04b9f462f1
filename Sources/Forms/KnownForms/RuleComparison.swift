import FormModel

/// Compares the rules and boxes of a page with those of a known one.
struct RuleComparison {
    /// Minimum length in points of a rule that is compared.
    private static let leastLength = 24.0
    /// Maximum thickness in points of a rule that a field has.
    private static let mostThickness = 2.5
    /// The share of ink below which a piece of a rule is absent.
    private static let leastRecall = 0.4
    /// Maximum distance in points over which a rule counts as moved.
    private static let mostMove = 80.0
    /// The distance in points from the page's edge where scanners leave lines.
    private static let margin = 20.0

    private let known: PagePrint
    private let seen: PagePrint
    private let registration: Registration
    private let toKnown: InkComparison
    /// The known page's rules, compared piece by piece.
    private let rules: [(kind: PrintMark.Kind, pieces: [InkComparison.Result])]

    init(known: PagePrint, seen: PagePrint, registration: Registration, toSeen: InkComparison) {
        self.known = known
        self.seen = seen
        self.registration = registration
        toKnown = toSeen.reversed
        rules = known.marks.filter { Self.isRule($0, scale: known.ink.scale) }.map { rule in
            (rule.kind, toSeen.pieces(of: rule).map { toSeen.compare($0, registration.moved) })
        }
    }

    /// Returns the rules of the known page that are missing as a whole.
    func missing() -> [PrintMark.Kind: [Region]] {
        var found: [PrintMark.Kind: [Region]] = [:]
        for (kind, pieces) in rules where pieces.allSatisfy(Self.isMissing) {
            guard let first = pieces.first else { continue }
            found[kind, default: []].append(pieces.dropFirst().reduce(first.region) { $0.union($1.region) })
        }
        return found
    }

    /// Returns the pieces of the known page's rules that are missing.
    func missingPieces() -> [InkComparison.Result] { rules.flatMap(\.pieces).filter(Self.isMissing) }

    private static func isMissing(_ piece: InkComparison.Result) -> Bool {
        piece.isInside && piece.recall < leastRecall
    }

    /// Returns the rules and empty boxes that the known page lacks.
    func added() -> [PrintMark.Kind: [Region]] {
        var found: [PrintMark.Kind: [Region]] = [:]
        for mark in seen.marks where mark.kind == .blob ? isBox(mark) : Self.isRule(mark, scale: seen.ink.scale) {
            let region = mark.region(scale: seen.ink.scale)
            guard region.midX > Self.margin, region.midY > Self.margin, region.midX < seen.size.width - Self.margin,
                region.midY < seen.size.height - Self.margin
            else { continue }
            let pieces = toKnown.pieces(of: mark).map { toKnown.compare($0, registration.movedBack) }
            guard pieces.allSatisfy(\.isInside),
                pieces.count(where: { $0.recall < Self.leastRecall }) * 2 > pieces.count
            else { continue }
            found[mark.kind, default: []].append(region)
        }
        return found
    }

    /// Returns rules that moved a little, with the distance.
    static func moved(
        _ missing: [PrintMark.Kind: [Region]], _ added: [PrintMark.Kind: [Region]]
    ) -> [(region: Region, by: Place)] {
        missing.flatMap { kind, regions in
            regions.compactMap { rule in
                let near = (added[kind] ?? []).filter {
                    abs($0.width - rule.width) <= max(3, 0.1 * rule.width)
                        && abs($0.height - rule.height) <= max(3, 0.1 * rule.height)
                        && abs($0.midX - rule.midX) + abs($0.midY - rule.midY) <= mostMove
                }
                return near.first.map { ($0, Place($0.midX - rule.midX, $0.midY - rule.midY)) }
            }
        }
    }

    private static func isRule(_ mark: PrintMark, scale: Double) -> Bool {
        let (width, height) = (Double(mark.width) / scale, Double(mark.height) / scale)
        return switch mark.kind {
        case .blob: false
        case .horizontal: width >= leastLength && height <= mostThickness
        case .vertical: height >= leastLength && width <= mostThickness
        }
    }

    /// Returns whether a mark is an empty box with four sides.
    private func isBox(_ mark: PrintMark) -> Bool {
        let scale = seen.ink.scale
        let (width, height) = (Double(mark.width) / scale, Double(mark.height) / scale)
        guard (5.5...18).contains(width), (5.5...18).contains(height), abs(width - height) < 0.2 * max(width, height)
        else { return false }
        let rim = max(2, Int((0.13 * Double(min(mark.width, mark.height))).rounded()))
        var within = 0
        var sides = [Set<Int>](repeating: [], count: 4)
        for y in mark.top..<mark.bottom {
            for x in mark.left..<mark.right where seen.ink.contains(x, y) {
                var isRim = false
                if x < mark.left + rim { sides[0].insert(y); isRim = true }
                if x >= mark.right - rim { sides[1].insert(y); isRim = true }
                if y < mark.top + rim { sides[2].insert(x); isRim = true }
                if y >= mark.bottom - rim { sides[3].insert(x); isRim = true }
                if !isRim { within += 1 }
            }
        }
        let least = 0.9
        return within * 20 <= mark.width * mark.height
            && Double(sides[0].count) >= least * Double(mark.height)
            && Double(sides[1].count) >= least * Double(mark.height)
            && Double(sides[2].count) >= least * Double(mark.width)
            && Double(sides[3].count) >= least * Double(mark.width)
    }
}
