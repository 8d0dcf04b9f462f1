import FormModel
import Portfolio
import Typesetting

/// Places the pictures of a gallery in rows.
struct GalleryBlock {
    let setting: BookSetting
    let flow: PageFlow
    /// The number of the first row in the book.
    let firstRow: Int

    private var grid: BookGrid { setting.grid }

    /// By how much a picture's score exceeds the median of its gallery when it has a row alone.
    private static let outstanding = 0.1
    /// The length of a caption that needs more room than a cell has.
    private static let longCaption = 240
    /// The additional space below a row that has captions.
    private static let captionedSpace = 8.0

    /// A row with its captions.
    private struct Row {
        var row: GalleryRows.Row
        var captions: [FittedText?]
        var height: Double
    }

    /// Places the pictures.
    ///
    /// - Returns: the number of rows.
    func place(_ all: [ArrangedMedia]) -> Int {
        let media = all.filter { setting.size(of: $0) != nil }
        guard media.count > 1 else {
            if let only = media.first { FigureBlock(setting: setting, flow: flow).place(only) }
            return 0
        }
        let layout = GalleryRows(
            aspects: media.map { setting.aspect(of: $0) }, alone: alone(media), width: grid.content.width,
            gap: BookGrid.gap, target: grid.rowHeight)
        let rows = layout.rows.map { row(media, $0) }
        let counts = PageBalance.counts(
            heights: rows.map(\.height), gap: BookGrid.gap, first: flow.remaining, other: grid.content.height,
            mayLeaveFirst: !flow.isEmpty)
        var next = 0
        for (index, count) in counts.enumerated() {
            if index > 0 { flow.beginPage() }
            for number in next..<next + count {
                if number > next { flow.space(BookGrid.gap) }
                place(rows[number], media, number: firstRow + number, isAlone: layout.alone)
            }
            next += count
        }
        return rows.count
    }

    /// The pictures that are much better than the others, and those with much to say.
    private func alone(_ media: [ArrangedMedia]) -> Set<Int> {
        let scores = media.compactMap { setting.book.scores[$0.input] }.sorted()
        var alone = Set(
            media.indices.filter { (setting.caption(of: media[$0])?.count ?? 0) > Self.longCaption })
        guard let lower = scores.dropFirst((scores.count - 1) / 2).first,
            let upper = scores.dropFirst(scores.count / 2).first
        else { return alone }
        let least = (lower + upper) / 2 + Self.outstanding - 1e-9
        alone.formUnion(
            media.indices.filter { (setting.book.scores[media[$0].input] ?? 0) > least })
        return alone
    }

    private func row(_ media: [ArrangedMedia], _ row: GalleryRows.Row) -> Row {
        let captions = row.pictures.map { index in
            setting.caption(of: media[index]).map { caption in
                let own = row.height * setting.aspect(of: media[index])
                let width = row.pictures.count == 1 ? max(own, min(grid.content.width, 300)) : own
                return setting.fitCaption(caption, input: media[index].input, width: width)
            }
        }
        let below = captions.lazy.compactMap { $0?.height }.max()
        let height = row.height + (below.map { BookGrid.captionSpace + $0 + Self.captionedSpace } ?? 0)
        return Row(row: row, captions: captions, height: height)
    }

    private func place(_ row: Row, _ media: [ArrangedMedia], number: Int, isAlone alone: Set<Int>) {
        let pictures = row.row.pictures
        var x = grid.content.x
        if pictures.count == 1, alone.contains(pictures.lowerBound) {
            x += max(0, grid.content.width - row.row.height * setting.aspect(of: media[pictures.lowerBound])) / 2
        }
        var items: [PlannedItem] = []
        let figures = FigureBlock(setting: setting, flow: flow)
        for (index, caption) in zip(pictures, row.captions) {
            let width = row.row.height * setting.aspect(of: media[index])
            let region = Region(x: x, y: flow.y, width: width, height: row.row.height)
            items.append(figures.picture(media[index], in: region, row: number))
            if let caption { items.append(caption.caption(x: x, below: region)) }
            x += width + BookGrid.gap
        }
        flow.place(items, height: row.height)
    }
}
