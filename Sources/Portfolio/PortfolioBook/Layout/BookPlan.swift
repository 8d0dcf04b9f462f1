import Portfolio

/// All pages of a book, before anything is drawn.
package struct BookPlan {
    package let pages: [PlannedPage]

    /// Plans a book: first the sections, then the contents, which need their page numbers.
    package init(_ setting: BookSetting) {
        let planner = SectionPlanner(setting)
        let sections = planner.plan()
        let contents = ContentsPlanner(setting: setting)
        let count = contents.plan(planner.entries, first: 0).count
        let list = contents.plan(planner.entries, first: 1 + count)
        setting.noteMissingCharacters("the contents")
        let cover = CoverPlanner(setting: setting).plan(anchors: Self.coverAnchors(setting, sections))
        pages = [cover] + list + sections
    }

    /// Returns the hook's destinations that only the cover shows.
    private static func coverAnchors(_ setting: BookSetting, _ pages: [PlannedPage]) -> [String] {
        guard let hook = setting.book.arrangement.sections.first(where: { $0.id == .hook }) else { return [] }
        let pictures = hook.blocks.filter { block in
            switch block.content {
            case .media, .gallery: true
            default: false
            }
        }
        return (pages.contains { $0.section == .hook } ? [] : [SectionID.hook.destination]) + pictures.map(\.id)
    }
}
