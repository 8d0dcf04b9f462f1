import FailureModel
import FormModel
import Foundation
import Portfolio
import TestSupport
import Testing
import Typesetting

import PortfolioBook

@Suite("The book of a portfolio") struct PortfolioBookContentTests {
    private func everything() throws -> SamplePortfolio {
        try #require(SampleFolders.all.first { $0.name == "everything" }?.portfolio)
    }

    @Test("is the same bytes when made again")
    func sameBytes() throws {
        var portfolio = try everything()
        portfolio.edition.bleed = 3
        let book = try portfolio.book()
        #expect(try SetPortfolioBook(book).pdf == SetPortfolioBook(book).pdf)
    }

    @Test("is tagged, and pdfinfo reads back what was put in")
    func tags() throws {
        let set = try SetPortfolioBook(everything().book())
        let structure = try set.read("pdfinfo", ["-struct-text"])
        for part in ["H1", "H2", "H3", "P ", "Figure", "Caption", "TOC", "TOCI", "Link", "\"A caption\"", "Sect"] {
            #expect(structure.contains(part), "\(part)")
        }
        let destinations = try set.read("pdfinfo", ["-dests"])
        for name in ["section_hook", "section_credibility", "section_work", "section_process", "section_action"] {
            #expect(destinations.contains("\"\(name)\""), "\(name)")
        }
        for name in ["work-0", "work-1", "work-2", "credibility-0", "credibility-5", "hook-1", "action-0"] {
            #expect(destinations.contains("\"\(name)\""), "\(name)")
        }
        let addresses = try set.read("pdfinfo", ["-url"])
        for address in [
            "mailto:ada@example.org", "tel:+442079460000", "https://ada.example.org/", "https://example.org/github?a=b",
        ] {
            #expect(addresses.contains(address), "\(address)")
        }
        let information = try set.read("pdfinfo", [])
        #expect(information.contains("Quiet Places") && information.contains("Tagged:          yes"))
        let pdf = try set.objects()
        #expect(pdf.contains("/Lang (en)") && pdf.contains("/OutputIntents") && pdf.contains("/PageMode /UseOutlines"))
        for title in ["Overview", "About & Links", "My Work", "First", "Second", "Process", "Contents"] {
            #expect(pdf.contains("/Title (\(title))"), "\(title)")
        }
        let figures = structure.components(separatedBy: "Figure").count - 1
        #expect(figures == set.report.pictures.count && figures == pdf.components(separatedBy: "/Alt (").count - 1)
    }

    @Test("Markdown's lists, tables and code are elements of the structure, also across pages")
    func markdownTags() throws {
        func item(_ level: Int, _ marker: String?, _ text: String) -> RichBlock {
            RichBlock(marker == nil ? .paragraph : .item, level: level, marker: marker, spans: [RichSpan(text)])
        }
        var blocks = [
            item(1, "•", "one"), item(1, nil, "more"), item(2, "1.", "inner"), item(2, "2.", "next"),
            item(1, "•", "two"), item(0, nil, "outside"), item(3, "•", "deep"),
            RichBlock(.code, spans: [RichSpan("let x")]),
        ]
        let rows = [[[RichSpan("h")], [RichSpan("i")]]] + (1...90).map { [[RichSpan("r\($0)")], [RichSpan("\($0)")]] }
        blocks.append(RichBlock(.table, spans: [], rows: rows, alignments: [.start, .end]))
        blocks.append(item(0, nil, "the end"))
        var portfolio = SamplePortfolio()
        portfolio.text(.credibility, "Words", blocks: blocks)
        let structure = try SetPortfolioBook(portfolio.book()).read("pdfinfo", ["-struct-text"])
        let tags = structure.split(separator: "\n").map { $0.trimmingCharacters(in: .whitespaces) }
            .filter { !$0.hasPrefix("/") }
        let start = try #require(tags.firstIndex(of: "L (block):"))
        let lists = Array(tags[start...].prefix { $0 != "Code (inline):" && !$0.hasPrefix("Table") })
        let item = ["LI (block)", "Lbl (block)"]
        #expect(
            lists == [
                "L (block):"
            ] + item + [
                "\"•\"", "LBody (block)", "P (block)", "\"one\"", "P (block)", "\"more\"",
                "L (block):",
            ] + item + ["\"1.\"", "LBody (block)", "P (block)", "\"inner\""]
                + item + ["\"2.\"", "LBody (block)", "P (block)", "\"next\""]
                + item + [
                    "\"•\"", "LBody (block)", "P (block)", "\"two\"", "P (block)", "\"outside\"",
                    "L (block):", "LI (block)", "LBody (block)", "L (block):", "LI (block)", "LBody (block)",
                    "L (block):",
                ] + item + [
                    "\"•\"", "LBody (block)", "P (block)", "\"deep\"",
                ])
        #expect(tags.filter { $0 == "Table (block)" }.count == 1 && tags.filter { $0 == "TR" }.count == 91)
        #expect(tags.filter { $0.hasPrefix("TH") }.count == 2 && tags.filter { $0 == "TD" }.count == 180)
        // What follows stands outside the table.
        let last = try #require(structure.split(separator: "\n").last { $0.contains("the end") })
        let cell = try #require(structure.split(separator: "\n").last { $0.contains("\"90\"") })
        #expect(last.prefix { $0 == " " }.count < cell.prefix { $0 == " " }.count)
    }

    @Test("lists its sections and works with the pages on which they stand")
    func contents() throws {
        let set = try SetPortfolioBook(everything().book())
        let list = try set.read("pdftotext", ["-f", "2", "-l", "2", "-layout"], after: ["-"])
        var found = 0
        for line in list.split(separator: "\n") {
            let words = line.split(separator: " ")
            guard words.count > 1, let page = words.last.flatMap({ Int($0) }) else { continue }
            let title = words.dropLast().joined(separator: " ")
            guard title != "Quiet Places", !title.hasPrefix("Contents") || words.count > 2 else { continue }
            let name = title.replacingOccurrences(of: "Contents ", with: "")
            let text = try set.read("pdftotext", ["-f", "\(page)", "-l", "\(page)"], after: ["-"])
            #expect(text.contains(name), "\(name) on page \(page)")
            found += 1
        }
        #expect(found == 7)
    }

    @Test("prints of a contact what was given, and nothing else")
    func contact() throws {
        var portfolio = try everything()
        portfolio.contact = PortfolioContact(email: "ada@example.org", url: "ftp://example.org")
        let some = try SetPortfolioBook(portfolio.book())
        let addresses = try some.read("pdfinfo", ["-url"])
        #expect(addresses.contains("mailto:") && !addresses.contains("tel:") && !addresses.contains("ftp:"))
        #expect(try !some.read("pdftotext", [], after: ["-"]).contains("Phone"))
        portfolio.contact = PortfolioContact()
        let none = try SetPortfolioBook(portfolio.book())
        #expect(none.report.pages == some.report.pages - 1)
        #expect(try !none.read("pdftotext", [], after: ["-"]).contains("Connect"))
    }

    @Test("has its trim and bleed boxes", arguments: PortfolioEdition.Page.allCases)
    func boxes(_ page: PortfolioEdition.Page) throws {
        var portfolio = SamplePortfolio()
        portfolio.block(.action, .contact)
        portfolio.edition.page = page
        portfolio.edition.bleed = 3
        portfolio.edition.theme = .dark
        let boxes = try SetPortfolioBook(portfolio.book()).read("pdfinfo", ["-box"])
        func box(_ name: String) -> [Double] {
            boxes.split(separator: "\n").first { $0.hasPrefix(name) }?.split(separator: " ").compactMap { Double($0) }
                ?? []
        }
        let (trim, bleed, media) = (box("TrimBox:"), box("BleedBox:"), box("MediaBox:"))
        let expected: (Double, Double) =
            switch page {
            case .a4Landscape: (841.89, 595.28)
            case .a4: (595.28, 841.89)
            case .letter: (612, 792)
            case .widescreen: (960, 540)
            case .square: (595.28, 595.28)
            }
        #expect(abs(trim[2] - trim[0] - expected.0) < 0.02 && abs(trim[3] - trim[1] - expected.1) < 0.02)
        #expect(bleed == media && abs(trim[0] - 3 * 72 / 25.4) < 0.01)
    }

    @Test("with characters that no font has is made, and its report says where they stand")
    func missingCharacters() throws {
        var portfolio = try everything()
        portfolio.title = "A \u{10FF00}"
        portfolio.text(.process, "\u{F0B7} B \u{10FE00}")
        let set = try SetPortfolioBook(portfolio.book())
        let missing = set.report.missingCharacters
        #expect(missing.map(\.character) == ["U+10FE00", "U+10FF00"])
        #expect(missing.last?.place == "the cover" && missing.first?.place.hasPrefix("the text of “") == true)
    }

    @Test("sets every script that has a font, and emoji")
    func scripts() throws {
        var portfolio = SamplePortfolio()
        portfolio.title = "الشمس تضحك 🌞"
        for text in ["השמש צוחקת כי החתול נפל לבריכה", "सूरज हँस रहा है", "太陽が笑っています。", "햇님이 웃고 있어요", "Солнце смеётся 🐱"] {
            portfolio.text(.credibility, text, header: text)
        }
        #expect(try SetPortfolioBook(portfolio.book()).report.pages == 3)
    }

    @Test("with an edition out of bounds is refused")
    func bounds() throws {
        for (ppi, bleed) in [(5, 0.0), (601, 0), (220, -1), (220, 11), (220, .nan)] {
            var portfolio = SamplePortfolio()
            portfolio.edition.ppi = ppi
            portfolio.edition.bleed = bleed
            let failure = #expect(throws: Failure.self) { try SetPortfolioBook(portfolio.book()) }
            #expect(failure?.code == .malformedPortfolio)
        }
    }

    @Test("ends when its progress fails")
    func progress() throws {
        let book = try everything().book()
        let failure = #expect(throws: Failure.self) {
            try PortfolioBookTypesetter(book) { completed, total throws(Failure) in
                if completed == 3, total > 5 { throw Failure(.internalError, "stopped") }
            }.pdf()
        }
        #expect(failure?.message == "stopped")
    }
}
