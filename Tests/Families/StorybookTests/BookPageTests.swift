import FormModel
import Foundation
import Families
import TestSupport
import Testing

import Storybook

@Suite("The pages of a storybook") struct BookPageTests {
    private static let millimetre = 72 / 25.4

    @Test(
        "have the boxes of each paper, with TrimBox inside BleedBox inside MediaBox",
        arguments: BookOptions.Paper.allCases)
    func boxes(_ paper: BookOptions.Paper) throws {
        let set = try SetBook(
            SampleBook.book([try SampleBook.artwork()], options: BookOptions(paper: paper, bleed: 3)))
        let lines = try set.read("pdfinfo", ["-box", "-f", "1", "-l", "9"]).split(separator: "\n")
        func boxes(_ name: String) -> [[Double]] {
            lines.filter { $0.contains(name + ":") }.map { line in
                line.split(separator: ":")[1].split(separator: " ").compactMap { Double($0) }
            }
        }
        let (width, height) = (paper.size.width, paper.size.height)
        let bleed = 3 * Self.millimetre
        let expected = [
            ("MediaBox", [0, 0, width + 2 * bleed, height + 2 * bleed]),
            ("BleedBox", [0, 0, width + 2 * bleed, height + 2 * bleed]),
            ("TrimBox", [bleed, bleed, width + bleed, height + bleed]),
        ]
        for (name, box) in expected {
            let found = boxes(name)
            #expect(found.count == set.report.pages)
            #expect(found.allSatisfy { zip($0, box).allSatisfy { abs($0 - $1) < 0.02 } }, "\(name)")
        }
        #expect(set.report.pages % 2 == 0)
    }

    @Test("keep words and pictures 10 mm inside, and 15 mm from the spine, which is left on right pages")
    func margins() throws {
        let set = try SetBook(SampleBook.small())
        let pages = try RenderedPages(set.pdf, scale: 1)
        var sides = (left: 1_000.0, right: 1_000.0)
        for page in 0..<pages.count {
            let isRight = page % 2 == 0
            let (spine, outer) = (15 * Self.millimetre, 10 * Self.millimetre)
            for word in try pages.words(page) {
                let place = word.region
                #expect(place.left >= (isRight ? spine : outer), "page \(page + 1)")
                #expect(place.right <= PageSize.a4Width - (isRight ? outer : spine), "page \(page + 1)")
                #expect(place.top >= outer && place.bottom <= 841.89 - outer, "page \(page + 1)")
                if isRight {
                    sides.left = min(sides.left, place.left)
                } else {
                    sides.right = min(sides.right, place.left)
                }
            }
        }
        #expect(abs(sides.left - sides.right - 5 * Self.millimetre) < 1)
    }

    @Test("are a multiple of an even number, with the colophon last", arguments: [2, 4, 16])
    func multiple(_ multiple: Int) throws {
        let set = try SetBook(SampleBook.small(BookOptions(multiple: multiple)))
        #expect(set.report.pages % multiple == 0)
        let pages = try RenderedPages(set.pdf)
        #expect(pages.count == set.report.pages)
        #expect(try pages.text(pages.count - 1).contains("4 artworks by Ada & Alan"))
        #expect(try pages.text(pages.count - 1).contains("12 March 2025 – 2 January 2026"))
    }

    @Test("show the child, its age, story, title, reactions and comments in this order, the oldest artwork first")
    func order() throws {
        let text = try SetBook(SampleBook.small()).text()
        var place = text.startIndex
        for part in [
            "Our year of drawings", "Ada & Alan", "2025 – 2026", "For Grandma", "12 March 2025 · Age 4",
            "This is our house", "The laughing sun", "3 1 2", "Grandma 14 March 2025", "What a wonderful sun",
            "Papa 15 March", "1 June 2025", "The fox under the stairs", "24 December 2025 · 16 months old", "Untitled",
            "2 January 2026 · 16 months old", "Choo choo", "The train to the sea", "4 artworks",
        ] {
            let found = text.range(of: part, range: place..<text.endIndex)
            #expect(found != nil, "\(part) in \(text[place...].prefix(200))")
            place = found?.upperBound ?? place
        }
    }

    @Test("hold every word of a story of any length, once", arguments: [20, 400, 1_500, 10_000])
    func stories(_ count: Int) throws {
        let story = SampleBook.longStory(count)
        #expect(story.count == count)
        let moments: [BookPicture?] = [nil, try SampleBook.picture(300, 400)]
        for paper in BookOptions.Paper.allCases {
            for moment in moments {
                let artwork = try SampleBook.artwork(
                    story: story, moment: moment, comments: try SampleBook.comments(3))
                let set = try SetBook(SampleBook.book([artwork], options: BookOptions(paper: paper)))
                let words = try set.text().split(separator: " ").filter { $0.hasPrefix("word") }
                    .map { $0.filter { $0 != "." } }
                #expect(words == story.split(whereSeparator: \.isWhitespace).map { $0.filter { $0 != "." } })
                #expect((set.report.pages > 4) == (count == 10_000), "\(paper) \(count)")
                #expect(set.report.artworks.map(\.commentsLeftOut) == [0])
            }
        }
    }

    @Test("have room for no comment, for a few, and name the number of the others", arguments: [0, 1, 5, 40, 300])
    func comments(_ count: Int) throws {
        let artwork = try SampleBook.artwork(comments: try SampleBook.comments(count, "What a day that was, I say."))
        let set = try SetBook(SampleBook.book([artwork]))
        let text = try set.text()
        let shown = text.matches(of: /Cousin\d+/).count
        let left = set.report.artworks.first?.commentsLeftOut
        #expect(shown + (left ?? -1) == count)
        #expect((left ?? 0) > 0 ? text.contains("and \(left ?? 0) more") : !text.contains(" more"))
        #expect(count < 6 ? left == 0 : shown >= 4)
    }

    @Test(
        "show a comment of the greatest length beside any story that is on one page",
        arguments: BookOptions.Paper.allCases)
    func longComments(_ paper: BookOptions.Paper) throws {
        let comments = try SampleBook.comments(3, String(repeating: "I see ", count: 83))
        for length in [20, 400, 900] {
            let artwork = try SampleBook.artwork(story: SampleBook.longStory(length), comments: comments)
            let set = try SetBook(SampleBook.book([artwork], options: BookOptions(paper: paper, extent: .page)))
            #expect(try #require(set.report.artworks.first).commentsLeftOut < 3, "\(paper) \(length)")
        }
    }

    @Test("give a long story the room that a wide artwork cannot use")
    func wide() throws {
        func pages(_ picture: BookPicture) throws -> Int {
            let artwork = try SampleBook.artwork(story: SampleBook.longStory(1_800), picture: picture)
            return try SetBook(SampleBook.book([artwork], options: BookOptions(extent: .page))).report.pages
        }
        #expect(try pages(SampleBook.picture(1_800, 300)) == 1 && pages(SampleBook.picture(1_200, 1_200)) == 2)
    }

    @Test("go on in the direction in which a story began, whatever its next word is")
    func direction() throws {
        let story = "So " + (0..<900).map { String(repeating: "قط", count: 1 + $0 % 4) }.joined(separator: " ")
        let artwork = try SampleBook.artwork(story: story)
        let set = try SetBook(SampleBook.book([artwork], options: BookOptions(extent: .page)))
        let page = "\(set.report.pages)"
        let words = try set.read("pdftotext", ["-bbox", "-f", page, "-l", page], after: ["-"])
            .matches(of: /xMin="(.+?)" yMin="(.+?)" .*>[قط]+</).compactMap { word in
                Double(word.1).flatMap { left in Double(word.2).map { (left: left, top: $0) } }
            }
        for isLeft in [true, false] {
            let column = words.filter { ($0.left < PageSize.a4Width / 2) == isLeft }
            let edges = Dictionary(grouping: column) { Int($0.top.rounded()) }.values
                .compactMap { line in line.map(\.left).min() }
            #expect(edges.count > 3)
            #expect((edges.max() ?? 0) - (edges.min() ?? 0) < 3)
        }
    }

    @Test(
        "show pictures of any shape whole and undistorted",
        arguments: [(3_000, 120), (60, 2_000), (40, 30), (1_200, 1_200), (1, 1)])
    func shapes(_ width: Int, _ height: Int) throws {
        let artwork = try SampleBook.artwork(
            picture: try SampleBook.picture(width, height), comments: try SampleBook.comments(4))
        let set = try SetBook(SampleBook.book([artwork], options: BookOptions(extent: .page)))
        let image = try #require(try set.images().first)
        #expect(set.report.pages == 1 && image.width == width && image.height == height)
        #expect(image.xPPI >= 71 && abs(image.xPPI - image.yPPI) <= 1 + image.xPPI / 100)
    }

    @Test("of a page alone are one, without number, cover or colophon; a cover is one as well")
    func extents() throws {
        let artwork = try SampleBook.artwork()
        let page = try SetBook(SampleBook.book([artwork], options: BookOptions(extent: .page)))
        #expect(try page.report.pages == 1 && !page.text().contains("Our year"))
        let cover = try SetBook(SampleBook.book([artwork], options: BookOptions(extent: .cover)))
        #expect(try cover.report.pages == 1 && cover.text() == "Our year Ada & Alan 2025")
    }

    @Test("show the artwork that is named on the cover, else the one with the most reactions")
    func cover() throws {
        func firstWidth(_ cover: String?) throws -> Int? {
            var book = SampleBook.book(
                [
                    try SampleBook.artwork("a", picture: try SampleBook.picture(301, 200)),
                    try SampleBook.artwork(
                        "b", date: "2025-03-13", picture: try SampleBook.picture(302, 200), reactions: [.star: 1]),
                ], options: BookOptions(extent: .cover))
            book.cover = cover
            return try SetBook(book).images().first?.width
        }
        #expect(try firstWidth(nil) == 302 && firstWidth("a") == 301 && firstWidth("gone") == 302)
    }

    @Test("name the first children of many on the cover, and keep titles made of stories on their lines")
    func names() throws {
        let names = (1...12).map { "Child\($0)" }
        let artwork = try SampleBook.artwork(title: "Once upon\n\na time")
        let book = Storybook(title: "All of us", names: names, artworks: [artwork])
        let text = try SetBook(book).text()
        #expect(text.contains("Child7 & 5 more") && !text.contains("Child8") && text.contains("Once upon a time"))
    }

    @Test("look as they were recorded")
    func looks() throws {
        let pdf = try SetBook(SampleBook.small()).pdf
        let pages = GoldenPages("storybook/small")
        try pages.recordIfAsked(pdf)
        #expect(try pages.differences(from: pdf) == [])
    }

    @Test("that differ by a reaction are seen to differ")
    func changed() throws {
        let book = try SampleBook.small()
        var artworks = book.artworks
        artworks[0].reactions[.heart] = nil
        let other = Storybook(
            title: book.title, names: book.names, dedication: book.dedication, cover: "sun", artworks: artworks,
            options: book.options)
        #expect(try GoldenPages("storybook/small").differences(from: SetBook(other).pdf).count >= 1)
    }
}

extension PageSize {
    /// The width of A4 in points.
    fileprivate static let a4Width = 595.28
}
