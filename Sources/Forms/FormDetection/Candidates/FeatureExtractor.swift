import FormImport
import FormModel

/// Computes the features of a candidate for the scorer.
struct FeatureExtractor {
    private let page: MarkedPage
    private let labeller: Labeller
    /// The candidates, without the lists that are slow to copy for each pair of them.
    private let outlines: [Outline]
    /// The boxes among the candidates.
    ///
    /// The whole inside of a grid's cell is not among them.
    private let freeBoxes: [Region]
    /// The font size of the page's body text in points.
    private let bodySize: Double
    /// The words of each phrase of the page.
    private let phraseWords: [[String]]
    /// The dashes and slashes on the page.
    private let signs: [Region]
    /// The cells of the page, and whether anything is printed in them.
    private let cells: [(region: Region, isPrinted: Bool)]
    /// The cells with printed lines on all sides.
    private let closedCells: [Region]
    private let grids: GridFinder

    private struct Outline {
        let kind: Candidate.Kind
        let region: Region
        let cell: Region
    }

    private var marks: PageMarks { page.marks }
    private var around: TextNeighbourhood { page.around }

    init(_ page: MarkedPage, candidates: [Candidate]) {
        self.page = page
        outlines = candidates.map { Outline(kind: $0.kind, region: $0.region, cell: $0.cell) }
        let boxes = candidates.filter { $0.kind == .box }
        labeller = Labeller(page.around, fields: boxes.map { PlacedField($0) })
        let sizes = page.marks.text.tokens.map(\.fontSize).sorted()
        bodySize = sizes.isEmpty ? 10 : max(1, sizes[sizes.count / 2])
        phraseWords = page.around.phrases.map { NearbyWords.split($0.text) }
        signs = PartFinder.signs(on: page.marks)
        cells = page.cells.filter { $0.edges.top && ($0.edges.left || $0.edges.right) }.map {
            ($0.region, !$0.print.isEmpty)
        }
        closedCells = page.cells.filter(\.isClosed).map(\.region)
        grids = GridFinder(page.cells)
        let cellInsides = grids.grids.flatMap(\.cells).map(\.region)
        freeBoxes = boxes.map(\.region).filter { box in
            !cellInsides.contains { $0.intersectionOverUnion(box) > Self.leastShareOfInside }
        }
    }

    /// Minimum overlap of a box with a cell that it is the inside of.
    private static let leastShareOfInside = 0.55

    /// Returns the place of a candidate's cell in a grid.
    func grid(of c: Candidate) -> Grid.Place? { grids.place(of: c.cell) }

    /// Returns the caption that a candidate would have as a field.
    func caption(of c: Candidate) -> Caption { labeller.label(of: c) }

    /// Returns the features of a candidate with its grid and caption.
    func features(of c: Candidate) -> [Double] {
        var f = FeatureVector()
        describePlace(c, &f)
        describeLines(c, &f)
        describeNeighbours(c, &f)
        describeCell(c, &f)
        describeLabel(c, &f)
        describeBoxes(c, &f)
        describeSimilar(c, &f)
        describeHeads(c, &f)
        describeContent(c, &f)
        describeGrid(c, &f)
        return f.values
    }

    /// Returns the words around a candidate.
    func words(of c: Candidate) -> NearbyWords {
        var words = NearbyWords()
        let near: [(NearbyWords.Place, TextNeighbourhood.Neighbour?)] = [
            (.left, around.left(of: c.region, floor: c.floor)), (.right, around.right(of: c.region, floor: c.floor)),
            (.above, around.above(c.region)), (.below, around.below(c.region, floor: c.floor)),
        ]
        for (place, phrase) in near {
            guard let phrase, let farthest = place.farthest, phrase.distance < farthest else { continue }
            let text = phraseWords[phrase.index]
            words[place] = Array(place == .left ? text.suffix(place.most) : text.prefix(place.most))
        }
        for (i, phrase) in around.phrases.enumerated() where words[.inner].count < NearbyWords.Place.inner.most {
            if c.cell.contains(x: phrase.region.midX, y: phrase.region.midY) { words[.inner] += phraseWords[i] }
        }
        words[.inner] = Array(words[.inner].prefix(NearbyWords.Place.inner.most))
        return words
    }

    private func describePlace(_ c: Candidate, _ f: inout FeatureVector) {
        let r = c.region
        f[.kind] = Double(c.kind.rawValue)
        f[.width] = r.width
        f[.height] = r.height
        f[.flatness] = r.width / max(1, r.height)
        f[.cellWidth] = c.cell.width
        f[.cellHeight] = c.cell.height
        f[.widthShare] = r.width / max(1, c.cell.width)
        f[.heightShare] = r.height / max(1, c.cell.height)
        f[.upperFree] = r.top - c.cell.top
        f[.free] = c.free
        f[.edgeLeft] = c.edges.left
        f[.edgeRight] = c.edges.right
        f[.edgeTop] = c.edges.top
        f[.textLeft] = c.edges.textLeft
        f[.textRight] = c.edges.textRight
        f[.ticks] = Double(c.ticks.count)
        f[.parts] = Double(c.partCount)
        f[.blankShare] = c.blankShare
        f[.isGlyph] = c.evidence == .glyph
        f[.isOptionCell] = c.kind == .box && c.evidence == .cell
        f[.pageMargin] = min(r.left, marks.size.width - r.right)
        let inner = r.insetBy(dx: 1.5, dy: 1.5)
        f[.shade] = marks.shade(inner)
        f[.tint] = marks.shade(Region(x: r.left - 6, y: r.top, width: 4, height: r.height))
        f[.ink] = marks.inkShare(inner)
    }

    private func describeLines(_ c: Candidate, _ f: inout FeatureVector) {
        let r = c.region
        f[.floorThickness] = c.floorThickness
        f[.floorPitch] = c.floorPitch
        f[.floorLength] = c.floorLength
        f[.floorPageShare] = c.floorLength / marks.size.width
        f[.floorShare] = r.width / max(1, c.floorLength)
        f[.underscores] = share(of: marks.text.underscores, along: c)
        f[.leader] = share(of: marks.text.leaders, along: c)
        f[.isolation] = FeatureVector.far
        f[.ruleBelow] = FeatureVector.far
        for rule in marks.horizontals where rule.coverage(from: r.left, to: r.right) > 0.3 {
            let below = rule.position - c.floor
            if abs(below) > 2 { f[.isolation] = min(f[.isolation], abs(below)) }
            if below > 1 { f[.ruleBelow] = min(f[.ruleBelow], below) }
        }
        for closed in closedCells where abs(closed.left - c.cell.left) < 2.5 && abs(closed.right - c.cell.right) < 2.5 {
            if abs(closed.bottom - c.cell.top) < 2 { f[.closedAbove] = true }
            if abs(closed.top - c.floor) < 2 { f[.closedBelow] = true }
        }
        // The extension of the lines at a box's sides beyond it; those of a cell belong to a grid.
        guard r.width < 40 else { return }
        for v in marks.verticals where v.start < r.midY && v.end > r.midY {
            if abs(v.position - r.left) < 2 { f[.sideLeft] = max(f[.sideLeft], v.length / r.height) }
            if abs(v.position - r.right) < 2 { f[.sideRight] = max(f[.sideRight], v.length / r.height) }
        }
        for h in marks.horizontals where h.start < r.midX && h.end > r.midX {
            if abs(h.position - r.top) < 2 { f[.sideTop] = max(f[.sideTop], h.length / r.width) }
            if abs(h.position - r.bottom) < 2 { f[.sideBottom] = max(f[.sideBottom], h.length / r.width) }
        }
    }

    private func describeNeighbours(_ c: Candidate, _ f: inout FeatureVector) {
        let r = c.region
        let far = FeatureVector.far
        for distance in [Feature.leftDistance, .rightDistance, .aboveDistance, .belowDistance] { f[distance] = far }
        if let left = around.left(of: r, floor: c.floor) {
            let p = around.phrases[left.index]
            f[.leftDistance] = min(far, left.distance)
            f[.leftLetters] = Double(p.letters)
            f[.leftColon] = p.text.hasSuffix(":")
            f[.leftUnit] = p.text.hasSuffix("$")
            f[.leftIsSign] = p.letters == 0
            f[.leftWalled] = around.isWalled(from: p.region.right, to: r.left - 1, y: c.floor - 4)
        }
        if let right = around.right(of: r, floor: c.floor) {
            let p = around.phrases[right.index]
            f[.rightDistance] = min(far, right.distance)
            f[.rightLetters] = Double(p.letters)
            f[.rightIsNumber] = p.letters == 0 && p.text.contains(where: \.isNumber)
            f[.rightWalled] = around.isWalled(from: r.right + 1, to: p.region.left, y: c.floor - 4)
        }
        if let above = around.above(r) {
            let p = around.phrases[above.index]
            f[.aboveDistance] = min(far, above.distance)
            f[.aboveSize] = p.fontSize / bodySize
            f[.aboveBold] = p.isBold
            f[.aboveShare] = p.region.horizontalOverlap(r) / max(1, r.width)
            f[.aboveLetters] = Double(p.letters)
        }
        if let below = around.below(r, floor: c.floor) {
            let p = around.phrases[below.index]
            f[.belowDistance] = min(far, below.distance)
            f[.belowSize] = p.fontSize / bodySize
            f[.belowShare] = p.region.horizontalOverlap(r) / max(1, r.width)
            f[.belowIndent] = p.region.left - r.left
            f[.belowLetters] = Double(p.letters)
        }
        f[.captionsUnder] = Double(around.captions(under: c).count)
    }

    private func describeCell(_ c: Candidate, _ f: inout FeatureVector) {
        let inside = around.phrases.filter { c.cell.contains(x: $0.region.midX, y: $0.region.midY) }
        f[.fontOverHeight] = bodySize / max(1, c.region.height)
        f[.innerGap] = -1
        guard let first = inside.first, let last = inside.last else { return }
        f[.innerPhrases] = Double(inside.count)
        f[.innerLetters] = Double(inside.reduce(0) { $0 + $1.letters })
        f[.innerGap] = first.region.top - c.cell.top
        f[.innerBold] = first.isBold
        f[.innerWidthShare] = first.region.width / max(1, c.cell.width)
        f[.innerMarker] = first.startsWithMarker
        f[.innerColon] = last.text.hasSuffix(":")
        f[.innerShare] = inside.reduce(0.0) { $0 + $1.region.area } / max(1, c.cell.area)
    }

    private func describeLabel(_ c: Candidate, _ f: inout FeatureVector) {
        let label = c.caption
        f[.labelPosition] = Double(label.position.rawValue)
        f[.labelDistance] = min(FeatureVector.far, label.distance)
        f[.labelLetters] = Double(label.text.count(where: \.isLetter))
        let lower = label.text.utf8.map { $0 >= 65 && $0 <= 90 ? $0 + 32 : $0 }
        f[.labelColon] = lower.last == UInt8(ascii: ":")
        f[.labelSign] = Self.holds(lower, "sign") || Self.holds(lower, "name")
        f[.labelDate] = Self.holds(lower, "date") || Self.holds(lower, "yyyy")
    }

    /// Describes the distances to the nearest boxes on the line.
    ///
    /// The space between the caption of one box and the next box is not a field.
    private func describeBoxes(_ c: Candidate, _ f: inout FeatureVector) {
        f[.leftBox] = FeatureVector.far * 2
        f[.rightBox] = FeatureVector.far * 2
        for box in freeBoxes where box.midY > c.region.top - 3 && box.midY < c.region.bottom + 3 && box != c.region {
            if box.right <= c.region.left + 2 { f[.leftBox] = min(f[.leftBox], max(0, c.region.left - box.right)) }
            if box.left >= c.region.right - 2 { f[.rightBox] = min(f[.rightBox], max(0, box.left - c.region.right)) }
        }
    }

    private func describeSimilar(_ c: Candidate, _ f: inout FeatureVector) {
        let r = c.region
        f[.leftBlank] = FeatureVector.far * 2
        f[.rightBlank] = FeatureVector.far * 2
        for other in outlines {
            let o = other.region
            if other.kind != .box, other.kind != .open, r.verticalOverlap(o) > 0.5 * min(r.height, o.height) {
                if o.right <= r.left + 1 { f[.leftBlank] = min(f[.leftBlank], max(0, r.left - o.right)) }
                if o.left >= r.right - 1 { f[.rightBlank] = min(f[.rightBlank], max(0, o.left - r.right)) }
            }
            if other.kind == c.kind {
                let sameWidth = abs(o.width - r.width) < 2
                if sameWidth { f[.sameWidth] += 1 }
                if sameWidth, abs(o.left - r.left) < 2 { f[.sameColumn] += 1 }
                if sameWidth, abs(o.height - r.height) < 1.5 { f[.sameSize] += 1 }
                if abs(o.bottom - r.bottom) < 2 { f[.sameRow] += 1 }
                if o == r { continue }
            }
            guard let shared = o.intersection(r)?.area else { continue }
            if shared > 0.7 * o.area, o.area < 0.8 * r.area { f[.containing] += 1 }
            if shared > 0.7 * r.area, r.area < 0.8 * o.area { f[.contained] += 1 }
        }
        f[.rowText] = printedShare { abs($0.bottom - c.cell.bottom) < 2 && abs($0.top - c.cell.top) < 2 }
        f[.columnText] = printedShare { abs($0.left - c.cell.left) < 2 && abs($0.right - c.cell.right) < 2 }
    }

    /// Describes the first text above and to the left, with the lines in between.
    private func describeHeads(_ c: Candidate, _ f: inout FeatureVector) {
        let r = c.region
        for distance in [Feature.headDistance, .headRules, .headCellShare, .rowHeadDistance, .rowHeadWalls] {
            f[distance] = -1
        }
        if let above = around.above(r) {
            let head = around.phrases[above.index].region
            f[.headDistance] = above.distance
            f[.headRules] = Double(
                marks.horizontals.count {
                    $0.position > head.midY && $0.position < r.top + 2 && $0.coverage(from: r.left, to: r.right) > 0.5
                })
            if let cell = cells.last(where: { $0.region.contains(x: head.midX, y: head.midY) }) {
                f[.headCellShare] = cell.region.width / max(1, c.cell.width)
            }
        }
        if let left = around.left(of: r, floor: c.floor) {
            let head = around.phrases[left.index]
            f[.rowHeadDistance] = left.distance
            f[.rowHeadWalls] = Double(
                marks.verticals.count {
                    $0.position > head.region.right && $0.position < r.left + 2 && $0.start < c.floor - 4
                        && $0.end > c.floor - 4
                })
            f[.rowHeadIsNumber] = head.length <= 4 && head.text.contains(where: \.isNumber)
        }
    }

    /// Describes the other content of the cell.
    private func describeContent(_ c: Candidate, _ f: inout FeatureVector) {
        f[.captionsAbove] = Double(around.captions(atTopOf: c).count)
        f[.signsInside] = Double(PartFinder.signs(signs, in: c).count)
        f[.cellBoxes] = Double(freeBoxes.count { $0 != c.region && c.cell.contains(x: $0.midX, y: $0.midY) })
        f[.cellBlanks] = Double(
            outlines.count { $0.kind == .line && $0.region != c.region && $0.cell == c.cell })
    }

    private func describeGrid(_ c: Candidate, _ f: inout FeatureVector) {
        f[.gridRowPrinted] = -1
        f[.gridColumnPrinted] = -1
        guard let place = c.grid else { return }
        let grid = grids.grids[place.grid]
        let cell = grid.cells[place.cell]
        f[.gridCells] = Double(grid.cells.count)
        f[.gridRows] = Double(grid.rowCount)
        f[.gridColumns] = Double(grid.columnCount)
        f[.gridPrinted] = grid.printedShare
        f[.gridRow] = Double(cell.row)
        f[.gridRowsBelow] = Double(grid.rowCount - 1 - cell.row)
        f[.gridColumn] = Double(cell.column)
        f[.gridColumnsRight] = Double(grid.columnCount - 1 - cell.column)
        f[.gridRowPrinted] = grid.printedShareOfRow(cell)
        f[.gridColumnPrinted] = grid.printedShareOfColumn(cell)
        f[.gridHeadPrinted] = grid.isHeadOfColumnPrinted(cell)
        f[.gridRowHeadPrinted] = grid.isHeadOfRowPrinted(cell)
        f[.gridSameSize] = grid.shareOfSize(cell)
        f[.gridCellPrinted] = cell.isPrinted
    }

    /// Returns the printed share of some cells of the page, or -1 without any.
    private func printedShare(_ isIncluded: (Region) -> Bool) -> Double {
        var count = 0.0
        var printed = 0.0
        for cell in cells where isIncluded(cell.region) {
            count += 1
            if cell.isPrinted { printed += 1 }
        }
        return count > 0 ? printed / count : -1
    }

    /// Returns the share of the floor that consists of typed underscores or leader dots.
    private func share(of runs: [Region], along c: Candidate) -> Double {
        var covered = 0.0
        for run in runs where run.bottom > c.floor - 6 && run.top < c.floor + 4 {
            covered += max(0, run.horizontalOverlap(c.region))
        }
        return min(1, covered / max(1, c.region.width))
    }

    /// Returns whether lower-case text contains a word of four letters.
    private static func holds(_ text: [UInt8], _ word: StaticString) -> Bool {
        guard text.count >= 4 else { return false }
        return word.withUTF8Buffer { w in
            (0...text.count - 4).contains {
                text[$0] == w[0] && text[$0 + 1] == w[1] && text[$0 + 2] == w[2] && text[$0 + 3] == w[3]
            }
        }
    }
}
