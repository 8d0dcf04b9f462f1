import Geometry
import Portfolio
import Typesetting

/// Plans the pages of the sections.
final class SectionPlanner {
    private let setting: BookSetting
    private let flow: PageFlow
    /// The lines of the contents, in order.
    private(set) var entries: [ContentsPlanner.Entry] = []
    /// The number of rows of galleries so far.
    private var rows = 0

    private var grid: BookGrid { setting.grid }

    init(_ setting: BookSetting) {
        self.setting = setting
        flow = PageFlow(setting.grid)
    }

    /// Returns the sections in the order of the edition, then the unnamed ones.
    static func ordered(_ book: PortfolioBook) -> [ArrangedSection] {
        let named = book.edition.sections ?? []
        var first: [ArrangedSection] = []
        for id in named where !first.contains(where: { $0.id == id }) {
            first += book.arrangement.sections.filter { $0.id == id }
        }
        return first + book.arrangement.sections.filter { !named.contains($0.id) }
    }

    /// Plans all sections.
    func plan() -> [PlannedPage] {
        for section in Self.ordered(setting.book) {
            let blocks = section.blocks.filter { isPrinted($0, in: section.id) }
            if !blocks.isEmpty { place(section.id, blocks) }
        }
        flow.finish()
        return flow.pages
    }

    /// Returns whether a block has content to print.
    ///
    /// Pictures of the hook are on the cover.
    private func isPrinted(_ block: ArrangedBlock, in section: SectionID) -> Bool {
        switch block.content {
        case .media(let media): section != .hook && setting.size(of: media) != nil
        case .gallery(let media): section != .hook && media.contains { setting.size(of: $0) != nil }
        case .text(let text): !text.text.trimmed.isEmpty
        case .link: true
        case .metrics(let metrics): !metrics.isEmpty
        case .contact: !ContactBlock.ways(setting.book.manifest.contact).isEmpty
        }
    }

    private func place(_ id: SectionID, _ blocks: [ArrangedBlock]) {
        flow.begin(id)
        flow.anchor(id.destination)
        let title = setting.fit(
            id.title, BookType.sans(grid.sizes.title, weight: 700, color: setting.palette.ink),
            width: grid.content.width, spacing: 1.15)
        let bar = 3.0
        flow.place(
            [
                .box(
                    Region(x: grid.content.x, y: flow.y, width: 40, height: bar), setting.palette.accent, radius: 0),
                title.planned(
                    x: grid.content.x, y: flow.y + bar + 9, size: grid.sizes.title, as: .heading(1)),
            ], height: bar + 9 + title.height)
        flow.space(18)
        flow.keepWithNext()
        entries.append(ContentsPlanner.Entry(title: id.title, level: 1, page: flow.page, destination: id.destination))
        // Documents follow everything else, because they need whole pages to be readable.
        let documents = blocks.filter { documentPages(of: $0) != nil }
        var rest = (blocks.filter { documentPages(of: $0) == nil } + documents)[...]
        var isFirst = true
        while let block = rest.first {
            let own = block.work.map { work in rest.prefix { $0.work == work } } ?? loose(rest)
            if block.work != nil {
                beginWork()
                place(work: Array(own), roomBelow: roomForLinks(rest.dropFirst(own.count)))
            } else if let pages = documentPages(of: block) {
                place(document: block, pages)
            } else {
                if !isFirst { flow.space(BookGrid.blockSpace) }
                place(run: Array(own), level: 2)
            }
            isFirst = false
            rest = rest.dropFirst(own.count)
        }
        flow.end()
    }

    /// Returns blocks placed together outside works: adjacent links, or pages of one document.
    private func loose(_ blocks: ArraySlice<ArrangedBlock>) -> ArraySlice<ArrangedBlock> {
        guard let first = blocks.first else { return blocks }
        return blocks.prefix { $0.work == nil && $0.id == first.id || $0.work == nil && belongs($0, to: first) }
    }

    private func belongs(_ block: ArrangedBlock, to first: ArrangedBlock) -> Bool {
        switch (first.content, block.content) {
        case (.link, .link): true
        case (.media(let one), .media(let other)): one.input == other.input && one.page != other.page
        default: false
        }
    }

    // MARK: Works

    /// Starts a work on a new page, unless the current one is nearly empty.
    private func beginWork() {
        guard !flow.isEmpty else { return }
        if flow.isFilled { flow.beginPage() } else { flow.space(2 * BookGrid.blockSpace) }
    }

    /// Places a work, with space reserved below it on its last page.
    private func place(work blocks: [ArrangedBlock], roomBelow: Double) {
        flow.begin(.section)
        if let only = besideTitle(blocks) {
            place(only, besideTitleOf: blocks, roomBelow: roomBelow)
        } else {
            placeTitle(of: blocks)
            place(blocks: blocks[...], roomBelow: roomBelow)
        }
        flow.end()
    }

    /// Returns the height of links after a work, which avoids a separate page.
    private func roomForLinks(_ blocks: ArraySlice<ArrangedBlock>) -> Double {
        let links = blocks.prefix { $0.work == nil }.prefix { block in
            if case .link = block.content { true } else { false }
        }
        guard !links.isEmpty else { return 0 }
        let height = CardBlock(setting: setting, flow: flow).height(Self.links(in: Array(links))) + BookGrid.blockSpace
        return height < grid.content.height / 3 ? height : 0
    }

    private func placeTitle(of blocks: [ArrangedBlock]) {
        guard let first = blocks.first, let title = first.title?.trimmed, !title.isEmpty else { return }
        let style = BookType.sans(grid.sizes.heading, weight: 700, color: setting.palette.ink)
        let text = setting.fit(title, style, width: grid.content.width, spacing: 1.2)
        flow.anchor(first.id)
        flow.place(
            [text.planned(x: grid.content.x, y: flow.y, size: grid.sizes.heading, as: .heading(2))],
            height: text.height)
        flow.space(14)
        flow.keepWithNext()
        note(title, of: first)
        setting.noteMissingCharacters("the title of a work")
    }

    private func note(_ title: String, of block: ArrangedBlock) {
        entries.append(ContentsPlanner.Entry(title: title, level: 2, page: flow.page, destination: block.id))
    }

    /// Places blocks below each other.
    private func place(blocks: ArraySlice<ArrangedBlock>, roomBelow: Double = 0) {
        var rest = blocks
        var isFirst = true
        while let first = rest.first {
            let own = rest.prefix { $0.id == first.id || belongs($0, to: first) }
            if !isFirst { flow.space(BookGrid.blockSpace) }
            place(run: Array(own), level: 3, next: rest.dropFirst(own.count).first, roomBelow: roomBelow)
            isFirst = false
            rest = rest.dropFirst(own.count)
        }
    }

    /// Returns the only picture of a work if it fits beside the title.
    ///
    /// On a wide page, it does if it is upright, or about as large beside a short text as above it.
    private func besideTitle(_ blocks: [ArrangedBlock]) -> ArrangedMedia? {
        let media = blocks.flatMap { block -> [ArrangedMedia] in
            switch block.content {
            case .media(let media): [media]
            case .gallery(let media): media
            default: []
            }
        }
        guard grid.isWide, media.count == 1, let only = media.first, blocks.first?.title?.trimmed.isEmpty == false,
            setting.aspect(of: only) < 1.3 || isLargeBesideText(only, blocks)
        else { return nil }
        return only
    }

    /// Returns whether a picture is about as large beside a short text as above it.
    private func isLargeBesideText(_ media: ArrangedMedia, _ blocks: [ArrangedBlock]) -> Bool {
        guard blocks.count == 2,
            let text = blocks.lazy.compactMap({ if case .text(let text) = $0.content { text } else { nil } }).first,
            let height = TextBlock(setting: setting, flow: flow, level: 3).shortHeight(text)
        else { return false }
        let aspect = setting.aspect(of: media)
        let title = grid.sizes.heading * 1.2 + 14
        let above = min(grid.content.width, (grid.content.height - title - height - BookGrid.blockSpace) * aspect)
        return min(grid.main.width, grid.content.height * aspect) >= Self.besideAbove * above
    }

    /// The minimum width beside a text, as a multiple of the width above it.
    private static let besideAbove = 0.9

    /// Places a title beside a picture, with a short text below the title.
    private func place(_ media: ArrangedMedia, besideTitleOf blocks: [ArrangedBlock], roomBelow: Double) {
        guard let first = blocks.first, let title = first.title?.trimmed else { return }
        let style = BookType.sans(grid.sizes.heading, weight: 700, color: setting.palette.ink)
        let heading = setting.fit(title, style, width: grid.side.width, spacing: 1.2)
        flow.reserve(max(heading.height, grid.content.height * PageFlow.leastFill))
        flow.anchor(first.id)
        let top = flow.y
        var items = [heading.planned(x: grid.content.x, y: top, size: grid.sizes.heading, as: .heading(2))]
        var used = heading.height + 10
        var rest = blocks.filter { block in
            if case .media = block.content { false } else { true }
        }
        if let block = rest.first, case .text(let text) = block.content,
            let words = TextBlock(setting: setting, flow: flow, level: 3).beside(text)
        {
            let heading = setting.fit(
                text.header, BookType.sans(grid.sizes.body, weight: 700, color: setting.palette.accent),
                width: grid.side.width, spacing: 1.5)
            let headingHeight = text.header.isEmpty ? 0 : heading.height
            if headingHeight + words.height <= flow.remaining - used {
                items.append(.anchor(block.id, y: top + used))
                if headingHeight > 0 {
                    items.append(
                        heading.planned(x: grid.content.x, y: top + used, size: grid.sizes.body, as: .heading(3)))
                    used += headingHeight
                }
                items.append(words.planned(x: grid.content.x, y: top + used, size: grid.sizes.body))
                used += words.height
                rest.removeFirst()
            }
        }
        flow.place(items, height: 0)
        note(title, of: first)
        setting.noteMissingCharacters("the title of a work")
        let page = flow.page
        for block in blocks {
            if case .media = block.content, block.id != first.id { flow.anchor(block.id) }
        }
        FigureBlock(setting: setting, flow: flow).place(media, in: grid.main, roomBelow: rest.isEmpty ? roomBelow : 0)
        if flow.page == page, flow.y < top + used { flow.space(top + used - flow.y) }
        setting.noteMissingCharacters("caption", of: media.input)
        if !rest.isEmpty {
            flow.space(BookGrid.blockSpace)
            place(blocks: rest[...], roomBelow: roomBelow)
        }
    }

    // MARK: Blocks

    /// Places blocks that belong together.
    ///
    /// `level` is that of their headings, `next` the following block of the same work, and `roomBelow` the height of
    /// the content after the work.
    private func place(run: [ArrangedBlock], level: Int, next: ArrangedBlock? = nil, roomBelow: Double = 0) {
        guard let block = run.first else { return }
        let figures = FigureBlock(setting: setting, flow: flow)
        switch block.content {
        case .text(let text):
            flow.anchor(block.id)
            TextBlock(setting: setting, flow: flow, level: level).place(text)
            setting.noteMissingCharacters("text", of: text.input)
        case .link:
            let links = Self.links(in: run)
            CardBlock(setting: setting, flow: flow).place(links)
            for (_, link) in links.prefix(1) { setting.noteMissingCharacters("link", of: link.input) }
        case .metrics(let metrics):
            flow.anchor(block.id)
            MetricsBlock(setting: setting, flow: flow).place(metrics)
            setting.noteMissingCharacters("the metrics")
        case .contact:
            flow.anchor(block.id)
            ContactBlock(setting: setting, flow: flow).place()
        case .media(let media):
            placeHeading(of: block, level: level)
            for block in run { flow.anchor(block.id) }
            if run.count > 1 {
                figures.place(
                    pages: run.compactMap { block in
                        if case .media(let media) = block.content { media } else { nil }
                    })
            } else {
                figures.place(media, roomBelow: next == nil ? roomBelow : self.roomBelow(for: next, level: level))
            }
            setting.noteMissingCharacters("caption", of: media.input)
        case .gallery(let media):
            placeHeading(of: block, level: level)
            flow.anchor(block.id)
            if Set(media.map(\.input)).count == 1, media.count > 1 {
                figures.place(pages: media)
            } else {
                let placed = GalleryBlock(setting: setting, flow: flow, firstRow: rows)
                    .place(media, mayLeaveFirst: !flow.isEmpty, after: after(next, level: level, roomBelow))
                rows += placed
            }
            setting.noteMissingCharacters("gallery", of: (media.first?.input ?? 0))
        }
    }

    /// Returns the content after a gallery.
    ///
    /// This is a text of its work or, after the last block, other content.
    private func after(_ next: ArrangedBlock?, level: Int, _ roomBelow: Double) -> GalleryPages.After? {
        if next == nil, roomBelow > 0 { return GalleryPages.After(height: roomBelow, least: roomBelow) }
        guard case .text(let text) = next?.content else { return nil }
        return TextBlock(setting: setting, flow: flow, level: level).extent(text, below: BookGrid.blockSpace)
    }

    /// Returns the space below a picture for a short text on the same page.
    private func roomBelow(for next: ArrangedBlock?, level: Int) -> Double {
        guard case .text(let text) = next?.content,
            let height = TextBlock(setting: setting, flow: flow, level: level).shortHeight(text),
            height < grid.content.height / 3
        else { return 0 }
        return height + BookGrid.blockSpace
    }

    private static func links(in blocks: [ArrangedBlock]) -> [(id: String, link: ArrangedLink)] {
        blocks.compactMap { block in
            if case .link(let link) = block.content { (block.id, link) } else { nil }
        }
    }

    // MARK: Documents

    /// Returns the pages of a document, shown in their original layout rather than as text.
    private func documentPages(of block: ArrangedBlock) -> [ArrangedMedia]? {
        guard block.work == nil, case .text(let text) = block.content,
            let analysis = setting.book.analyses[text.input], analysis.type == .document
        else { return nil }
        let pages = Array(Set(analysis.renditions.map(\.page))).sorted().prefix(Self.mostPages)
        guard !pages.isEmpty else { return nil }
        return pages.map { page in
            let place = "\(text.header), page \(page + 1) of \(max(analysis.pages ?? 0, pages.count))"
            // Readers who cannot see the pages get the text with the first one.
            let words = page == pages.first ? ": " + text.text.trimmed.prefix(Self.longestAlternative) : ""
            return ArrangedMedia(input: text.input, page: page, altText: place + words, altTextSource: .metadata)
        }
    }

    /// The maximum number of pages of a document.
    private static let mostPages = 20
    /// The maximum length of a document's alternative text in characters.
    private static let longestAlternative = 4_000
    /// The share of a page that a document needs.
    ///
    /// It does not apply if the page would be less than half full.
    private static let documentHeight = 0.85

    /// Places the pages of a document below or beside its heading.
    private func place(document block: ArrangedBlock, _ pages: [ArrangedMedia]) {
        if !flow.isEmpty {
            if flow.isFilled, flow.remaining < grid.content.height * Self.documentHeight {
                flow.beginPage()
            } else {
                flow.space(BookGrid.blockSpace)
            }
        }
        let figures = FigureBlock(setting: setting, flow: flow)
        let isBeside = grid.isWide && pages.count == 1
        flow.anchor(block.id)
        if let title = block.title?.trimmed, !title.isEmpty {
            let style = BookType.sans(grid.sizes.subtitle, weight: 700, color: setting.palette.accent)
            let heading = setting.fit(
                title, style, width: isBeside ? grid.side.width : grid.content.width, spacing: 1.25)
            flow.place(
                [heading.planned(x: grid.content.x, y: flow.y, size: grid.sizes.subtitle, as: .heading(2))],
                height: isBeside ? 0 : heading.height + 8)
            flow.keepWithNext()
        }
        figures.place(pages: pages, in: isBeside ? grid.main : grid.content)
        setting.noteMissingCharacters("title", of: (pages.first?.input ?? 0))
    }

    // MARK: Headings

    /// Places the heading of pictures outside works, with space for them below.
    private func placeHeading(of block: ArrangedBlock, level: Int) {
        guard level == 2, let title = block.title?.trimmed, !title.isEmpty else { return }
        let style = BookType.sans(grid.sizes.subtitle, weight: 700, color: setting.palette.accent)
        let text = setting.fit(title, style, width: grid.content.width, spacing: 1.25)
        flow.reserve(text.height + 8 + grid.content.height * PageFlow.leastFill)
        flow.place(
            [text.planned(x: grid.content.x, y: flow.y, size: grid.sizes.subtitle, as: .heading(2))],
            height: text.height)
        flow.space(8)
        flow.keepWithNext()
        note(title, of: block)
        setting.noteMissingCharacters("a title")
    }
}

extension SectionID {
    /// The name of the section's destination.
    var destination: String { "section_\(rawValue)" }

    /// The title of the section.
    var title: String {
        switch self {
        case .hook: "Overview"
        case .credibility: "About & Links"
        case .work: "My Work"
        case .process: "Process"
        case .action: "Let’s Connect"
        }
    }
}
