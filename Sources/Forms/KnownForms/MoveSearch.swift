import FormModel

/// Searches the surroundings of a place for print that is missing there.
///
/// What faded on a scan is nowhere; what another edition moved is near, at a place where the known page has nothing.
struct MoveSearch {
    /// Maximum distance in points, right and down, of moved print.
    private static let reach = 15.0
    /// The distance in points between places that are compared.
    ///
    /// A comparison shifts by as much itself.
    private static let step = 3.0
    /// Minimum distance in points of a move.
    ///
    /// Shorter ones come from the registration.
    private static let leastMove = 3.5
    /// Minimum share of ink that moved print has in its new place.
    private static let leastRecall = 0.9
    /// Minimum share of the ink in the new place that is the moved print's.
    private static let leastPrecision = 0.8
    /// Maximum share of ink that the known page may have in the new place.
    private static let mostKnown = 0.5
    /// Maximum number of missing marks to search for.
    private static let mostMarks = 60
    /// Minimum length in points of words and rules to search for.
    private static let (leastWord, leastRule) = (14.0, 30.0)

    private let known: PagePrint
    private let registration: Registration
    private let toSeen: InkComparison
    private let within: InkComparison

    init(known: PagePrint, registration: Registration, toSeen: InkComparison) {
        self.known = known
        self.registration = registration
        self.toSeen = toSeen
        within = InkComparison(from: known.ink, to: known.ink)
    }

    /// Returns the moves of missing words and pieces of rules.
    func moves(of marks: [PrintMark]) -> [(mark: PrintMark, by: Place)] {
        marks.filter { mark in
            let region = mark.region(scale: known.ink.scale)
            return max(region.width, region.height) >= (mark.kind == .blob ? Self.leastWord : Self.leastRule)
        }.prefix(Self.mostMarks).compactMap { mark in move(of: mark).map { (mark, $0) } }
    }

    private func move(of mark: PrintMark) -> Place? {
        var best: (recall: Double, by: Place)?
        // A rule looks the same wherever it is along itself.
        for down in mark.kind == .vertical ? [0] : distances {
            for right in mark.kind == .horizontal ? [0] : distances {
                consider(mark, Place(right, down), &best)
            }
        }
        return best?.by
    }

    private var distances: [Double] { Array(stride(from: -Self.reach, through: Self.reach, by: Self.step)) }

    private func consider(_ mark: PrintMark, _ by: Place, _ best: inout (recall: Double, by: Place)?) {
        let found = toSeen.compare(mark) { registration.moved($0 + by) }
        let whole = by + found.shift
        guard abs(whole.x) >= Self.leastMove || abs(whole.y) >= Self.leastMove, found.isInside,
            found.recall >= max(Self.leastRecall, best?.recall ?? 0),
            mark.kind != .blob || found.precision >= Self.leastPrecision,
            within.compare(mark, { $0 + by }).recall < Self.mostKnown
        else { return }
        best = (found.recall, whole)
    }
}
