import FailureModel
import FormModel
import Foundation
import Portfolio
import Testing
import Typesetting

import PortfolioBook

@Suite("The layout of a book") struct BookLayoutTests {
    /// What stands where in a book.
    private struct Layout {
        var grid: BookGrid
        var pages: [PlannedPage] = []

        /// The number of pictures of the gallery of each input.
        var galleries: [Int: Int] = [:]
        /// The first input of the gallery of each input.
        var starts: [Int: Int] = [:]
        /// The widths in points beyond which pictures would be coarse, by input.
        var widths: [Int: Double] = [:]

        init(_ book: PortfolioBook) throws {
            widths = book.analyses.compactMapValues { $0.picture.map { Double($0.width) } }
            for block in book.arrangement.sections.flatMap(\.blocks) {
                guard case .gallery(let media) = block.content else { continue }
                for one in media {
                    galleries[one.input] = media.count
                    starts[one.input] = media.first?.input
                }
            }
            grid = BookGrid(book.edition)
            var planned: [PlannedPage] = []
            var missing: [MissingCharacter] = []
            try Typesetter().write(to: { _ in }) { canvas throws(Failure) in
                let setting = BookSetting(book, on: canvas)
                planned = BookPlan(setting).pages
                missing = setting.missingCharacters
                try canvas.beginPage(setting.grid.template)
            }
            pages = planned
            #expect(missing.isEmpty)
        }

        func widest(_ media: ArrangedMedia) -> Double { widths[media.input] ?? .infinity }

        func texts(_ page: PlannedPage) -> [PlannedText] {
            page.items.compactMap { if case .text(let text) = $0 { text } else { nil } }
        }

        func pictures(_ page: PlannedPage) -> [PlannedPicture] {
            page.items.compactMap { if case .picture(let picture) = $0 { picture } else { nil } }
        }
    }

    private static let pages: [PortfolioEdition.Page] = PortfolioEdition.Page.allCases

    @Test("obeys the rules of the house in all sizes", arguments: SampleFolders.all.map(\.name))
    func rules(_ name: String) throws {
        var portfolio = try #require(SampleFolders.all.first { $0.name == name }?.portfolio)
        for size in Self.pages {
            portfolio.edition.page = size
            let layout = try Layout(portfolio.book())
            for (index, page) in layout.pages.enumerated() {
                let place: Comment = "\(name), \(size.rawValue), page \(index + 1)"
                checkFill(page, layout, place)
                checkBounds(page, layout, place)
                checkType(page, layout, place)
                checkHeadings(page, layout, place)
                checkCaptions(page, layout, place)
            }
            checkRows(layout, name, size)
        }
    }

    @Test("leaves at most three in a hundred pages less than half full, the last ones of sections aside")
    func halfFull() throws {
        var (pages, emptier) = (0, [String]())
        for (name, folder) in SampleFolders.all + SampleFolders.hard {
            var portfolio = folder
            for size in Self.pages {
                portfolio.edition.page = size
                let layout = try Layout(portfolio.book())
                for (index, page) in layout.pages.enumerated() where page.section != nil && !page.isLastOfSection {
                    pages += 1
                    let bottom = page.items.compactMap(\.bottom).max() ?? 0
                    let top = page.items.compactMap(\.top).min() ?? 0
                    let share = (bottom - top) / layout.grid.content.height
                    if share < 0.5 {
                        emptier.append("\(name), \(size.rawValue), page \(index + 1): \(Int(share * 100)) %")
                    }
                }
            }
        }
        let list = emptier.joined(separator: "\n")
        #expect(emptier.count * 100 <= 3 * pages, "\(emptier.count) of \(pages):\n\(list)")
    }

    /// Pages with pictures are at least half full, by what pictures and texts cover below the head of the page.
    private func checkFill(_ page: PlannedPage, _ layout: Layout, _ place: Comment) {
        guard page.section != nil else { return }
        let top = page.items.compactMap(\.top).min() ?? 0
        let pictures = layout.pictures(page)
        // Few pictures may stand in the middle of a page without a heading.
        let isOfPlates = !pictures.isEmpty && pictures.allSatisfy(\.isPlate) && top == pictures[0].region.top
        #expect(abs(top - layout.grid.content.y) <= 1 || isOfPlates, place)
        // Texts are as long as they are, and works begin pages.
        guard !page.isLastOfSection, !pictures.isEmpty else { return }
        let content = layout.grid.content
        let cannotBeLarger = pictures.allSatisfy { picture in
            let isAlone = pictures.filter { abs($0.region.top - picture.region.top) < 0.5 }.count == 1
            let isOfOwnSize = picture.row == nil && picture.region.width >= layout.widest(picture.media) - 0.5
            return isAlone && (picture.region.width >= content.width - 0.5 || isOfOwnSize)
        }
        guard !cannotBeLarger else { return }
        let texts = layout.texts(page).filter { text in
            if case .heading(let level) = text.role { level == 3 } else { true }
        }
        let start = min(pictures.map(\.region.top).min() ?? 0, texts.map(\.y).min() ?? .infinity)
        var covered = 0.0
        var last = start
        for step in Int(start)..<Int(content.bottom) {
            let y = Double(step) + 0.5
            let row = pictures.filter { $0.region.top <= y && y <= $0.region.bottom }
            if row.contains(where: { $0.row == nil }) || texts.contains(where: { $0.y <= y && y <= $0.y + $0.height }) {
                covered += 1
                // The space between blocks belongs to them.
                if y - last <= BookGrid.blockSpace { covered += max(0, y - last - 1) }
                last = y
            } else if !row.isEmpty {
                let width = row.reduce(-BookGrid.gap) { $0 + $1.region.width + BookGrid.gap }
                covered += min(1, width / content.width)
                last = y
            }
        }
        let share = covered / (content.bottom - start)
        #expect(share >= Self.leastFill, "\(place) is \(Int(share * 100)) % full")
    }

    /// The share of a page that is full at least.
    private static let leastFill = 0.5

    private func checkBounds(_ page: PlannedPage, _ layout: Layout, _ place: Comment) {
        let content = layout.grid.content.insetBy(dx: -1, dy: -1)
        for text in layout.texts(page) {
            #expect(text.y >= content.top && text.y + text.height <= content.bottom + 1, place)
            #expect(text.x >= 0 && text.x + text.text.width <= layout.grid.size.width, place)
        }
        guard page.section != nil else { return }
        for picture in layout.pictures(page) {
            let region = picture.region
            #expect(
                region.left >= content.left && region.right <= content.right && region.top >= content.top
                    && region.bottom <= content.bottom, place)
        }
    }

    private func checkType(_ page: PlannedPage, _ layout: Layout, _ place: Comment) {
        for text in layout.texts(page) {
            #expect(layout.grid.sizes.all.contains(text.size), place)
            guard text.size <= layout.grid.sizes.subtitle, text.role == .paragraph || text.role == .caption else {
                continue
            }
            for line in text.lines { #expect(text.text.text(ofLine: line).trimmed.count <= 75, place) }
        }
    }

    /// Something stands below every heading, or beside it.
    private func checkHeadings(_ page: PlannedPage, _ layout: Layout, _ place: Comment) {
        guard page.section != nil else { return }
        for text in layout.texts(page) {
            guard case .heading = text.role else { continue }
            let below = page.items.contains { item in
                switch item {
                case .text(let other):
                    if case .heading = other.role { false } else { other.y + other.height > text.y + 5 }
                case .picture(let picture): picture.region.bottom > text.y + 30
                default: false
                }
            }
            #expect(below, place)
        }
    }

    private func checkCaptions(_ page: PlannedPage, _ layout: Layout, _ place: Comment) {
        let pictures = layout.pictures(page)
        for text in layout.texts(page) where text.role == .caption {
            #expect(pictures.contains { abs($0.region.bottom + BookGrid.captionSpace - text.y) < 0.5 }, place)
        }
    }

    /// The folders that have galleries of few pictures with panoramas among them.
    private static let withUnevenRows = ["many works", "captions everywhere"]

    private func checkRows(_ layout: Layout, _ name: String, _ size: PortfolioEdition.Page) {
        var rows: [Int: [Region]] = [:]
        // A gallery that is one row is as large as the page allows.
        var wholes: Set<Int> = []
        /// The first input of the gallery of each row.
        var galleries: [Int: Int] = [:]
        for page in layout.pages {
            for picture in layout.pictures(page) where picture.row != nil {
                rows[picture.row ?? 0, default: []].append(picture.region)
            }
        }
        let target = layout.grid.rowHeight
        for page in layout.pages {
            for picture in layout.pictures(page) {
                guard let row = picture.row else { continue }
                galleries[row] = layout.starts[picture.media.input]
                if rows[row]?.count == layout.galleries[picture.media.input] { wholes.insert(row) }
            }
        }
        for (number, row) in rows {
            #expect(abs(row[0].left - layout.grid.content.left) < 0.01, "\(name) \(size)")
            for (left, right) in zip(row, row.dropFirst()) {
                #expect(abs(right.left - left.right - BookGrid.gap) <= 0.5, "\(name) \(size)")
                #expect(abs(right.height - left.height) < 0.01 && abs(right.top - left.top) < 0.01)
            }
            // A row ends at the margin, or clearly before it.
            let missing = (layout.grid.content.right - (row.last?.right ?? 0)) / layout.grid.content.width
            #expect(
                abs(missing) < 0.0005 || missing > 0.099 || wholes.contains(number),
                "\(name) \(size), row \(number)")
            if missing > 0.001, galleries[number] == galleries[number + 1] {
                // Only a panorama or the end of a page behind it makes a row end short within a gallery.
                #expect(Self.withUnevenRows.contains(name), "\(name) \(size), row \(number)")
            }
            let height = row[0].height
            // A picture that is alone and as wide as the page cannot be higher without being cropped.
            let isWholeWidth = row.count == 1 && row[0].width > layout.grid.content.width - 0.5
            let isWhole = wholes.contains(number)
            #expect(
                (height <= 1.6 * target + 0.01 || isWhole) && (height >= 0.6 * target - 0.01 || isWholeWidth),
                "\(name) \(size)")
        }
    }

    @Test("shows a small picture of a gallery as large as its pixels allow, in the middle of its place")
    func small() throws {
        var portfolio = SamplePortfolio()
        let large = Array(repeating: (3_000, 2_000), count: 4)
        portfolio.gallery("All", large + [(90, 60)] + large)
        let layout = try Layout(portfolio.book())
        let pictures = layout.pages.flatMap(layout.pictures)
        let small = try #require(pictures.first { layout.widest($0.media) == 90 })
        #expect(abs(small.region.width - 90) < 0.01 && abs(small.region.height - 60) < 0.01)
        let beside = try #require(pictures.first { $0.row == small.row && $0.media.input != small.media.input })
        #expect(beside.region.height > 90 && abs(beside.region.midY - small.region.midY) < 0.01)
    }

    @Test("puts two or four equal pictures in two rows of one width where a page has no room for more")
    func blocks() throws {
        for (size, count, page) in [
            ((3_000, 2_000), 2, PortfolioEdition.Page.a4), ((2_000, 2_600), 4, .a4), ((3_000, 2_000), 4, .a4Landscape),
        ] {
            var portfolio = SamplePortfolio()
            portfolio.edition.page = page
            portfolio.gallery("All", Array(repeating: size, count: count))
            let layout = try Layout(portfolio.book())
            let pictures = layout.pages.flatMap(layout.pictures).map(\.region)
            #expect(layout.pages.filter { !layout.pictures($0).isEmpty }.count == 1 && pictures.count == count)
            for one in pictures {
                #expect(abs(one.width - pictures[0].width) < 0.01 && abs(one.height - pictures[0].height) < 0.01)
            }
            let tops = Set(pictures.map { Int($0.top.rounded()) })
            #expect(tops.count == 2 && abs(pictures[count / 2].left - pictures[0].left) < 0.01, "\(count) on \(page)")
            #expect(pictures[count - 1].right > 0.75 * layout.grid.content.width)
        }
    }

    @Test(
        "puts a picture that leaves much of its page empty a little above the middle of what is left",
        arguments: PortfolioEdition.Page.allCases)
    func plates(_ size: PortfolioEdition.Page) throws {
        var portfolio = SamplePortfolio()
        portfolio.edition.page = size
        portfolio.text(.credibility, SamplePortfolio.paragraph)
        // A work below would take the room.
        portfolio.gallery("Panorama", [(6_000, 1_400)], captions: [0: "A caption"])
        var layout = try Layout(portfolio.book())
        let content = layout.grid.content
        var pages = layout.pages.filter { $0.section == .work }
        let panorama = try #require(layout.pictures(pages[0]).first).region
        let texts = layout.texts(pages[0])
        let caption = try #require(texts.first { $0.role == .caption })
        #expect(abs(caption.y - panorama.bottom - BookGrid.captionSpace) < 0.01)
        let head = try #require(texts.filter { $0.role == .heading(2) }.first)
        #expect(texts.filter { $0.role == .heading(1) }.allSatisfy { $0.y < content.top + 20 } && head.y < 160)
        let (above, below) = (panorama.top - head.y - head.height, content.bottom - caption.y - caption.height)
        #expect(above > 0.6 * below && above < below, "\(size)")
        #expect(abs(panorama.width - content.width) < 0.01)
        // One that fills its page stays at the head.
        var full = SamplePortfolio()
        full.edition.page = size
        for name in ["First", "Portrait"] { full.gallery(name, [(2_000, 3_000)]) }
        full.gallery("Many", Array(repeating: (6_000, 1_400), count: 7))
        layout = try Layout(full.book())
        pages = layout.pages.filter { $0.section == .work }
        let portrait = try #require(layout.pictures(pages[1]).first).region
        #expect(portrait.top < content.top + 60, "\(size)")
        let last = try #require(pages.dropFirst(2).last.map(layout.pictures)?.first)
        #expect(last.row != nil && last.region.top < content.top + 60, "\(size)")
    }

    @Test("gives an outstanding picture a row alone where it is as wide as the page, and keeps the order of the others")
    func outstanding() throws {
        var portfolio = SamplePortfolio()
        portfolio.edition.page = .a4
        portfolio.gallery("All", Array(repeating: (3_000, 2_000), count: 9), best: 4)
        let layout = try Layout(portfolio.book())
        let pictures = layout.pages.flatMap(layout.pictures).filter { $0.row != nil }
        #expect(pictures.map(\.media.input) == Array(0..<9))
        let row = try #require(pictures.first { $0.media.input == 4 }?.row)
        #expect(pictures.filter { $0.row == row }.count == 1)
    }

    @Test("gives an outstanding picture a high row where a row alone would end short")
    func prominent() throws {
        var portfolio = SamplePortfolio()
        portfolio.gallery("All", Array(repeating: (3_000, 2_000), count: 10), best: 5)
        let layout = try Layout(portfolio.book())
        let pictures = layout.pages.flatMap(layout.pictures).filter { $0.row != nil }
        let best = try #require(pictures.first { $0.media.input == 5 })
        #expect(best.region.height >= 1.3 * layout.grid.rowHeight)
        #expect(best.region.height >= pictures.map(\.region.height).max() ?? 0)
        let row = pictures.filter { $0.row == best.row }
        #expect(row.count > 1 && abs((row.last?.region.right ?? 0) - layout.grid.content.right) < 0.5)
    }

    @Test("leaves no last picture alone on a page, and no last row with a single picture beside an empty place")
    func widows() throws {
        for size in Self.pages {
            for count in 5...24 {
                var portfolio = SamplePortfolio()
                portfolio.edition.page = size
                portfolio.gallery("All", Array(repeating: (3_000, 2_000), count: count))
                let layout = try Layout(portfolio.book())
                let pages = layout.pages.map(layout.pictures).filter { !$0.isEmpty }
                let last = try #require(pages.last)
                let isFull = last[0].region.width > layout.grid.content.width - 0.5
                #expect(pages.count == 1 || last.count > 1 || isFull, "\(count) on \(size)")
                let row = last.filter { $0.row == last.last?.row }
                #expect(
                    row.count > 1 || row[0].region.width > 0.6 * layout.grid.content.width, "\(count) on \(size)")
            }
        }
    }

    @Test("puts a wide picture beside a short text of its work where it is about as large there as above it")
    func besideText() throws {
        for (page, size, isBeside) in [
            (PortfolioEdition.Page.widescreen, (3_000, 2_000), true), (.a4Landscape, (3_000, 2_000), true),
            (.widescreen, (6_000, 1_400), false), (.a4, (3_000, 2_000), false),
        ] {
            var portfolio = SamplePortfolio()
            portfolio.edition.page = page
            portfolio.gallery("One", [size])
            portfolio.text(.work, SamplePortfolio.paragraph, header: "Lakes", work: "One")
            let layout = try Layout(portfolio.book())
            let own = try #require(layout.pages.first { !layout.pictures($0).isEmpty })
            let picture = layout.pictures(own)[0].region
            let texts = layout.texts(own)
            let words = try #require(texts.first { $0.role == .paragraph })
            let heading = try #require(texts.first { $0.role == .heading(3) })
            #expect(heading.text.text(ofLine: 0) == "Lakes" && heading.y <= words.y, "\(page), \(size)")
            if isBeside {
                #expect(words.y + words.height < picture.bottom && words.x + words.text.width < picture.left)
                #expect(abs(picture.left - layout.grid.main.left) < 0.01 && picture.width > 500)
            } else {
                #expect(words.y > picture.bottom, "\(page), \(size)")
            }
        }
    }

    @Test("leaves captions cells that are wide enough for their words")
    func crowding() throws {
        let caption = "The pass, looking south towards the valley, on the last evening of the year"
        for page in PortfolioEdition.Page.allCases {
            var portfolio = SamplePortfolio()
            portfolio.edition.page = page
            portfolio.gallery(
                "All",
                [(3_000, 2_000), (2_000, 3_000), (3_000, 2_000), (2_000, 2_000), (3_000, 2_000), (3_000, 2_000)],
                captions: [0: caption, 1: caption, 3: caption])
            let layout = try Layout(portfolio.book())
            let captions = layout.pages.flatMap(layout.texts).filter { $0.role == .caption }
            #expect(captions.count == 3 && captions.allSatisfy { $0.lines.count <= 4 }, "\(page)")
        }
    }

    @Test("has no type that is hard to read in print or on a screen, and sizes of one scale")
    func scale() {
        for page in PortfolioEdition.Page.allCases {
            var edition = PortfolioEdition()
            edition.page = page
            let grid = BookGrid(edition)
            let sizes = grid.sizes.all
            // In print 8 points are read at arm's length; on a screen letters are at least a 54th of its height.
            #expect((sizes.min() ?? 0) >= 8 && (page != .widescreen || (sizes.min() ?? 0) * 54 >= grid.size.height))
            for (smaller, larger) in zip(sizes, sizes.dropFirst()) {
                #expect((1.24...1.29).contains(larger / smaller), "\(page.rawValue): \(smaller), \(larger)")
            }
        }
    }

    @Test("does not print the heading of a text twice")
    func repeatedHeading() throws {
        var portfolio = SamplePortfolio()
        portfolio.text(.credibility, "About\n\n\(SamplePortfolio.paragraph)", header: "About")
        let layout = try Layout(portfolio.book())
        let words = layout.pages.flatMap(layout.texts).filter { $0.role == .paragraph || $0.role == .heading(2) }
            .map { $0.text.text(ofLine: 0).trimmed }
        #expect(words.filter { $0 == "About" }.count == 1 && words.contains { $0.hasPrefix("I photograph") })
    }

    @Test("typesets Markdown: headings, lists, code and tables within the page, in every size")
    func markdown() throws {
        let long = "a table cell with so many words that it has to be broken into several lines"
        var blocks: [RichBlock] = []
        for part in 1...12 {
            blocks += [
                RichBlock(.heading, level: 2, spans: [RichSpan("Part \(part)")]),
                RichBlock(.paragraph, spans: [RichSpan("Some "), RichSpan("strong words", isStrong: true)]),
                RichBlock(.item, level: 1, marker: "•", spans: [RichSpan("an item")]),
                RichBlock(.code, spans: [RichSpan("let x = 1\nlet y = 2")]),
                RichBlock(
                    .table, spans: [],
                    rows: [[[RichSpan("h")], [RichSpan("i")]], [[RichSpan(long)], [RichSpan("1")]]]),
            ]
        }
        for size in Self.pages {
            var portfolio = SamplePortfolio()
            portfolio.edition.page = size
            portfolio.text(.credibility, "Part 1 and the rest", blocks: blocks)
            let layout = try Layout(portfolio.book())
            let texts = layout.pages.dropFirst(2).flatMap(layout.texts)
            let words = texts.map { text in text.lines.map { text.text.text(ofLine: $0) }.joined() }
            #expect(words.filter { $0.contains("let x") }.count == 12 && words.filter { $0 == "•" }.count == 12)
            #expect(words.filter { $0.contains("table cell") }.count == 12 && !words.contains { $0.contains("|") })
            for (index, page) in layout.pages.enumerated() {
                checkBounds(page, layout, "\(size) \(index)")
                checkHeadings(page, layout, "\(size) \(index)")
            }
        }
    }

    @Test("tables without room for their columns, and with rows taller than a page, keep all their words")
    func hugeTables() throws {
        func cells(_ letter: String, _ count: Int) -> [[RichSpan]] { (0..<count).map { [RichSpan("\(letter)\($0)")] } }
        let long = (0..<900).map { "w\($0)" }
        let blocks = [
            RichBlock(.table, spans: [], rows: [cells("h", 60), cells("v", 60)]),
            RichBlock(
                .table, spans: [],
                rows: [cells("k", 2), [[RichSpan("2024")], [RichSpan(long.joined(separator: " "))]]]),
        ]
        let wanted = Set(long + (0..<60).map { "v\($0)" } + ["h59:", "k0:", "k1:", "2024"])
        for size in Self.pages {
            var portfolio = SamplePortfolio()
            portfolio.edition.page = size
            portfolio.text(.credibility, "Notes", blocks: blocks)
            let layout = try Layout(portfolio.book())
            let texts = layout.pages.flatMap(layout.texts)
            let words = texts.flatMap { text in text.lines.flatMap { text.text.text(ofLine: $0).split(separator: " ") }
            }
            #expect(wanted.subtracting(words.map { String($0).trimmed }).isEmpty, "\(size)")
            for (index, page) in layout.pages.enumerated() { checkBounds(page, layout, "\(size) \(index)") }
        }
    }

    @Test("shows a résumé as its pages, behind all else of its section")
    func resume() throws {
        var portfolio = SamplePortfolio()
        let document = portfolio.file(
            InputAnalysis(
                type: .document, mediaType: "application/pdf", pages: 1, text: "Ada\nEducation\n1/1",
                renditions: [
                    Rendition(
                        name: "p", quality: .high, page: 0, mediaType: "image/jpeg", width: 1_448, height: 2_048,
                        byteCount: 1)
                ]), nil)
        portfolio.block(
            .credibility,
            .text(ArrangedText(input: document, role: .resume, header: "Ada", text: "Ada\nEducation\n1/1")),
            title: "Ada")
        portfolio.text(.credibility, SamplePortfolio.paragraph)
        for size in Self.pages {
            portfolio.edition.page = size
            let layout = try Layout(portfolio.book())
            let index = try #require(layout.pages.lastIndex { !layout.pictures($0).isEmpty })
            let picture = layout.pictures(layout.pages[index])[0]
            #expect(picture.media.input == document && picture.media.altText.contains("Education"))
            #expect(picture.region.height > 0.5 * layout.grid.content.height)
            #expect(layout.pages.flatMap(layout.texts).allSatisfy { !$0.text.text(ofLine: 0).contains("1/1") })
            let text = layout.pages.firstIndex {
                layout.texts($0).contains { $0.role == .paragraph && $0.size == layout.grid.sizes.lead }
            }
            #expect((text ?? .max) <= index)
        }
    }

    @Test("puts thin lines around pictures whose edges have the colour of the page")
    func frames() throws {
        var portfolio = SamplePortfolio()
        func clusters(_ lightness: Double, _ share: Double) -> [ColorCluster] {
            [
                ColorCluster(lightness: lightness, a: 0, b: 0, share: share),
                ColorCluster(lightness: 0.6, a: 0.1, b: 0, share: 1 - share),
            ]
        }
        func input(
            _ lightness: Double, edges: (lightness: Double, share: Double)? = nil, clear: Double? = nil
        ) -> Int {
            var facts = SamplePortfolio.facts(900, 600)
            facts.colors = clusters(lightness, 0.6)
            facts.edges = edges.map { clusters($0.lightness, $0.share) }
            facts.hasAlpha = clear != nil
            facts.clearEdges = clear
            return portfolio.file(InputAnalysis(type: .picture, mediaType: "image/jpeg", picture: facts), nil)
        }
        // Without measured edges all colours count.
        let (white, black, gray) = (input(0.99), input(0.2), input(0.5))
        let whiteWithin = input(0.99, edges: (0.5, 1))
        let (whiteAbove, nearlyBlack) = (input(0.5, edges: (0.98, 0.25)), input(0.5, edges: (0.26, 0.9)))
        let whiteSpot = input(0.5, edges: (0.99, 0.1))
        // What is transparent is white.
        let (clear, cutOff) = (input(0.99, edges: (1, 1), clear: 1), input(0.2, edges: (1, 0.7), clear: 0.7))
        let dark = input(0.2, edges: (0.2, 0.9), clear: 0.1)
        for (theme, input, isFramed) in [
            (PortfolioEdition.Theme.light, white, true), (.light, black, false), (.light, gray, false),
            (.dark, white, false), (.dark, black, true), (.dark, gray, false),
            (.light, whiteWithin, false), (.light, whiteAbove, true), (.dark, whiteAbove, false),
            (.light, nearlyBlack, false), (.dark, nearlyBlack, true), (.light, whiteSpot, false),
            (.light, clear, false), (.dark, clear, false), (.light, cutOff, true),
            // These have a white ground on dark pages, which is seen unless it is hidden.
            (.dark, cutOff, false), (.light, dark, false), (.dark, dark, true),
        ] {
            portfolio.edition.theme = theme
            let book = try portfolio.book()
            try Typesetter().write(to: { _ in }) { canvas throws(Failure) in
                let frame = BookSetting(book, on: canvas).frame(of: SamplePortfolio.media(input))
                #expect((frame != nil) == isFramed, "\(theme), \(input)")
                try canvas.beginPage(BookGrid(book.edition).template)
            }
        }
    }

    @Test("breaks rows where the squares of the deviations are least, as found by trying all")
    func breaks() throws {
        let aspects = [1.5, 0.67, 1.5, 1.0, 1.78, 0.67, 1.5, 1.5]
        let pages = GalleryPages(
            aspects: aspects, alone: [], width: 740, gap: 8, target: 155, room: (900, 900)
        ).pages
        #expect(pages.count == 1)
        let rows = pages[0]
        #expect(rows.flatMap(\.pictures) == Array(0..<8))
        func empty(_ share: Double) -> Double { 2.5 * share * share + (share > 0.47 ? 8 * (0.5 + share) : 0) }
        func share(_ row: GalleryPages.Row) -> Double {
            (aspects[row.pictures].reduce(0, +) * row.height + 8 * Double(row.pictures.count - 1)) / 740
        }
        func isFull(_ row: GalleryPages.Row) -> Bool { abs(share(row) - 1) < 0.001 }
        func cost(_ breaks: [Range<Int>]) -> Double {
            var cost = 0.0
            var covered = 0.0
            for range in breaks {
                let height = (740 - 8 * Double(range.count - 1)) / aspects[range].reduce(0, +)
                guard (93...248).contains(height) else { return .infinity }
                cost += (height / 155 - 1) * (height / 155 - 1)
                covered += height
            }
            return cost + empty(1 - covered / 900)
        }
        var best = Double.infinity
        for mask in 0..<128 {
            var ranges: [Range<Int>] = []
            var start = 0
            for index in 1...8 where index == 8 || mask >> (index - 1) & 1 == 1 {
                ranges.append(start..<index)
                start = index
            }
            best = min(best, cost(ranges))
        }
        #expect(rows.dropLast().allSatisfy { isFull($0) })
        // The last row may be narrower than the page.
        let covered = rows.reduce(0) { $0 + $1.height * min(1, share($1)) }
        let own = rows.reduce(0) { sum, row in
            let (deviation, beside) = (row.height / 155 - 1, max(0, 1 - share(row)))
            let lonely = row.pictures.count == 1 ? 0.8 : 0
            return sum + deviation * deviation + (beside > 0.01 ? lonely + 0.05 + 0.4 * beside * beside : 0)
        }
        #expect(own + empty(1 - covered / 900) <= best + 0.001)
    }

    @Test("leaves alone the best of outstanding pictures that are near each other")
    func neighbours() throws {
        var portfolio = SamplePortfolio()
        portfolio.edition.page = .a4
        // A single one of these is not as wide as the page, so that two stand side by side.
        portfolio.gallery("All", Array(repeating: (2_400, 2_000), count: 13), best: 6, second: 5)
        let layout = try Layout(portfolio.book())
        let pictures = layout.pages.flatMap(layout.pictures).filter { $0.row != nil }
        func companions(_ input: Int) -> Int {
            let row = pictures.first { $0.media.input == input }?.row
            return pictures.filter { $0.row == row }.count
        }
        #expect(companions(6) == 1 && companions(5) > 1)
    }

    @Test("keeps a short text on a page with pictures of its work", arguments: PortfolioEdition.Page.allCases)
    func textOfWork(_ size: PortfolioEdition.Page) throws {
        var portfolio = try #require(SampleFolders.all.first { $0.name == "wallpapers" }?.portfolio)
        portfolio.edition.page = size
        let layout = try Layout(portfolio.book())
        let pages = layout.pages.filter { page in
            layout.texts(page).contains { $0.role == .paragraph && $0.size == layout.grid.sizes.lead }
                && page.section == .work
        }
        #expect(pages.count == 1 && pages.allSatisfy { !layout.pictures($0).isEmpty })
    }

    @Test("follows the order of sections in the edition, and begins works on pages unless the last is nearly empty")
    func order() throws {
        var portfolio = try #require(SampleFolders.all.first { $0.name == "many works" }?.portfolio)
        portfolio.text(.credibility, SamplePortfolio.paragraph)
        portfolio.edition.sections = [.action, .work]
        let layout = try Layout(portfolio.book())
        var sections: [SectionID] = []
        for page in layout.pages {
            if let section = page.section, sections.last != section { sections.append(section) }
        }
        #expect(sections == [.action, .work, .credibility])
        let titles = layout.pages.map { page in
            layout.texts(page).filter { $0.role == .heading(2) && $0.size > layout.grid.sizes.subtitle }.count
        }
        #expect(titles.reduce(0, +) == 14)
        // Two works share a page only where the first would leave most of it empty.
        for (index, page) in layout.pages.enumerated() where titles[index] > 1 {
            let heads = layout.texts(page).filter { $0.role == .heading(2) }.map(\.y)
            #expect(heads.dropFirst().allSatisfy { $0 - layout.grid.content.y < 0.5 * layout.grid.content.height + 53 })
        }
    }

    @Test("covers the page with a picture of which at most a fifth is cut off, and shows any other as a whole")
    func cover() throws {
        for (width, height, covers) in [
            (3_000, 2_000, true), (2_000, 3_000, false), (9_000, 3_000, false), (4_000, 2_300, true),
        ] {
            var portfolio = SamplePortfolio()
            portfolio.cover = portfolio.picture(width, height)
            portfolio.block(.action, .contact)
            let layout = try Layout(portfolio.book())
            let region = try #require(layout.pictures(layout.pages[0]).first?.region)
            #expect(abs(region.width / region.height - Double(width) / Double(height)) < 0.001)
            let sheet = layout.grid.sheet
            let isCovered =
                region.insetBy(dx: -0.01, dy: -0.01).intersection(sheet).map { abs($0.area - sheet.area) < 0.1 }
                ?? false
            #expect(isCovered == covers, "\(width) x \(height)")
            if covers { #expect(1 - sheet.area / region.area <= 0.2) }
            #expect(region.width <= Double(width))
        }
    }

    @Test("has an accent and inks that can be read in both themes, whatever the hero or the wish")
    func contrast() {
        let clusters = [(0.97, 0.0, 0.0), (0.9, -0.1, 0.15), (0.2, 0.02, -0.1), (0.5, 0.2, 0.1)]
        for theme in [PortfolioEdition.Theme.light, .dark, .auto] {
            for accent in [nil, "#FFFF00", "#101010", "#888888"] {
                for cluster in clusters {
                    var edition = PortfolioEdition()
                    edition.theme = theme
                    edition.accent = accent
                    let palette = BookPalette(
                        edition,
                        clusters: [ColorCluster(lightness: cluster.0, a: cluster.1, b: cluster.2, share: 1)])
                    for ink in [palette.accent, palette.ink, palette.faint] {
                        #expect(ink.contrast(to: palette.page) >= 4.5 && ink.contrast(to: palette.card) >= 4.5)
                    }
                }
            }
        }
    }
}

extension PlannedItem {
    /// The upper edge; nil for what has none.
    fileprivate var top: Double? {
        switch self {
        case .text(let text): text.y
        case .picture(let picture): picture.region.top
        case .box(let region, _, _): region.top
        case .begin, .end, .anchor, .link: nil
        }
    }
}
