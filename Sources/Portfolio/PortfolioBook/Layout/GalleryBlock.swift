import Geometry
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

    /// The share of the width below which a row of few pictures looks unfinished.
    private static let leastWidth = 0.6
    /// The number of pictures up to which any row that ends short looks unfinished, and pages are composed like plates.
    private static let few = 4
    /// The height of captions, as a multiple of that of their row, beyond which their cells are too narrow.
    private static let mostCrowding = 0.6
    /// The fewest pictures of a gallery of which one can be outstanding.
    private static let fewestCompared = 5
    /// How near, in pictures, a better picture may be to one that has a row alone.
    private static let reach = 2

    /// Places the pictures; the first page may be left as it is if no heading of the gallery stands there.
    ///
    /// - Returns: the number of rows.
    func place(_ all: [ArrangedMedia], mayLeaveFirst: Bool, after: GalleryPages.After? = nil) -> Int {
        let media = all.filter { setting.size(of: $0) != nil }
        guard media.count > 1 else {
            if let only = media.first { FigureBlock(setting: setting, flow: flow).place(only) }
            return 0
        }
        let outstanding = outstanding(media)
        // A row alone that ended short would look like a mistake in the middle of a gallery.
        let isWide = { (index: Int) in
            setting.aspect(of: media[index]) * grid.rowHeight * GalleryPages.bounds.upperBound >= grid.content.width
        }
        let layout = GalleryPages(
            aspects: media.map { setting.aspect(of: $0) },
            alone: outstanding.filter(isWide).union(saysMuch(media)), prominent: outstanding.filter { !isWide($0) },
            width: grid.content.width, gap: BookGrid.gap, target: grid.rowHeight,
            room: (flow.remaining, grid.content.height), mayLeaveFirst: mayLeaveFirst, after: after
        ) { heightBelow($0, media) }
        var pages = layout.pages
        var isOfPlates = false
        let endsShort = layout.leastWidth(of: pages) < (media.count <= Self.few ? 0.999 : Self.leastWidth)
        let looksUnfinished =
            layout.leastFill(of: pages) < PageFlow.leastFill || endsShort
            || layout.mostCrowding(of: pages) > Self.mostCrowding
        if media.count <= PlatePages.most, looksUnfinished {
            pages = plates(media, mayLeaveFirst: mayLeaveFirst, after: after)
            isOfPlates = true
        }
        var number = firstRow
        for (index, page) in pages.enumerated() {
            if index > 0 { flow.beginPage() }
            for (line, row) in page.enumerated() {
                if line > 0 { flow.space(BookGrid.gap) }
                place(row, media, number: isOfPlates ? nil : number)
                if !isOfPlates { number += 1 }
            }
        }
        return number - firstRow
    }

    /// The pages of few pictures that rows would make small.
    private func plates(
        _ media: [ArrangedMedia], mayLeaveFirst: Bool, after: GalleryPages.After?
    ) -> [[GalleryPages.Row]] {
        let below = after.map { $0.height < grid.content.height / 3 ? $0.height : 0 } ?? 0
        let isBegun = mayLeaveFirst && flow.isFilled
        let pages = PlatePages(
            aspects: media.map { setting.aspect(of: $0) },
            highest: media.map { setting.widest($0) / setting.aspect(of: $0) }, width: grid.content.width,
            gap: BookGrid.gap, room: (isBegun ? grid.content.height : flow.remaining, grid.content.height), after: below
        ) { heightBelow($0, media) }.pages
        return isBegun ? [[]] + pages : pages
    }

    /// The pictures with much to say.
    private func saysMuch(_ media: [ArrangedMedia]) -> Set<Int> {
        Set(media.indices.filter { (setting.caption(of: media[$0])?.count ?? 0) > Self.longCaption })
    }

    /// The pictures that are much better than the others.
    private func outstanding(_ media: [ArrangedMedia]) -> Set<Int> {
        guard media.count >= Self.fewestCompared else { return [] }
        let scores = media.compactMap { setting.book.scores[$0.input] }.sorted()
        guard let lower = scores.dropFirst((scores.count - 1) / 2).first,
            let upper = scores.dropFirst(scores.count / 2).first
        else { return [] }
        let least = (lower + upper) / 2 + Self.outstanding - 1e-9
        func score(_ index: Int) -> Double { setting.book.scores[media[index].input] ?? 0 }
        // Of outstanding pictures that are near each other only the best is alone: one row each leaves pages empty.
        return Set(
            media.indices.filter { index in
                guard score(index) > least else { return false }
                return !(max(0, index - Self.reach)...min(media.count - 1, index + Self.reach)).contains { other in
                    score(other) > score(index) || score(other) == score(index) && other < index
                }
            })
    }

    /// The captions of a row.
    private func captions(_ row: GalleryPages.Row, _ media: [ArrangedMedia]) -> [FittedText?] {
        row.pictures.map { index in
            setting.caption(of: media[index]).map { caption in
                let own = row.height * setting.aspect(of: media[index])
                let width = row.pictures.count == 1 ? max(own, min(grid.content.width, 300)) : own
                return setting.fitCaption(caption, input: media[index].input, width: width)
            }
        }
    }

    /// The height of the captions of a row, with the space around them.
    private func heightBelow(_ row: GalleryPages.Row, _ media: [ArrangedMedia]) -> Double {
        guard row.pictures.contains(where: { setting.caption(of: media[$0]) != nil }) else { return 0 }
        return height(of: captions(row, media))
    }

    private func height(of captions: [FittedText?]) -> Double {
        captions.lazy.compactMap { $0?.height }.max().map { BookGrid.captionSpace + $0 + Self.captionedSpace } ?? 0
    }

    private func place(_ row: GalleryPages.Row, _ media: [ArrangedMedia], number: Int?) {
        var x = grid.content.x
        var items: [PlannedItem] = []
        let figures = FigureBlock(setting: setting, flow: flow)
        let captions = captions(row, media)
        for (index, caption) in zip(row.pictures, captions) {
            let width = row.height * setting.aspect(of: media[index])
            let region = Region(x: x, y: flow.y, width: width, height: row.height)
            let isPlate = number == nil || media.count <= Self.few
            items.append(figures.picture(media[index], in: region, row: number, isPlate: isPlate))
            if let caption { items.append(caption.caption(x: x, below: region, size: grid.sizes.note)) }
            x += width + BookGrid.gap
        }
        flow.place(items, height: row.height + height(of: captions))
    }
}
