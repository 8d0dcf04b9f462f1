/// Breaks the pictures of a gallery into rows, and the rows into pages, in order.
///
/// Rows are as wide as the page, with equal gaps, if their height stays within bounds. Other rows are clearly narrower.
/// The breaks minimise the sum of the squared deviations of row heights from the target and of the squared empty shares
/// of pages. Lengths are in points.
package struct GalleryPages {
    /// The aspect ratio (width / height) of each picture.
    package let aspects: [Double]
    /// The pictures with their own row, unless their page would be less than half full.
    package let alone: Set<Int>
    /// The pictures placed in higher rows.
    package let prominent: Set<Int>
    package let width: Double
    package let gap: Double
    /// The target row height.
    package let target: Double
    /// The available height on the first page and on any other page.
    package let room: (first: Double, other: Double)
    /// Whether the gallery may skip the first page.
    package let mayLeaveFirst: Bool
    /// The text that follows the last picture.
    package let after: After?
    /// Returns the height of the captions below a row.
    package let captions: (Row) -> Double

    /// A text that follows a gallery.
    package struct After {
        /// The height, including the space above.
        package var height: Double
        /// The minimum height to place at the foot of a page.
        package var least: Double

        package init(height: Double, least: Double) {
            self.height = height
            self.least = least
        }
    }

    /// Pictures of equal height, side by side.
    package struct Row: Hashable {
        package var pictures: Range<Int>
        package var height: Double
    }

    /// The range of row heights, as multiples of the target.
    package static let bounds = 0.6...1.6
    /// The heights of rows narrower than the page, as multiples of the target.
    private static let narrow = [1.6, 1.45, 1.3, 1.15, 1, 0.85, 0.7]
    /// The heights of a picture with its own row, clearly larger than others.
    private static let narrowAlone = [1.6, 1.45]
    /// The height of rows with a prominent picture, as a multiple of the target.
    private static let prominentHeight = 1.4
    /// The maximum number of pictures for which any last row may be narrow.
    ///
    /// A text then fits below it.
    private static let fewPictures = 6
    /// The maximum number of pictures for which all narrow rows have one height.
    private static let fewForOneHeight = 12
    /// The height in multiples of the target above which the last row may be narrow.
    private static let stretchedLast = 1.25
    /// The maximum share of the width of a narrow row.
    ///
    /// A wider row would look like a mistake.
    package static let clearlyShort = 0.9
    /// The height of captions that counts as filled, as a multiple of their row's height.
    ///
    /// Otherwise, low rows above one long caption would fill a page.
    private static let mostCaption = 0.25
    /// The maximum number of rows to try from one picture.
    ///
    /// Very tall pictures allow many.
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

    /// The pages with the lowest cost, as rows.
    ///
    /// Only a skippable first page can have no rows.
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

    /// Returns the cheapest pages with narrow rows limited to the given heights.
    private func plan(narrow: [Double]) -> (cost: Double, pages: [[Row]]) {
        let count = aspects.count
        let rows = (0..<count).map { self.rows(from: $0, narrow: narrow) }
        /// The cheapest pages from each picture on, starting on an empty page.
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

    /// A candidate row.
    private struct Candidate {
        var row: Row
        /// The height of its captions.
        var below: Double
        var cost: Double
        /// The covered area, as a height at full width.
        var covered: Double
    }

    /// The rows of a page, with the cost of it and all following pages.
    private struct Page {
        var cost = 0.0
        var rows: [Row] = []
    }

    /// A page under construction.
    private struct Draft {
        var rows: [Row] = []
        var cost = 0.0
        /// The used height, with captions and gaps.
        var used = 0.0
        /// The area covered by pictures and captions, as a height at full width.
        var covered = 0.0
    }

    /// Returns the best page that starts with a picture.
    private func page(from start: Int, room: Double, _ rows: [[Candidate]], _ best: [Page]) -> Page {
        var found = Page(cost: .infinity)
        var tried = 0
        func extend(_ draft: Draft, with candidate: Candidate) {
            tried += 1
            var longer = draft
            longer.used += (draft.rows.isEmpty ? 0 : gap) + candidate.row.height + candidate.below
            longer.cost += candidate.cost
            // The following pages cost nothing at best.
            guard tried < Self.mostTried, longer.used <= room + 0.01, longer.cost < found.cost else { return }
            longer.rows.append(candidate.row)
            longer.covered += candidate.covered
            let end = candidate.row.pictures.upperBound
            let total = longer.cost + best[end].cost + cost(of: longer, room: room, isLast: end == aspects.count)
            if total < found.cost { found = Page(cost: total, rows: longer.rows) }
            guard end < aspects.count else { return }
            for next in rows[end] { extend(longer, with: next) }
            // An incomplete last row has the height of the row above, so that it looks like part of a grid.
            let last = Row(pictures: end..<aspects.count, height: candidate.row.height)
            if isAllowed(last.height), share(of: last) <= Self.clearlyShort {
                extend(longer, with: self.candidate(last, isLikeAbove: true))
            }
        }
        for first in rows[start] { extend(Draft(), with: first) }
        if start == 0 {
            // A single-row gallery is as large as the page allows.
            let all = 0..<aspects.count
            var row = Row(pictures: all, height: fullHeight(all))
            for _ in 0..<4 where row.height > 0 { row.height = min(fullHeight(all), room - below(row)) }
            if row.height > target * Self.bounds.upperBound { extend(Draft(), with: candidate(row)) }
        }
        if found.rows.isEmpty {
            // Captions leave no room for a row, so the picture gets the remaining height.
            var row = Row(pictures: start..<start + 1, height: min(fullHeight(start..<start + 1), target))
            row.height = max(4, min(row.height, room - captions(row)))
            found = Page(cost: Cost.forbidden + best[start + 1].cost, rows: [row])
        }
        return found
    }

    /// Returns the height needed below a row for captions and a following text.
    ///
    /// The text counts only below a whole gallery, and only if it fits.
    private func below(_ row: Row) -> Double {
        let text = after.map { $0.height < room.other / 3 ? $0.height : 0 } ?? 0
        return captions(row) + text
    }

    /// Returns the fill of the emptiest page, including the following text.
    package func leastFill(of pages: [[Row]]) -> Double {
        var least = 1.0
        for (index, rows) in pages.enumerated() where !rows.isEmpty {
            let room = index == 0 ? self.room.first : self.room.other
            var covered = rows.reduce(0) { $0 + self.covered($1, captions($1)) }
            if index == pages.count - 1, let after { covered += after.height }
            // A single picture as wide as the page cannot be higher.
            let isWhole = rows.allSatisfy { $0.pictures.count == 1 && share(of: $0) > 0.999 }
            if !isWhole { least = min(least, covered / max(room, 1)) }
        }
        return least
    }

    /// Returns the width of the narrowest row, as a share of the page width.
    package func leastWidth(of pages: [[Row]]) -> Double { pages.joined().map { min(1, share(of: $0)) }.min() ?? 1 }

    /// Returns the maximum caption height, as a multiple of the row height.
    package func mostCrowding(of pages: [[Row]]) -> Double { pages.joined().map(crowding).max() ?? 0 }

    private func crowding(_ row: Row) -> Double { captions(row) / max(row.height, 1) }

    // MARK: Rows

    /// Returns the possible rows from a picture on, cheapest first.
    private func rows(from start: Int, narrow: [Double]) -> [Candidate] {
        var rows: [Candidate] = []
        for end in start + 1...aspects.count {
            let pictures = start..<end
            let full = fullHeight(pictures)
            // Longer rows would be lower still.
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
        // High captions indicate cells too narrow for their text.
        let crowding = crowding(row)
        return Candidate(
            row: row, below: below,
            cost: cost(of: row, isLikeAbove: isLikeAbove) + Cost.crowding * crowding * crowding,
            covered: covered(row, below))
    }

    /// Returns the covered area of a row as a height at full width.
    ///
    /// Captions count less than their pictures.
    private func covered(_ row: Row, _ below: Double) -> Double {
        (row.height + min(below, Self.mostCaption * row.height)) * min(1, share(of: row))
    }

    private func isAllowed(_ height: Double) -> Bool {
        (Self.bounds.lowerBound * target - 0.01...Self.bounds.upperBound * target + 0.01).contains(height)
    }

    private func isAlone(_ pictures: Range<Int>) -> Bool {
        pictures.count == 1 && alone.contains(pictures.lowerBound)
    }

    /// Returns the height at which pictures fill the width.
    private func fullHeight(_ pictures: Range<Int>) -> Double {
        (width - Double(pictures.count - 1) * gap) / max(aspects[pictures].reduce(0, +), 0.001)
    }

    /// Returns the width of a row, as a share of the page width.
    private func share(of row: Row) -> Double {
        (aspects[row.pictures].reduce(0, +) * row.height + Double(row.pictures.count - 1) * gap) / width
    }

    // MARK: Costs

    /// Penalties of rows and pages.
    ///
    /// A row at the target height and a full page cost nothing.
    private enum Cost {
        /// The cost of each page, to keep their number low.
        static let page = 0.3
        /// The cost of a picture that should be alone but is not.
        ///
        /// It is lower than that of a page less than half full.
        static let company = 4.0
        /// The weight of the deviation of a row with a prominent picture.
        static let prominence = 2.5
        /// The cost of a last page with a single picture.
        static let widow = 3.0
        /// The cost of a row narrower than the page, besides that of the empty space.
        static let ragged = (inner: 2.0, last: 0.15, likeAbove: 0.05)
        /// The cost of a narrow last row with a single picture.
        ///
        /// It increases with the empty space.
        static let lonely = 1.2
        /// The weight of the caption height, in multiples of the row height.
        static let crowding = 2.0
        /// The cost of a row without room for its captions.
        static let forbidden = 1e6
        /// The maximum empty share of a page, with a reserve for the space around captions.
        static let mostEmpty = 0.47

        /// Returns the cost of an empty share of a page.
        ///
        /// More than half is to be avoided.
        static func empty(_ share: Double, isLast: Bool) -> Double {
            let weight = isLast ? 2.5 : 4.0
            return weight * share * share + (share > mostEmpty ? (isLast ? 8 : 12) * (0.5 + share) : 0)
        }
    }

    private func cost(of row: Row, isLikeAbove: Bool) -> Double {
        if isAlone(row.pictures) {
            // Larger is better.
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

    /// Returns the cost of a narrow row, lower at the end of the gallery.
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
