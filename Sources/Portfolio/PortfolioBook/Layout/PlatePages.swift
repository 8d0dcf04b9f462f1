/// Places few pictures that rows of the usual height would leave small on nearly empty pages: each page has one row, a block
/// of rows of one width, or pictures one below another, as large as the page allows.
///
/// Of all ways that keep the order, that one is taken which leaves the least of the pages empty. Lengths are in points.
struct PlatePages {
    /// Width divided by height of each picture.
    let aspects: [Double]
    /// The height beyond which each picture would be coarse.
    let highest: [Double]
    let width: Double
    let gap: Double
    /// The room on the page on which the gallery begins, and on each other page.
    let room: (first: Double, other: Double)
    /// The height of what follows the last picture on its page.
    let after: Double
    /// The height of the captions below a row of a height.
    let captions: (GalleryPages.Row) -> Double

    /// The number of pictures up to which all ways are tried.
    static let most = 6
    /// The number of pictures one below another at most.
    private static let mostBelow = 3
    /// The number of pictures of a block at most.
    private static let mostOfBlock = 4
    /// The share of the width that a block has at least.
    private static let narrowestBlock = 0.75
    /// The weight of what stays empty beside a row: one upright picture makes a page look filled.
    private static let weightOfWidth = 0.7
    /// What counts against each page, so that there are few.
    private static let costOfPage = 0.2
    /// What counts against a page that is less than half full.
    private static let costOfEmptyPage = 0.5

    /// The pages, each with its rows.
    var pages: [[GalleryPages.Row]] {
        let count = aspects.count
        guard (1...Self.most).contains(count) else { return [] }
        var best: (cost: Double, pages: [[GalleryPages.Row]])?
        // Each bit says whether a page ends behind a picture.
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

    /// The share of a room that rows fill, where what stays empty beside them has a weight from 0 to 1.
    private func fill(_ rows: [GalleryPages.Row], _ room: Double, ofWidth weight: Double) -> Double {
        rows.reduce(0) { $0 + $1.height * (1 - weight + weight * widthShare($1)) + captions($1) } / max(room, 1)
    }

    private func widthShare(_ row: GalleryPages.Row) -> Double {
        let own = aspects[row.pictures].reduce(0, +) * row.height + Double(row.pictures.count - 1) * gap
        return min(1, own / width)
    }

    /// Pictures side by side.
    private func side(by pictures: Range<Int>, _ room: Double) -> [GalleryPages.Row] {
        [fitted(GalleryPages.Row(pictures: pictures, height: largest(pictures)), room)]
    }

    /// Pictures one below another: all of one height, but those that are as wide as the page before.
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

    /// Pictures in two rows that begin and end at the same edges, in all ways.
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

    /// A row that is made lower until it fits with its captions.
    private func fitted(_ row: GalleryPages.Row, _ room: Double) -> GalleryPages.Row {
        var row = row
        for _ in 0..<4 { row.height = max(4, min(row.height, room - captions(row))) }
        return row
    }

    /// The height at which pictures side by side fill the width, or one of them would be coarse.
    private func largest(_ pictures: Range<Int>) -> Double {
        let full = (width - Double(pictures.count - 1) * gap) / max(aspects[pictures].reduce(0, +), 0.001)
        return min(full, highest[pictures].min() ?? full)
    }
}
