import FailureModel
import Foundation
import Families
import TestSupport
import Testing
import Typesetting

import Storybook

@Suite("A storybook") struct StorybookContentTests {
    @Test("is the same bytes when made again")
    func sameBytes() throws {
        let book = try SampleBook.small(BookOptions(bleed: 3, ppi: 150))
        #expect(try SetBook(book).pdf == SetBook(book).pdf)
    }

    @Test(
        "has every script that has a font, and emoji",
        arguments: [
            "الشمس تضحك لأن القطة سقطت في البركة", "השמש צוחקת כי החתול נפל לבריכה", "सूरज हँस रहा है क्योंकि बिल्ली गिर गई",
            "太陽が笑っています。猫が池に落ちたから。", "햇님이 웃고 있어요", "พระอาทิตย์กำลังยิ้ม", "Солнце смеётся, ο ήλιος γελάει",
            "Feliç dia de l’àvia, ćma, żółw", "The sun 🌞 and the cat 🐱 of the family 👨‍👩‍👧 ❤️ 🇩🇪",
        ])
    func scripts(_ text: String) throws {
        let comment = StorybookArtwork.Comment(nickname: text, date: try SampleBook.date("2025-05-05"), text: text)
        let child = StorybookArtwork.Child(name: text, color: "#4CAF50")
        let artwork = try SampleBook.artwork(child: child, title: text, story: text, comments: [comment])
        var book = SampleBook.book([artwork])
        book.title = text
        book.names = [text]
        book.dedication = text
        let set = try SetBook(book)
        #expect(set.report.pages == 4)
        // Text is searchable in the scripts that poppler reads in order; emoji are pictures with a text.
        let isPicture = text.contains("🌞")
        let structure = String(decoding: set.pdf, as: Unicode.ASCII.self)
        #expect(structure.contains("/ActualText <FEFFD83CDF1E") == isPicture)
        #expect(try !set.text().isEmpty)
    }

    @Test("sets emoji as sharp as its pictures")
    func emoji() throws {
        let artwork = try SampleBook.artwork(story: "A cat 🐱, a cat 🐱 and a dog 🐶.")
        let set = try SetBook(SampleBook.book([artwork], options: BookOptions(extent: .page)))
        let signs = try set.images().filter { $0.encoding == "image" }
        #expect(!signs.isEmpty && signs.allSatisfy { $0.xPPI >= 250 })
    }

    @Test("with characters that no font has is made, and its report says where they stand")
    func missingCharacters() throws {
        let book = SampleBook.book([
            try SampleBook.artwork(story: "I like \u{10FF00} very much indeed."),
            try SampleBook.artwork(date: "2025-03-13", comments: try SampleBook.comments(1, "\u{10FE00}")),
        ])
        #expect(
            try SetBook(book).report.missingCharacters.map { "\($0.character) in \($0.place)" } == [
                "U+10FF00 in artwork 1", "U+10FE00 in artwork 2",
            ])
    }

    @Test("without artworks is refused")
    func empty() {
        let failure = #expect(throws: Failure.self) { try SetBook(SampleBook.book([])) }
        #expect(failure?.code == .bookEmpty)
    }

    @Test("with a picture that cannot be read is made: its place is empty, and the report says so")
    func damaged() throws {
        let broken = BookPicture(Data("nothing".utf8))
        let cut = BookPicture(try SampleBook.painting(width: 2_400, height: 1_800).file(.png).prefix(600))
        let set = try SetBook(
            SampleBook.book([
                try SampleBook.artwork("a", picture: broken), try SampleBook.artwork("b", date: "2025-03-13"),
                try SampleBook.artwork("c", date: "2025-03-14", picture: cut),
            ]))
        let lost = set.report.warnings.filter { $0.code == .pictureLeftOut }
        #expect(Set(lost.map(\.artwork)) == ["a", "c"])
        #expect(set.report.artworks.map(\.artwork) == ["a", "b", "c"])
        let moments = try SetBook(SampleBook.book([try SampleBook.artwork(moment: broken)]))
        #expect(moments.report.warnings.contains { $0.code == .momentLeftOut && $0.page == 2 })
    }

    @Test("of damaged pictures and strange words is made, with all artworks in it")
    func fuzz() throws {
        var damage = FileDamage(seed: 28)
        let files = [
            try SampleBook.painting(width: 320, height: 240).file(.jpeg),
            try SampleBook.painting(width: 320, height: 240).file(.png),
        ]
        let artworks = try (0..<24).map { index in
            try SampleBook.artwork(
                "\(index)", title: damage.damaged("The sun"), story: damage.damaged(SampleBook.story),
                picture: BookPicture(damage.damaged(files[index % 2])),
                moment: BookPicture(damage.damaged(files[index % 2])),
                comments: try SampleBook.comments(1, damage.damaged("Lovely!")))
        }
        let sound = try SampleBook.artwork("sound", title: "Sound", date: "2025-04-12")
        let set = try SetBook(SampleBook.book(artworks + [sound]))
        let ids = artworks.map(\.id) + ["sound"]
        #expect(Set(set.report.artworks.map(\.artwork)) == Set(ids))
        #expect(set.report.warnings.allSatisfy { $0.artwork != "sound" || $0.code == .lowResolution })
        #expect(set.report.warnings.contains { $0.code == .pictureLeftOut })
    }

    @Test("passes the bytes of JPEGs through within 1.5 times its resolution, and makes others smaller")
    func resolution() throws {
        let jpeg = try SampleBook.painting(width: 2_400, height: 1_800).file(.jpeg)
        let artwork = try SampleBook.artwork(picture: BookPicture(jpeg))
        func images(_ ppi: Int) throws -> (isPassed: Bool, ppi: [Int]) {
            let set = try SetBook(SampleBook.book([artwork], options: BookOptions(ppi: ppi, extent: .page)))
            return (set.pdf.firstRange(of: jpeg) != nil, try set.images().map(\.xPPI))
        }
        // 2,400 pixels on the width of the page are 340 an inch.
        #expect(try images(300).isPassed && images(240).isPassed)
        let mail = try images(150)
        #expect(!mail.isPassed && mail.ppi.allSatisfy { (145...155).contains($0) })
    }

    @Test("keeps transparent pictures transparent when they are made smaller")
    func transparency() throws {
        let hole = ColourPicture(width: 2_400, height: 1_600) { x, y in x > y ? 0x1E28_C8FF : 0 }
        let artwork = try SampleBook.artwork(picture: BookPicture(try hole.file(.png)))
        let set = try SetBook(SampleBook.book([artwork], options: BookOptions(ppi: 100, extent: .page)))
        #expect(try set.read("pdfimages", ["-list"]).contains("smask"))
        #expect(try set.images().allSatisfy { (95...105).contains($0.xPPI) })
    }

    @Test("for print warns of coarse pictures by page; one to mail does not")
    func coarse() throws {
        let artwork = try SampleBook.artwork(
            "small", picture: try SampleBook.picture(400, 300), moment: try SampleBook.picture(100, 100))
        func warnings(_ ppi: Int) throws -> [BookReport.Warning] {
            try SetBook(SampleBook.book([artwork], options: BookOptions(ppi: ppi, extent: .page))).report.warnings
        }
        let print = try warnings(300)
        #expect(print.map(\.code) == [.lowResolutionMoment, .lowResolution])
        #expect(print.allSatisfy { $0.artwork == "small" && $0.page == 1 && (70..<150).contains($0.ppi ?? 0) })
        #expect(try warnings(150) == [])
    }

    @Test("is tagged: sections, headings, and pictures with title and story")
    func tags() throws {
        let set = try SetBook(SampleBook.small())
        let structure = try set.read("pdfinfo", ["-struct-text"])
        for part in [
            "Sect", "H1", "H2", "Figure", "\"The laughing sun\"", "\"Choo choo, all the way to the sea.\"",
            "The flowers are as tall as me",
        ] {
            #expect(structure.contains(part), "\(part)")
        }
        #expect(structure.components(separatedBy: "\n  Sect").count == 5)
        let pdf = String(decoding: set.pdf, as: Unicode.ASCII.self)
        #expect(pdf.contains("/Alt (The train to the sea. Choo choo, all the way to the sea.)"))
        #expect(pdf.contains("/Alt (A photo of the moment. The laughing sun)") && pdf.contains("/Alt (Love)"))
    }

    @Test("names nobody in its metadata but in the title")
    func metadata() throws {
        let set = try SetBook(SampleBook.small())
        let information = try set.read("pdfinfo", []) + set.read("pdfinfo", ["-meta"])
        #expect(information.contains("Our year of drawings"))
        for name in ["Ada", "Alan", "Grandma", "fox"] { #expect(!information.contains(name)) }
    }

    @Test(
        "with options that contradict themselves is refused",
        arguments: [
            BookOptions(bleed: -1), BookOptions(bleed: .nan), BookOptions(ppi: 5), BookOptions(multiple: 3),
            BookOptions(multiple: 0),
        ])
    func options(_ options: BookOptions) throws {
        let failure = #expect(throws: Failure.self) {
            try SetBook(SampleBook.book([try SampleBook.artwork()], options: options))
        }
        #expect(failure?.code == .malformedBook)
    }

    @Test("reads days of the calendar, and only those")
    func dates() throws {
        #expect(BookDate("2024-02-29")?.inWords == "29 February 2024")
        #expect(BookDate("2025-12-01T23:59:59.123+00:00")?.text == "2025-12-01")
        for text in [
            "2025-02-29", "1900-02-29", "2025-13-01", "2025-1-1", "2025-01-32", "0000-01-01", "today", "2025-01-01x",
            "",
        ] {
            #expect(BookDate(text) == nil, "\(text)")
        }
    }
}
