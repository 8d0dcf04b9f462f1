import Geometry
import Portfolio
import Typesetting

/// Places single pictures, and pages of one document side by side.
struct FigureBlock {
    let setting: BookSetting
    let flow: PageFlow

    private var grid: BookGrid { setting.grid }

    /// The minimum scale of a picture that is shrunk to stay on a page.
    private static let smallest = 0.5
    /// The minimum scale where the page would otherwise be less than half full.
    private static let smallestOnEmptier = 0.25

    /// Places a picture as large as the page allows, with space reserved below it.
    func place(_ media: ArrangedMedia, roomBelow: Double = 0) {
        place(media, in: grid.content, roomBelow: roomBelow)
    }

    /// Places a picture within the sides of a region, aligned left like the titles.
    func place(_ media: ArrangedMedia, in column: Region, roomBelow: Double = 0) {
        guard setting.size(of: media) != nil else { return }
        let aspect = setting.aspect(of: media)
        let widest = min(column.width, setting.widest(media))
        let caption = setting.caption(of: media)
        func captionHeight(_ width: Double) -> Double { self.captionHeight(media, width: width, column) }
        // What follows may have the next page, but a page is not left less than half full for it.
        let isTight =
            !flow.isFilled && !flow.isEmpty
            && (flow.remaining - captionHeight(widest) - roomBelow) * aspect < widest * Self.smallestOnEmptier
        let roomBelow = isTight ? 0 : roomBelow
        let wanted = min(widest, max(20, grid.content.height - captionHeight(widest) - roomBelow) * aspect)
        func room() -> Double { flow.remaining - captionHeight(wanted) - roomBelow }
        let smallest = flow.isFilled ? Self.smallest : Self.smallestOnEmptier
        if room() * aspect < wanted * smallest, !flow.isEmpty { flow.beginPage() }
        let width = max(4, min(wanted, room() * aspect))
        let region = Region(x: column.x, y: flow.y, width: width, height: width / aspect)
        var items = [picture(media, in: region)]
        var height = region.height
        if let caption {
            let text = setting.fitCaption(caption, input: media.input, width: captionWidth(width, column))
            items.append(text.caption(x: column.x, below: region, size: grid.sizes.note))
            height += BookGrid.captionSpace + text.height
        }
        flow.place(items, height: height)
    }

    /// Returns the height of a picture's caption with the space above it, or 0.
    private func captionHeight(_ media: ArrangedMedia, width: Double, _ column: Region) -> Double {
        setting.caption(of: media).map { text in
            BookGrid.captionSpace
                + setting.fitCaption(text, input: media.input, width: captionWidth(width, column)).height
        } ?? 0
    }

    private func captionWidth(_ width: Double, _ column: Region) -> Double { min(column.width, max(width, 200)) }

    /// Returns a picture with its overlay.
    func picture(
        _ media: ArrangedMedia, in region: Region, row: Int? = nil, isPlate: Bool = true
    ) -> PlannedItem {
        .picture(
            PlannedPicture(
                media: media, region: region, cover: media.isVideo ? .playSign : nil, row: row, isPlate: isPlate))
    }

    /// Places pages of a document, as many side by side as the page height allows.
    func place(pages: [ArrangedMedia]) { place(pages: pages, in: grid.content) }

    /// Places pages of a document within the sides of a region.
    func place(pages: [ArrangedMedia], in column: Region) {
        let pages = pages.filter { setting.size(of: $0) != nil }
        guard let aspect = pages.map({ setting.aspect(of: $0) }).max() else { return }
        flow.reserve(grid.content.height * 0.4)
        var rest = pages[...]
        while !rest.isEmpty {
            if flow.remaining < grid.content.height * 0.4, !flow.isEmpty { flow.beginPage() }
            let room = flow.remaining - 1
            let gap = 2 * BookGrid.gap
            let most = max(1, Int((column.width + gap) / (room * aspect + gap)))
            let count = min(most, rest.count)
            var height = min(room, (column.width - gap * Double(count - 1)) / (aspect * Double(count)))
            func captionHeight() -> Double {
                rest.prefix(count).compactMap { media in
                    setting.caption(of: media).map { caption in
                        let width = height * setting.aspect(of: media)
                        return BookGrid.captionSpace
                            + setting.fitCaption(caption, input: media.input, width: width).height
                    }
                }.max() ?? 0
            }
            for _ in 0..<20 where height + captionHeight() > room {
                height = max(4, min(room - captionHeight(), height * 0.97))
            }
            var x = column.x
            var items: [PlannedItem] = []
            var below = 0.0
            for media in rest.prefix(count) {
                let width = height * setting.aspect(of: media)
                let region = Region(x: x, y: flow.y, width: width, height: height)
                items.append(picture(media, in: region))
                if let caption = setting.caption(of: media) {
                    let text = setting.fitCaption(caption, input: media.input, width: width)
                    items.append(text.caption(x: x, below: region, size: grid.sizes.note))
                    below = max(below, BookGrid.captionSpace + text.height)
                }
                x += width + gap
            }
            flow.place(items, height: height + below)
            rest = rest.dropFirst(count)
            if !rest.isEmpty { flow.space(gap) }
        }
    }
}

extension FittedText {
    /// Returns the text as a caption below a picture.
    func caption(x: Double, below region: Region, size: Double) -> PlannedItem {
        .text(
            PlannedText(
                text: self, lines: 0..<lineCount, x: x, y: region.bottom + BookGrid.captionSpace, role: .caption,
                size: size))
    }

    /// Returns all lines of the text at a position.
    func planned(x: Double, y: Double, size: Double, as role: PageCanvas.Role = .paragraph) -> PlannedItem {
        .text(PlannedText(text: self, lines: 0..<lineCount, x: x, y: y, role: role, size: size))
    }
}
