/// Breaks the pictures of a gallery into rows, and the rows into pages, in order.
///
/// Rows are as wide as the page, with equal gaps, wherever that gives a height within bounds; others are clearly narrower.
/// Breaks are those with the least sum of the rows' squared deviations from the height wanted and of the squares of what
/// stays empty on the pages.
/// Lengths are in points.
package struct GalleryPages {
    /// Width divided by height of each picture.
    package let aspects: [Double]
    /// The pictures that have a row alone, unless their page would then be less than half full.
    package let alone: Set<Int>
    /// The pictures that stand in rows higher than others.
    package let prominent: Set<Int>
    package let width: Double
    package let gap: Double
    /// The height of rows that is wanted.
    package let target: Double
    /// The room on the page on which the gallery begins, and on each other page.
    package let room: (first: Double, other: Double)
    /// Whether the first page may be left as it is.
    package let mayLeaveFirst: Bool
    /// What follows the last picture and belongs to it.
    package let after: After?
    /// The height of the captions below a row of a height.
    package let captions: (Row) -> Double

    /// A text that follows a gallery.
    package struct After {
        /// The height, with the space above.
        package var height: Double
        /// The least height of it that may stand at the foot of a page.
        package var least: Double

        package init(height: Double, least: Double) {
            self.height = height
            self.least = least
        }
    }

    /// Pictures of one height side by side.
    package struct Row: Hashable {
        package var pictures: Range<Int>
        package var height: Double
    }

    /// The heights that a row may have, as multiples of the one wanted.
    package static let bounds = 0.6...1.6
    /// The heights that rows may have that are narrower than the page, as multiples of the one wanted.
    private static let narrow = [1.6, 1.45, 1.3, 1.15, 1, 0.85, 0.7]
    /// The heights that a picture may have that has a row alone: it is clearly larger than others.
    private static let narrowAlone = [1.6, 1.45]
    /// The height of rows in which a prominent picture stands, as a multiple of the one wanted.
    private static let prominentHeight = 1.4
    /// The number of pictures up to which any last row may be narrower than the page, so that a text fits below it.
    private static let fewPictures = 6
    /// The number of pictures up to which rows that are narrower than the page all have one height.
    private static let fewForOneHeight = 12
    /// The height beyond which the last row may be narrower than the page, as a multiple of the one wanted.
    private static let stretchedLast = 1.25
    /// The share of the width up to which a row may be narrower than the page: beyond, it would look like a mistake.
    package static let clearlyShort = 0.9
    /// The rows that are tried from one picture on at most; pictures that are very upright have very many.
    private static let mostTried = 40_000

    /// Creates the pages of a gallery.
    package init(
        aspects: [Double], alone: Set<Int>, prominent: Set<Int> = [], width: Double, gap: Double, target: Double,
        room: (first: Double, other: Double), mayLeaveFirst: Bool = false, after: After? = nil,
        captions: @escaping (Row) -> Double = { _ in 0 }
    ) {
        self.aspects = aspects
        self.alone = alone
        self.prominent = prominent
        self.width = width
        self.gap = gap
        self.target = target
        self.room = room
        self.mayLeaveFirst = mayLeaveFirst
        self.after = after
        self.captions = captions
    }

    /// The pages with the least cost, each with its rows; the first has no rows only if it may be left as it is.
    package var pages: [[Row]] {
        guard !aspects.isEmpty else { return [] }
        let heights =
            aspects.count <= Self.fewForOneHeight ? Self.narrow.map { [$0] } : [Self.narrow]
        var best: (cost: Double, pages: [[Row]])?
        for narrow in heights {
            let plan = plan(narrow: narrow)
            if plan.cost < best?.cost ?? .infinity { best = plan }
        }
        return best?.pages ?? []
    }

    /// The pages with the least cost whose narrow rows have some of these heights.
    private func plan(narrow: [Double]) -> (cost: Double, pages: [[Row]]) {
        let count = aspects.count
        let rows = (0..<count).map { self.rows(from: $0, narrow: narrow) }
        /// The least cost of the pictures from one on, on pages that are empty, and the rows of the first of these.
        var best = [Page](repeating: Page(), count: count + 1)
        for start in stride(from: count - 1, through: 0, by: -1) {
            best[start] = page(from: start, room: room.other, rows, best)
        }
        var first = page(from: 0, room: room.first, rows, best)
        if mayLeaveFirst {
            let cost = best[0].cost + Cost.page + Cost.empty(room.first / max(room.other, 1), isLast: false)
            if cost < first.cost { first = Page(cost: cost, rows: []) }
        }
        var pages = [first.rows]
        var next = first.rows.last?.pictures.upperBound ?? 0
        while next < count, let end = best[next].rows.last?.pictures.upperBound {
            pages.append(best[next].rows)
            next = end
        }
        return (first.cost, pages)
    }

    /// A row that is tried.
    private struct Candidate {
        var row: Row
        /// The height of its captions.
        var below: Double
        var cost: Double
        /// What it covers, as a height at full width.
        var covered: Double
    }

    /// The rows of a page, and the cost of it and all that follow.
    private struct Page {
        var cost = 0.0
        var rows: [Row] = []
    }

    /// A page while rows are added.
    private struct Draft {
        var rows: [Row] = []
        var cost = 0.0
        /// The height that is used, with captions and gaps.
        var used = 0.0
        /// What pictures and captions cover, as a height at full width.
        var covered = 0.0
    }

    /// The best page from a picture on.
    private func page(from start: Int, room: Double, _ rows: [[Candidate]], _ best: [Page]) -> Page {
        var found = Page(cost: .infinity)
        var tried = 0
        func extend(_ draft: Draft, with candidate: Candidate) {
            tried += 1
            var longer = draft
            longer.used += (draft.rows.isEmpty ? 0 : gap) + candidate.row.height + candidate.below
            longer.cost += candidate.cost
            // What follows costs nothing at best.
            guard tried < Self.mostTried, longer.used <= room + 0.01, longer.cost < found.cost else { return }
            longer.rows.append(candidate.row)
            longer.covered += candidate.covered
            let end = candidate.row.pictures.upperBound
            let total = longer.cost + best[end].cost + cost(of: longer, room: room, isLast: end == aspects.count)
            if total < found.cost { found = Page(cost: total, rows: longer.rows) }
            guard end < aspects.count else { return }
            for next in rows[end] { extend(longer, with: next) }
            // A last row that is not full has the height of the row above, so that it looks like part of a grid.
            let last = Row(pictures: end..<aspects.count, height: candidate.row.height)
            if isAllowed(last.height), share(of: last) <= Self.clearlyShort {
                extend(longer, with: self.candidate(last, isLikeAbove: true))
            }
        }
        for first in rows[start] { extend(Draft(), with: first) }
        if start == 0 {
            // A gallery that is one row is as large as the page allows.
            let all = 0..<aspects.count
            var row = Row(pictures: all, height: fullHeight(all))
            for _ in 0..<4 where row.height > 0 { row.height = min(fullHeight(all), room - below(row)) }
            if row.height > target * Self.bounds.upperBound { extend(Draft(), with: candidate(row)) }
        }
        if found.rows.isEmpty {
            // Captions leave no room for a row: the picture is as high as they allow.
            var row = Row(pictures: start..<start + 1, height: min(fullHeight(start..<start + 1), target))
            row.height = max(4, min(row.height, room - captions(row)))
            found = Page(cost: Cost.forbidden + best[start + 1].cost, rows: [row])
        }
        return found
    }

    /// The height below a row that it needs on its page: of captions and, below a whole gallery, of a text that fits.
    private func below(_ row: Row) -> Double {
        let text = after.map { $0.height < room.other / 3 ? $0.height : 0 } ?? 0
        return captions(row) + text
    }

    /// The share of the emptiest of some pages that is full, with the text that follows the gallery.
    package func leastFill(of pages: [[Row]]) -> Double {
        var least = 1.0
        for (index, rows) in pages.enumerated() where !rows.isEmpty {
            let room = index == 0 ? self.room.first : self.room.other
            var covered = rows.reduce(0) { $0 + $1.height * min(1, share(of: $1)) + captions($1) }
            if index == pages.count - 1, let after { covered += after.height }
            // A row alone that is as wide as the page cannot be higher.
            let isWhole = rows.allSatisfy { $0.pictures.count == 1 && share(of: $0) > 0.999 }
            if !isWhole { least = min(least, covered / max(room, 1)) }
        }
        return least
    }

    /// The share of the width that the narrowest of some rows has.
    package func leastWidth(of pages: [[Row]]) -> Double { pages.joined().map { min(1, share(of: $0)) }.min() ?? 1 }

    /// The height of the highest captions, as a multiple of that of their row.
    package func mostCrowding(of pages: [[Row]]) -> Double { pages.joined().map(crowding).max() ?? 0 }

    private func crowding(_ row: Row) -> Double { captions(row) / max(row.height, 1) }

    // MARK: Rows

    /// The rows that may begin with a picture, those of about the wanted height first.
    private func rows(from start: Int, narrow: [Double]) -> [Candidate] {
        var rows: [Candidate] = []
        for end in start + 1...aspects.count {
            let pictures = start..<end
            let full = fullHeight(pictures)
            // Beyond this, rows only get lower.
            if pictures.count > 1, full < target * Self.bounds.lowerBound { break }
            if full <= target * Self.bounds.upperBound { rows.append(candidate(Row(pictures: pictures, height: full))) }
            let isLast = end == aspects.count
            let mayBeNarrow =
                full > target * Self.bounds.upperBound
                || isLast && (full > target * Self.stretchedLast || aspects.count <= Self.fewPictures)
            let heights = isAlone(pictures) ? Self.narrowAlone : mayBeNarrow ? narrow : []
            for height in heights {
                let row = Row(pictures: pictures, height: height * target)
                if share(of: row) <= Self.clearlyShort { rows.append(candidate(row)) }
            }
        }
        return rows.sorted { $0.cost < $1.cost }
    }

    private func candidate(_ row: Row, isLikeAbove: Bool = false) -> Candidate {
        let below = captions(row)
        // Captions that are high for their pictures stand in cells too narrow for their words.
        let crowding = crowding(row)
        return Candidate(
            row: row, below: below,
            cost: cost(of: row, isLikeAbove: isLikeAbove) + Cost.crowding * crowding * crowding,
            covered: row.height * min(1, share(of: row)) + below)
    }

    private func isAllowed(_ height: Double) -> Bool {
        (Self.bounds.lowerBound * target - 0.01...Self.bounds.upperBound * target + 0.01).contains(height)
    }

    private func isAlone(_ pictures: Range<Int>) -> Bool {
        pictures.count == 1 && alone.contains(pictures.lowerBound)
    }

    /// The height at which pictures fill the width.
    private func fullHeight(_ pictures: Range<Int>) -> Double {
        (width - Double(pictures.count - 1) * gap) / max(aspects[pictures].reduce(0, +), 0.001)
    }

    /// The share of the width that a row has.
    private func share(of row: Row) -> Double {
        (aspects[row.pictures].reduce(0, +) * row.height + Double(row.pictures.count - 1) * gap) / width
    }

    // MARK: Costs

    /// What counts against a row or page; a row of the height wanted and a full page cost nothing.
    private enum Cost {
        /// Of a page, so that there are few.
        static let page = 0.3
        /// Of a picture that is not alone though it should be; less than that of a page that is not half full.
        static let company = 4.0
        /// The weight of the deviation of a row with a prominent picture.
        static let prominence = 2.5
        /// Of a last page with a single picture.
        static let widow = 3.0
        /// Of a row that is narrower than the page, besides what stays empty beside it.
        static let ragged = (inner: 2.0, last: 0.15, likeAbove: 0.05)
        /// Of a last row with a single picture that does not fill it; the more, the more stays empty.
        static let lonely = 1.2
        /// The weight of the height of captions, as a multiple of the height of their row.
        static let crowding = 2.0
        /// Of a row for which captions leave no room.
        static let forbidden = 1e6
        /// The share of a page that stays empty at most, with a reserve for the space around captions.
        static let mostEmpty = 0.47

        /// Of the share of a page that stays empty; more than half is to be avoided.
        static func empty(_ share: Double, isLast: Bool) -> Double {
            let weight = isLast ? 2.5 : 4.0
            return weight * share * share + (share > mostEmpty ? (isLast ? 8 : 12) * (0.5 + share) : 0)
        }
    }

    private func cost(of row: Row, isLikeAbove: Bool) -> Double {
        if isAlone(row.pictures) {
            // Better is bigger.
            let missing = min(Self.bounds.upperBound, fullHeight(row.pictures) / target) - row.height / target
            return 1.5 * missing * missing
        }
        let isWhole = row.pictures.count == aspects.count
        let isProminent = row.pictures.contains(where: prominent.contains)
        let deviation = isWhole ? 0 : row.height / target - (isProminent ? Self.prominentHeight : 1)
        let disturbed = Double(row.pictures.filter(alone.contains).count)
        return deviation * deviation * (isProminent ? Cost.prominence : 1) + raggedness(row, isLikeAbove) + Cost.company
            * disturbed
    }

    /// What counts against a row that is narrower than the page: less at the end of the gallery.
    private func raggedness(_ row: Row, _ isLikeAbove: Bool) -> Double {
        let empty = max(0, 1 - share(of: row))
        guard empty > 0.01 else { return 0 }
        guard row.pictures.upperBound == aspects.count else { return Cost.ragged.inner + 3 * empty * empty }
        let isLonely = row.pictures.count == 1 && aspects.count > 2
        return (isLonely ? Cost.lonely * (1 + empty) : 0)
            + (isLikeAbove ? Cost.ragged.likeAbove + 0.4 * empty * empty : Cost.ragged.last + 0.8 * empty * empty)
    }

    private func cost(of page: Draft, room: Double, isLast: Bool) -> Double {
        let first = page.rows.first?.pictures.lowerBound ?? 0
        let isWidow = isLast && first > 0 && first == aspects.count - 1
        let widow = isWidow ? Cost.widow : 0
        guard isLast, let after else {
            return Cost.page + Cost.empty(max(0, 1 - page.covered / max(room, 1)), isLast: isLast) + widow
        }
        let left = max(0, room - page.used)
        let here = after.height <= left ? after.height : left < after.least ? 0 : left
        let own = Cost.page + Cost.empty(max(0, 1 - (page.covered + here) / max(room, 1)), isLast: true) + widow
        guard here < after.height else { return own }
        let last = (after.height - here).truncatingRemainder(dividingBy: self.room.other)
        return own + Cost.page + Cost.empty(1 - last / self.room.other, isLast: true)
    }
}
