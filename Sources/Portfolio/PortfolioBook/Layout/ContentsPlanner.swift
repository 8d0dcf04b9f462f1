import Geometry
import Typesetting

/// Plans the pages of the contents.
struct ContentsPlanner {
    let setting: BookSetting

    /// A line of the contents.
    struct Entry {
        var title: String
        /// The level: 1 for a section, 2 for a work.
        var level: Int
        /// The page among those of the sections, from 0.
        var page: Int
        var destination: String
    }

    private static let title = "Contents"
    private static let numberWidth = 40.0

    /// Plans the pages; `first` is the book index of the first section page.
    func plan(_ entries: [Entry], first: Int) -> [PlannedPage] {
        let grid = setting.grid
        let palette = setting.palette
        var pages: [PlannedPage] = []
        var y = 0.0
        func beginPage() {
            var page = PlannedPage()
            y = grid.content.y
            if pages.isEmpty {
                let heading = setting.fit(
                    Self.title, BookType.sans(setting.grid.sizes.title, weight: 700, color: palette.ink),
                    width: grid.content.width, spacing: 1.15)
                page.items = [
                    .box(Region(x: grid.content.x, y: y, width: 40, height: 3), palette.accent, radius: 0),
                    heading.planned(x: grid.content.x, y: y + 12, size: setting.grid.sizes.title, as: .heading(1)),
                    .begin(.contents),
                ]
                y += grid.isWide ? 18 : 12 + heading.height + 26
            } else {
                // The first line is aligned with those of other pages.
                y += grid.isWide ? 18 : 0
            }
            pages.append(page)
        }
        beginPage()
        for (index, entry) in entries.enumerated() {
            let isSection = entry.level == 1
            let size = isSection ? setting.grid.sizes.lead : setting.grid.sizes.body
            let target = LinkTarget.destination(entry.destination)
            let x = grid.main.x + (isSection ? 0 : 14)
            let style = BookType.sans(
                size, weight: isSection ? 700 : 400, color: isSection ? palette.ink : palette.faint, link: target)
            let title = setting.fit(
                entry.title, style, width: grid.content.right - x - Self.numberWidth, spacing: 1.5)
            let number = setting.fit(
                "\(first + entry.page + 1)", style, width: Self.numberWidth, spacing: 1.5, alignment: .end)
            let space = isSection && index > 0 ? 14.0 : 0
            let needed = space + title.height + (isSection ? 5 + setting.grid.sizes.body * 1.5 : 0)
            if y + needed > grid.content.bottom { beginPage() } else { y += space }
            var items: [PlannedItem] = [
                .begin(.contentsItem), title.planned(x: x, y: y, size: size),
                number.planned(
                    x: grid.content.right - Self.numberWidth, y: y + title.height - number.height, size: size),
                .end,
            ]
            y += title.height
            if isSection {
                items.append(
                    .box(
                        Region(x: grid.main.x, y: y + 2, width: grid.main.width, height: 0.75), palette.rule, radius: 0)
                )
                y += 7
            }
            pages[pages.count - 1].items += items
        }
        pages[pages.count - 1].items.append(.end)
        return pages
    }
}
