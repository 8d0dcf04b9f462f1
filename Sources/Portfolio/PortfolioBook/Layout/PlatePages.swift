/// Places few pictures that usual rows would leave small on nearly empty pages.
///
/// Each page has one row, a block of rows of one width, or a column of pictures, as large as the page allows. Of all
/// layouts in order, the one with the least empty space is chosen. Lengths are in points.
struct PlatePages {
    /// The aspect ratio (width / height) of each picture.
    let aspects: [Double]
    /// The height above which each picture would be too coarse.
    let highest: [Double]
    let width: Double
    let gap: Double
    /// The available height on the first page and on any other page.
    let room: (first: Double, other: Double)
    /// The height of the content after the last picture on its page.
    let after: Double
    /// Returns the height of the captions below a row.
    let captions: (GalleryPages.Row) -> Double

    /// The maximum number of pictures for which all layouts are tried.
    static let most = 6
    /// The maximum number of pictures in a column.
    private static let mostBelow = 3
    /// The maximum number of pictures in a block.
    private static let mostOfBlock = 4
    /// The minimum share of the width of a block.
    private static let narrowestBlock = 0.75
    /// The weight of empty space beside a row.
    ///
    /// One tall picture makes a page look filled.
    private static let weightOfWidth = 0.7
    /// The cost of each page, to keep their number low.
    private static let costOfPage = 0.2
    /// The cost of a page less than half full.
    private static let costOfEmptyPage = 0.5

    /// The pages as rows.
    var pages: [[GalleryPages.Row]] {
        let count = aspects.count
        guard (1...Self.most).contains(count) else { return [] }
        var best: (cost: Double, pages: [[GalleryPages.Row]])?
        // Each bit tells whether a page ends after a picture.
        for mask in 0..<1 << (count - 1) {
            var pages: [[GalleryPages.Row]] = []
            var cost = 0.0
            var start = 0
            for end in 1...count where end == count || mask >> (end - 1) & 1 == 1 {
                let room = (start == 0 ? self.room.first : self.room.other) - (end == count ? after : 0)
                let beside = side(by: start..<end, room)
                var (rows, share) = (beside, fill(beside, room, ofWidth: Self.weightOfWidth))
                if (2...Self.mostBelow).contains(end - start) {
                    let below = below(start..<end, room)
                    let own = fill(below, room, ofWidth: 1)
                    if own > share { (rows, share) = (below, own) }
                }
                for block in blocks(start..<end, room) {
                    let own = fill(block, room, ofWidth: Self.weightOfWidth)
                    if own > share { (rows, share) = (block, own) }
                }
                pages.append(rows)
                let crowding = rows.map { captions($0) / max($0.height, 1) }.max() ?? 0
                cost += (1 - share) * (1 - share) + Self.costOfPage + crowding * crowding
                if share < PageFlow.leastFill { cost += Self.costOfEmptyPage }
                start = end
            }
            if cost < best?.cost ?? .infinity { best = (cost, pages) }
        }
        return best?.pages ?? []
    }

    /// Returns the filled share of a room.
    ///
    /// Empty space beside rows has a weight from 0 to 1.
    private func fill(_ rows: [GalleryPages.Row], _ room: Double, ofWidth weight: Double) -> Double {
        rows.reduce(0) { $0 + $1.height * (1 - weight + weight * widthShare($1)) + captions($1) } / max(room, 1)
    }

    private func widthShare(_ row: GalleryPages.Row) -> Double {
        let own = aspects[row.pictures].reduce(0, +) * row.height + Double(row.pictures.count - 1) * gap
        return min(1, own / width)
    }

    /// Returns pictures side by side.
    private func side(by pictures: Range<Int>, _ room: Double) -> [GalleryPages.Row] {
        [fitted(GalleryPages.Row(pictures: pictures, height: largest(pictures)), room)]
    }

    /// Returns a column of pictures of equal height, except those limited by the page width.
    private func below(_ pictures: Range<Int>, _ room: Double) -> [GalleryPages.Row] {
        var rows = pictures.map { GalleryPages.Row(pictures: $0..<$0 + 1, height: largest($0..<$0 + 1)) }
        let gaps = Double(rows.count - 1) * gap
        var cap = room
        for _ in 0..<60 where rows.reduce(gaps, { $0 + $1.height + captions($1) }) > room {
            cap *= 0.97
            for index in rows.indices { rows[index].height = min(rows[index].height, cap) }
        }
        return rows
    }

    /// Returns all ways to place pictures in two rows with aligned edges.
    private func blocks(_ pictures: Range<Int>, _ room: Double) -> [[GalleryPages.Row]] {
        guard (2...Self.mostOfBlock).contains(pictures.count) else { return [] }
        return (pictures.lowerBound + 1..<pictures.upperBound).compactMap { middle in
            let halves = [pictures.lowerBound..<middle, middle..<pictures.upperBound]
            func gaps(_ half: Range<Int>) -> Double { Double(half.count - 1) * gap }
            func sum(_ half: Range<Int>) -> Double { max(aspects[half].reduce(0, +), 0.001) }
            func rows(_ width: Double) -> [GalleryPages.Row] {
                halves.map { GalleryPages.Row(pictures: $0, height: (width - gaps($0)) / sum($0)) }
            }
            var own = halves.map { largest($0) * sum($0) + gaps($0) }.min() ?? 0
            for _ in 0..<60 where rows(own).reduce(gap, { $0 + $1.height + captions($1) }) > room { own *= 0.99 }
            let block = rows(own)
            let fits = block.reduce(gap) { $0 + $1.height + captions($1) } <= room
            return fits && own >= Self.narrowestBlock * width ? block : nil
        }
    }

    /// Returns a row shrunk until it fits with its captions.
    private func fitted(_ row: GalleryPages.Row, _ room: Double) -> GalleryPages.Row {
        var row = row
        for _ in 0..<4 { row.height = max(4, min(row.height, room - captions(row))) }
        return row
    }

    /// Returns the height at which pictures fill the width or one becomes too coarse.
    private func largest(_ pictures: Range<Int>) -> Double {
        let full = (width - Double(pictures.count - 1) * gap) / max(aspects[pictures].reduce(0, +), 0.001)
        return min(full, highest[pictures].min() ?? full)
    }
}
