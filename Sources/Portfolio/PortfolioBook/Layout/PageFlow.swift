import Geometry
import Portfolio
import Typesetting

/// The pages of the sections while they are filled from the top.
final class PageFlow {
    let grid: BookGrid
    private(set) var pages: [PlannedPage] = []
    /// Where the next block begins.
    private(set) var y = 0.0
    /// What comes before the next block: groups and names of places, whose height is that of the block.
    private var pending: [PlannedItem] = []
    private var section: SectionID?

    /// The share of a page that at least is full, unless it is the last of its section.
    static let leastFill = 0.5

    init(_ grid: BookGrid) {
        self.grid = grid
    }

    /// Whether the page is at least as full as it should be.
    var isFilled: Bool { y - grid.content.y >= Self.leastFill * grid.content.height }

    /// The room below on the page.
    var remaining: Double { grid.content.bottom - y }
    /// Whether nothing stands on the page but its head, or the last thing on it is a heading.
    private(set) var isEmpty = true

    /// The index of the page, from 0.
    var page: Int { pages.count - 1 }

    // MARK: Pages

    /// Begins a section on a new page.
    func begin(_ section: SectionID) {
        closePage(isLast: true)
        self.section = section
        openPage()
        pending.append(.begin(.section))
    }

    /// Ends the last section.
    func finish() { closePage(isLast: true) }

    /// Ends a group that was begun.
    func end() {
        if !pages.isEmpty { pages[pages.count - 1].items.append(.end) }
    }

    /// Goes on to a new page of the section.
    func beginPage() {
        closePage(isLast: false)
        openPage()
    }

    private func openPage() {
        pages.append(PlannedPage(section: section))
        y = grid.content.y
        isEmpty = true
    }

    private func closePage(isLast: Bool) {
        guard !pages.isEmpty else { return }
        pages[pages.count - 1].isLastOfSection = isLast
        pages[pages.count - 1].liftPlates(in: grid.content)
    }

    // MARK: Blocks

    /// Makes sure that a height fits on the page, unless nothing would fit on an empty one.
    func reserve(_ height: Double) {
        if height > remaining + 0.01, !isEmpty { beginPage() }
    }

    /// Begins a group with the next block.
    func begin(_ group: PageCanvas.Group) { pending.append(.begin(group)) }

    /// Gives the place of the next block a name.
    func anchor(_ name: String) { pending.append(.anchor(name, y: 0)) }

    /// Puts items at their places, and goes on below them.
    func place(_ items: [PlannedItem], height: Double) {
        pages[pages.count - 1].items += pending.map { item in
            if case .anchor(let name, _) = item { .anchor(name, y: y) } else { item }
        }
        pending = []
        pages[pages.count - 1].items += items
        y += height
        isEmpty = false
    }

    /// Keeps what was placed last, a heading, on the page of what follows.
    func keepWithNext() { isEmpty = true }

    /// Leaves space below a block.
    func space(_ height: Double) { y += height }
}
