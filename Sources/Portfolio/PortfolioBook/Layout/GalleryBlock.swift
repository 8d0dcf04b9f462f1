import Geometry
import Portfolio
import Typesetting

/// Places the pictures of a gallery in rows.
struct GalleryBlock {
    let setting: BookSetting
    let flow: PageFlow
    /// The book-wide number of the first row.
    let firstRow: Int

    private var grid: BookGrid { setting.grid }

    /// The lead over the gallery's median score that gives a picture its own row.
    private static let outstanding = 0.1
    /// The length of a caption that is too long for a cell.
    private static let longCaption = 240
    /// The additional space below a row with captions.
    private static let captionedSpace = 8.0

    /// The minimum share of the width at which a row of few pictures looks finished.
    private static let leastWidth = 0.6
    /// The maximum number of pictures for plate layout.
    ///
    /// Any short row of so few pictures looks unfinished.
    private static let few = 4
    /// The maximum height of captions as a multiple of their row's height.
    ///
    /// Beyond it, cells are too narrow.
    private static let mostCrowding = 0.6
    /// The minimum number of pictures in a gallery with an outstanding one.
    private static let fewestCompared = 5
    /// The distance, in pictures, within which only the best outstanding one has its own row.
    private static let reach = 2

    /// Places the pictures, possibly starting on the next page.
    ///
    /// The first page may be left unchanged if it has no heading of the gallery.
    ///
    /// - Returns: The number of rows.
    func place(_ all: [ArrangedMedia], mayLeaveFirst: Bool, after: GalleryPages.After? = nil) -> Int {
        let media = all.filter { setting.size(of: $0) != nil }
        guard media.count > 1 else {
            if let only = media.first { FigureBlock(setting: setting, flow: flow).place(only) }
            return 0
        }
        let outstanding = outstanding(media)
        // A short row of its own would look like a mistake in the middle of a gallery.
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

    /// Returns the pages of few pictures that rows would make small.
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

    /// Returns the pictures with long captions.
    private func saysMuch(_ media: [ArrangedMedia]) -> Set<Int> {
        Set(media.indices.filter { (setting.caption(of: media[$0])?.count ?? 0) > Self.longCaption })
    }

    /// Returns the pictures that are much better than the others.
    private func outstanding(_ media: [ArrangedMedia]) -> Set<Int> {
        guard media.count >= Self.fewestCompared else { return [] }
        let scores = media.compactMap { setting.book.scores[$0.input] }.sorted()
        guard let lower = scores.dropFirst((scores.count - 1) / 2).first,
            let upper = scores.dropFirst(scores.count / 2).first
        else { return [] }
        let least = (lower + upper) / 2 + Self.outstanding - 1e-9
        func score(_ index: Int) -> Double { setting.book.scores[media[index].input] ?? 0 }
        // Of nearby outstanding pictures, only the best has its own row, because one row each leaves pages empty.
        return Set(
            media.indices.filter { index in
                guard score(index) > least else { return false }
                return !(max(0, index - Self.reach)...min(media.count - 1, index + Self.reach)).contains { other in
                    score(other) > score(index) || score(other) == score(index) && other < index
                }
            })
    }

    /// Returns the captions of a row.
    private func captions(_ row: GalleryPages.Row, _ media: [ArrangedMedia]) -> [FittedText?] {
        row.pictures.map { index in
            setting.caption(of: media[index]).map { caption in
                let own = row.height * setting.aspect(of: media[index])
                let width = row.pictures.count == 1 ? max(own, min(grid.content.width, 300)) : own
                return setting.fitCaption(caption, input: media[index].input, width: width)
            }
        }
    }

    /// Returns the height of a row's captions with the space around them.
    private func heightBelow(_ row: GalleryPages.Row, _ media: [ArrangedMedia]) -> Double {
        guard row.pictures.contains(where: { setting.caption(of: media[$0]) != nil }) else { return 0 }
        return height(of: captions(row, media))
    }

    private func height(of captions: [FittedText?]) -> Double {
        captions.lazy.compactMap { $0?.height }.max().map { BookGrid.captionSpace + $0 + Self.captionedSpace } ?? 0
    }

    /// Returns the middle of a cell, as large as the pixels of its picture allow.
    ///
    /// Rows have one height, which small pictures cannot fill without looking blurred.
    private func sharp(_ media: ArrangedMedia, in cell: Region) -> Region {
        let scale = min(1, setting.widest(media) / max(cell.width, 0.01))
        guard scale < 1, scale > 0 else { return cell }
        return cell.insetBy(dx: cell.width * (1 - scale) / 2, dy: cell.height * (1 - scale) / 2)
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
            items.append(
                figures.picture(media[index], in: sharp(media[index], in: region), row: number, isPlate: isPlate))
            if let caption { items.append(caption.caption(x: x, below: region, size: grid.sizes.note)) }
            x += width + BookGrid.gap
        }
        flow.place(items, height: row.height + height(of: captions))
    }
}
