import Geometry
import Portfolio
import Typesetting

/// Fills the pages of the sections from the top.
final class PageFlow {
    let grid: BookGrid
    private(set) var pages: [PlannedPage] = []
    /// The top of the next block.
    private(set) var y = 0.0
    /// Groups and destinations to emit before the next block, at its height.
    private var pending: [PlannedItem] = []
    private var section: SectionID?

    /// The minimum fill of a page, except the last of its section.
    static let leastFill = 0.5

    init(_ grid: BookGrid) {
        self.grid = grid
    }

    /// Whether the page has reached its minimum fill.
    var isFilled: Bool { y - grid.content.y >= Self.leastFill * grid.content.height }

    /// The remaining height of the page.
    var remaining: Double { grid.content.bottom - y }
    /// Whether the page has no content, or ends with a heading.
    private(set) var isEmpty = true

    /// The index of the page, from 0.
    var page: Int { pages.count - 1 }

    // MARK: Pages

    /// Starts a section on a new page.
    func begin(_ section: SectionID) {
        closePage(isLast: true)
        self.section = section
        openPage()
        pending.append(.begin(.section))
    }

    /// Ends the last section.
    func finish() { closePage(isLast: true) }

    /// Ends the current group.
    func end() {
        if !pages.isEmpty { pages[pages.count - 1].items.append(.end) }
    }

    /// Continues the section on a new page.
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

    /// Starts a new page if a height does not fit, unless the page is empty.
    func reserve(_ height: Double) {
        if height > remaining + 0.01, !isEmpty { beginPage() }
    }

    /// Starts a group at the next block.
    func begin(_ group: PageCanvas.Group) { pending.append(.begin(group)) }

    /// Adds a destination at the next block.
    func anchor(_ name: String) { pending.append(.anchor(name, y: 0)) }

    /// Adds items at their positions, and continues below them.
    func place(_ items: [PlannedItem], height: Double) {
        pages[pages.count - 1].items += pending.map { item in
            if case .anchor(let name, _) = item { .anchor(name, y: y) } else { item }
        }
        pending = []
        pages[pages.count - 1].items += items
        y += height
        isEmpty = false
    }

    /// Keeps the last placed heading on the page of the next block.
    func keepWithNext() { isEmpty = true }

    /// Adds space below a block.
    func space(_ height: Double) { y += height }
}
