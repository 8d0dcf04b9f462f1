import FailureModel
import Files
import Foundation
import Portfolio
import Testing

@Suite struct ArrangerTests {
    /// A photo whose final score is higher, the sharper it is.
    private func photo(_ number: Int, sharpness: Double = 999, _ width: Int = 3000, _ height: Int = 2000)
        -> InputAnalysis
    {
        var features = Sample.features
        features.sharpness = sharpness
        return Sample.photo(number, width, height, features: features)
    }

    @Test("everything has its section, in the order of the sections")
    func sections() throws {
        let resume = "Experience\nEducation\nSkills"
        let contents = Sample.contents([
            .file("a.jpg", photo(1)), .file("b.jpg", photo(2)),
            .file("about.txt", Sample.text("A painter of walls.")),
            .file("cv.pdf", Sample.document(pages: 2, text: resume)),
            .text("It was a pleasure.", title: "Review by Bob"), .link("https://github.com/ada"),
            .link("https://vimeo.com/1"), .text("First paper, then clay.", title: "Process"),
            .text("Hello, come in."), .text("Walls are large."),
        ])
        let arrangement = try contents.arrangement()
        #expect(arrangement.sections.map(\.id) == [.hook, .credibility, .work, .process, .action])
        #expect(arrangement.section(.hook).map(\.inputs) == [[0], [8]])
        #expect(arrangement.section(.credibility).map(\.inputs) == [[2], [3], [4], [5]])
        // The pictures are one gallery; the link and the general text belong to no work and stand behind.
        #expect(arrangement.section(.work).first?.inputs == [0, 1])
        #expect(Set(arrangement.section(.work).dropFirst().flatMap(\.inputs)) == [6, 9])
        #expect(arrangement.section(.work).map(\.work) == ["", nil, nil])
        #expect(arrangement.section(.process).map(\.inputs) == [[7]])
        #expect(arrangement.section(.action).map(\.content) == [.contact])
        #expect(arrangement.leftOut == [])
        #expect(arrangement.cover == 0)
    }

    @Test("a résumé is called so unless the person names it, whatever the metadata of the PDF say")
    func resumeTitle() throws {
        let file = Sample.document(pages: 1, text: "Experience\nEducation\nSkills", title: "Microsoft Word - cv.doc")
        func title(_ given: String?) throws -> String? {
            let contents = Sample.contents([.file("a.jpg", photo(1)), .file("cv.pdf", file, title: given)])
            return try contents.arrangement().section(.credibility).first?.title
        }
        #expect(try title(nil) == "Resume" && title("Curriculum vitae") == "Curriculum vitae")
    }

    @Test("no section is empty, block IDs are unique, and every block has a reason")
    func rules() throws {
        let contents = Sample.contents(
            (0..<12).map { .file("\($0).jpg", photo($0), work: $0 < 6 ? nil : "w\($0 / 3)") }
                + [.link("https://x.com/a"), .text("Clients: 40", title: "Bio"), .file("v.mp4", Sample.video())])
        let arrangement = try contents.arrangement()
        let blocks = arrangement.sections.flatMap(\.blocks)
        #expect(arrangement.sections.allSatisfy { !$0.blocks.isEmpty })
        #expect(Set(blocks.map(\.id)).count == blocks.count)
        #expect(blocks.allSatisfy { !$0.reasons.isEmpty && $0.reasons.allSatisfy { $0.hasSuffix(".") } })
    }

    @Test("the hook has the best picture whose shape suits it, and the picture stays in its work")
    func hook() throws {
        // The tall one has .5266, of which .85 are .4476; the wide one .4743.
        let contents = Sample.contents([
            .file("tall.jpg", photo(1, 2000, 3000), work: "Walls"),
            .file("wide.jpg", photo(2, sharpness: 100), work: "Walls"),
        ])
        #expect(contents.scores.inputs[0].final > contents.scores.inputs[1].final)
        let arrangement = try contents.arrangement()
        #expect(arrangement.section(.hook).map(\.inputs) == [[1]])
        #expect(arrangement.section(.work).map(\.inputs) == [[0, 1]])
        let alone = try Sample.contents([.file("tall.jpg", photo(1, 2000, 3000))]).arrangement()
        #expect(alone.cover == 0)
    }

    @Test("what the person chose is the cover")
    func cover() throws {
        let contents = Sample.contents([
            .file("a.jpg", photo(1)), .file("b.jpg", photo(2, sharpness: 1), isCover: true),
            .file("c.jpg", photo(3, sharpness: 1)),
        ])
        #expect(try contents.arrangement().cover == 1)
        var edition = PortfolioEdition()
        edition.cover = "c.jpg"
        #expect(try contents.arrangement(edition).cover == 2)
    }

    @Test("videos lead where films and people are shown, and elsewhere only without pictures")
    func videos() throws {
        let items: [Sample.Item] = [.file("a.jpg", photo(1)), .file("v.mp4", Sample.video())]
        #expect(try Sample.contents(items, category: "Entertainment").arrangement().cover == 1)
        #expect(try Sample.contents(items, category: "influencers").arrangement().cover == 1)
        #expect(try Sample.contents(items, category: "Design").arrangement().cover == 0)
        #expect(try Sample.contents([items[0]], category: "Entertainment").arrangement().cover == 0)
        let video = try Sample.contents([items[1]], category: "Design").arrangement()
        #expect(video.cover == 0)
        #expect(video.section(.hook).map(\.id) == ["hook_001"])
    }

    @Test("figures stand in the hook where they count, else with the person")
    func metrics() throws {
        let metrics = [PortfolioMetric(label: "Clients", value: "40")]
        let text: [Sample.Item] = [.text("x")]
        let business = try Sample.contents(text, category: "Business", metrics: metrics).arrangement()
        #expect(business.section(.hook).map(\.content) == [.metrics(metrics)])
        let design = try Sample.contents(text, category: "Design", metrics: metrics).arrangement()
        #expect(design.section(.hook) == [])
        #expect(design.section(.credibility).map(\.id) == ["credibility_metrics"])
    }

    @Test("figures come from lines of texts about the person, and say so")
    func metricLines() throws {
        let contents = Sample.contents([
            .text("Facts\n98 % retention\nClients: 40", title: "About"), .text("5 % worse", title: "Review"),
            .file("w/a.txt", Sample.text("Chairs: 12"), work: "w"),
            .file("p.pdf", Sample.document(pages: 1, text: "7 % gain")),
        ])
        let block = try #require(contents.arrangement().section(.credibility).first { $0.id == "credibility_metrics" })
        #expect(
            block.content
                == .metrics([
                    PortfolioMetric(label: "retention", value: "98", unit: "%"),
                    PortfolioMetric(label: "Clients", value: "40"),
                ]))
        #expect(block.reasons == ["A rule found these figures: each stands alone on a line of “About”."])
        let given = Sample.contents([.text("98 % retention", title: "About")], metrics: [.init(label: "a", value: "1")])
        let blocks = try given.arrangement().section(.credibility)
        #expect(blocks.contains { $0.content == .metrics([.init(label: "a", value: "1")]) })
    }

    @Test("works stand by their best score, what is in them as it was given")
    func works() throws {
        let contents = Sample.contents([
            .file("Low/a.jpg", photo(1, sharpness: 100), work: "Low"),
            .file("High/a.txt", Sample.text("Under it."), work: "High"),
            .file("High/b.jpg", photo(2, sharpness: 50), work: "High"),
            .file("High/c.jpg", photo(3, sharpness: 9_000), work: "High"),
            .link("https://example.org/high", work: "High"),
        ])
        let blocks = try contents.arrangement().section(.work)
        #expect(blocks.map(\.inputs) == [[2, 3], [1], [4], [0]])
        #expect(blocks.map(\.work) == ["High", "High", "High", "Low"])
        #expect(blocks[0].title == "High")
        #expect(blocks[3].title == "Low")
        #expect(blocks[0].score == contents.scores.inputs[3].final)
        guard case .media = blocks[3].content else {
            Issue.record("One picture is no gallery.")
            return
        }
    }

    @Test("numbered folders keep their order, before folders without numbers")
    func numbered() throws {
        let contents = Sample.contents([
            .file("10_Last/a.jpg", photo(1, sharpness: 9_000), work: "10_Last"),
            .file("2 Second/a.jpg", photo(2, sharpness: 900), work: "2 Second"),
            .file("01-First/a.jpg", photo(3, sharpness: 50), work: "01-First"),
            .file("Other/a.jpg", photo(4, sharpness: 9_500), work: "Other"),
            .file("3D models/a.jpg", photo(5, sharpness: 9_900), work: "3D models"),
        ])
        let blocks = try contents.arrangement().section(.work)
        #expect(blocks.map(\.work) == ["01-First", "2 Second", "10_Last", "3D models", "Other"])
        #expect(blocks[0].reasons[0].contains("Numbered") && !blocks[4].reasons[0].contains("Numbered"))
        var edition = PortfolioEdition()
        edition.order = ["Other", "10_Last"]
        #expect(
            try contents.arrangement(edition).section(.work).map(\.work)
                == ["Other", "10_Last", "01-First", "2 Second", "3D models"])
    }

    @Test("one numbered folder and years are no order")
    func years() throws {
        let contents = Sample.contents([
            .file("1 Low/a.jpg", photo(1, sharpness: 50), work: "1 Low"),
            .file("2019 Older/a.jpg", photo(2, sharpness: 900), work: "2019 Older"),
            .file("2021 Newer/a.jpg", photo(3, sharpness: 9_000), work: "2021 Newer"),
        ])
        #expect(
            try contents.arrangement().section(.work).map(\.work) == ["2021 Newer", "2019 Older", "1 Low"])
    }

    @Test(
        "the person's own website stands with the profiles",
        arguments: [
            ("https://www.example.org/", nil, true), ("https://example.org/shop", nil, true),
            ("https://example.org/", "Ada draws", true), ("https://example.org/blog", "My blog", true),
            ("https://example.org/bridges", "Bridges of the coast", false),
            ("https://notexample.org/", nil, false), ("https://lovelace.example/", "Website", true),
            ("https://lovelace.example/article", "Website", false), ("https://lovelace.example/", "An article", false),
            ("https://ada-lovelace.example", nil, true), ("https://ada-lovelace.example/paper", nil, false),
            ("https://vimeo.com/", "Website", false),
        ])
    func ownWebsite(_ url: String, _ title: String?, _ isOwn: Bool) throws {
        let contents = Sample.contents([.file("a.jpg", photo(1)), .link(url, title: title)], title: "Ada Lovelace")
        let section: SectionID = isOwn ? .credibility : .work
        #expect(try contents.arrangement().section(section).contains { $0.inputs == [1] })
        // In a work, a link belongs to the work.
        let inWork = Sample.contents([.file("w/a.jpg", photo(1), work: "w"), .link(url, title: title, work: "w")])
        #expect(try inWork.arrangement().section(.work).map(\.inputs) == [[0], [1]])
    }

    @Test("a résumé in Markdown or plain text is one, and its figures are not the person's")
    func textResume() throws {
        let resume = "Experience\n\nClients: 40\n\nEducation\n\nLondon\n\nSkills\n\n• Notes"
        let contents = Sample.contents([
            .file("cv.md", Sample.text(resume, title: "Ada")), .file("x.txt", Sample.text("Skills\nLanguages")),
            .file("w/cv.md", Sample.text(resume), work: "w"),
        ])
        #expect(contents.scores.inputs.map(\.role) == [.resume, .general, .general])
        #expect(contents.scores.inputs[0].roleReason == "The text has 3 headings of a résumé.")
        #expect(try contents.arrangement().section(.credibility).map(\.inputs) == [[0]])
    }

    @Test("contents are written by their kind, and read as earlier versions wrote them")
    func coding() throws {
        let contents: [ArrangedContent] = [
            .media(.init(input: 1, altText: "A", altTextSource: .rule)),
            .gallery([.init(input: 1, altText: "A", altTextSource: .rule)]),
            .text(.init(input: 2, role: .bio, header: "H", text: "T")),
            .link(.init(input: 3, url: "https://a.example", platform: "website", title: "A", description: "")),
            .metrics([.init(label: "L", value: "1")]), .contact,
        ]
        let written = String(decoding: try JSONText.compact(contents), as: UTF8.self)
        #expect(written.hasPrefix(#"[{"media":{"altText":"A""#) && written.hasSuffix(#"{"contact":{}}]"#))
        #expect(!written.contains("_0"))
        #expect(try JSONDecoder().decode([ArrangedContent].self, from: Data(written.utf8)) == contents)
        let former = #"""
            [{"media":{"_0":{"input":1,"page":0,"isVideo":false,"altText":"A","altTextSource":"rule"}}},
             {"metrics":{"_0":[{"label":"L","value":"1"}]}},{"contact":{}}]
            """#
        #expect(
            try JSONDecoder().decode([ArrangedContent].self, from: Data(former.utf8))
                == [contents[0], contents[4], .contact])
        for malformed in [#"[{}]"#, #"[{"other":{}}]"#, #"[{"media":[]}]"#] {
            #expect(throws: DecodingError.self) {
                try JSONDecoder().decode([ArrangedContent].self, from: Data(malformed.utf8))
            }
        }
    }

    @Test("a PDF that is no résumé is shown by its pages, at most twenty")
    func pages() throws {
        let contents = Sample.contents([
            .file("one.pdf", Sample.document(pages: 1, title: "Flyer")),
            .file("w/many.pdf", Sample.document(pages: 25), work: "w", altText: "A plan"),
        ])
        let blocks = try contents.arrangement().section(.work)
        let flyer = try #require(blocks.first { $0.inputs == [0] })
        guard case .media(let page) = flyer.content else {
            Issue.record("One page is no gallery.")
            return
        }
        #expect(page.altText == "Ada, document 1 of 1")
        #expect(flyer.title == "Flyer")
        let plan = try #require(blocks.first { $0.work == "w" })
        guard case .gallery(let pages) = plan.content else {
            Issue.record("Pages are a gallery.")
            return
        }
        #expect(pages.map(\.page) == Array(0..<20))
        #expect(pages[2].altText == "A plan, page 3 of 20")
        #expect(pages[2].altTextSource == .given)
    }

    @Test("alternative texts: given, metadata, caption, else which picture it is")
    func altTexts() throws {
        let contents = Sample.contents([
            .file("w/a.jpg", Sample.photo(1, altText: "A wall"), work: "w", caption: "Wall", altText: "The red wall"),
            .file("w/b.jpg", Sample.photo(2, altText: "A wall"), work: "w", caption: "Wall"),
            .file("w/c.jpg", Sample.photo(3, caption: "From the camera"), work: "w"),
            .file("w/d.jpg", Sample.photo(4), work: "w"), .file("e.jpg", Sample.photo(5)),
        ])
        func media(_ edition: PortfolioEdition? = nil) throws -> [ArrangedMedia] {
            let blocks = try contents.arrangement(edition).section(.work)
            return blocks.flatMap { block -> [ArrangedMedia] in
                switch block.content {
                case .media(let media): [media]
                case .gallery(let media): media
                default: []
                }
            }.sorted { $0.input < $1.input }
        }
        let plain = try media()
        #expect(
            plain.map(\.altText) == [
                "The red wall", "A wall", "From the camera", "w, picture 4 of 4", "Ada, picture 1 of 1",
            ])
        #expect(plain.map(\.altTextSource) == [.given, .metadata, .caption, .rule, .rule])
        var edition = PortfolioEdition()
        edition.altTexts = ["w/d.jpg": "A blue wall"]
        edition.captions = ["w/d.jpg": "Blue"]
        edition.titles = ["w": "Walls"]
        let edited = try media(edition)
        #expect(edited[3].altText == "A blue wall")
        #expect(edited[3].altTextSource == .given)
        #expect(edited[3].caption == "Blue")
    }

    @Test("priority goes by the score, and is low beyond what a section shows well")
    func priorities() throws {
        let contents = Sample.contents((0..<6).map { .text("Text \($0).", title: "About \($0)") })
        let priorities = try contents.arrangement().section(.credibility).map(\.priority)
        #expect(priorities == [.medium, .medium, .medium, .medium, .low, .low])
        // A photo with five words of the category, made on the day of reference:
        // 0.25 · 1 + 0.35 · 0.7976 + 0.03 + 0.1 + 0.1 = 0.75916
        let good = Sample.contents([
            .file("a.jpg", Sample.photo(1, 1920, 1280, date: "2026-01-01"), caption: "logo font grid icon poster")
        ])
        #expect(good.scores.inputs[0].final == 0.7592)
        #expect(try good.arrangement().section(.hook)[0].priority == .high)
    }

    @Test("what is left out is named with its reason")
    func leftOut() throws {
        var empty = photo(2)
        empty.renditions = []
        let contents = Sample.contents([
            .file("a.jpg", photo(1)), .file("b.jpg", photo(1)), .file("c.jpg", photo(3)), .text(" \n "),
            .file("e.jpg", empty), .failed("f.jpg", Failure(.unsupportedType, "It is no picture.")),
        ])
        var edition = PortfolioEdition()
        edition.omit = ["c.jpg", "f.jpg"]
        #expect(
            try contents.arrangement(edition).leftOut == [
                .init(input: 1, reason: "near_duplicate", of: 0), .init(input: 2, reason: "omitted"),
                .init(input: 3, reason: "empty_text"), .init(input: 4, reason: "nothing_to_show"),
            ])
        edition.omit = ["a.jpg"]
        #expect(try contents.arrangement(edition).leftOut.map(\.input) == [0, 3, 4])
        #expect(try contents.arrangement(edition).cover != 0)
        // A cover that was chosen is not left out for a copy.
        edition.omit = nil
        edition.cover = "b.jpg"
        #expect(try contents.arrangement(edition).leftOut.first == .init(input: 0, reason: "near_duplicate", of: 1))
        #expect(try contents.arrangement(edition).cover == 1)
    }

    @Test("an edition orders sections, works and files, and what it does not name follows")
    func order() throws {
        let contents = Sample.contents([
            .file("w1/a.jpg", photo(1), work: "w1"), .file("w1/b.jpg", photo(2), work: "w1"),
            .file("w1/c.jpg", photo(3), work: "w1"), .file("w2/a.jpg", photo(4, sharpness: 1), work: "w2"),
            .file("w3/a.jpg", photo(5, sharpness: 2), work: "w3"), .text("a", title: "Bio"),
        ])
        var edition = PortfolioEdition()
        edition.order = ["w2", "w1/c.jpg"]
        edition.sections = [.action, .work]
        let arrangement = try contents.arrangement(edition)
        #expect(arrangement.sections.map(\.id) == [.action, .work, .hook, .credibility])
        #expect(arrangement.section(.work).map(\.inputs) == [[3], [2, 0, 1], [4]])
    }

    @Test("without a usable input there is no arrangement")
    func noContent() {
        let contents = Sample.contents([.failed("a", Failure(.unsupportedType, "It is no picture.")), .link("x")])
        #expect(throws: Failure(.noContent, "None of the 2 inputs can be used. The first: It is no picture.")) {
            try contents.arrangement()
        }
    }

    @Test("the same portfolio has the same arrangement, byte for byte")
    func bytes() throws {
        let contents = Sample.contents(
            (0..<12).map { .file("\($0).jpg", photo($0), work: "w\($0 % 4)") } + [.text("Clients: 40", title: "Bio")])
        let bytes = try JSONText.compact(contents.arrangement())
        #expect(try JSONText.compact(contents.arrangement()) == bytes)
        #expect(try JSONDecoder().decode(Arrangement.self, from: bytes) == contents.arrangement())
    }
}
