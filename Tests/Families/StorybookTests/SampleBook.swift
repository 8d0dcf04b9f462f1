import Foundation
import Families
import TestSupport
import Testing

import Storybook

/// Books of pictures that code makes.
enum SampleBook {
    static let ada = StorybookArtwork.Child(name: "Ada", color: "#E91E63", birthDate: "2021-02-10")
    static let alan = StorybookArtwork.Child(name: "Alan", color: "#2196F3", birthDate: "2024-08-20")

    static let story = """
        This is our house with the red door. The flowers are as tall as me, and the sun is laughing because the cat fell \
        into the pond. Papa is behind the house; you cannot see him, he is looking for the cat.
        """

    /// A house under the sun, as a child paints it.
    static func painting(width: Int, height: Int) throws -> ColourPicture {
        ColourPicture(width: width, height: height) { x, y in
            let (u, v) = (Double(x) / Double(width), Double(y) / Double(height))
            let round = Double(width) / Double(height)
            let sun = ((u - 0.78) * (u - 0.78) * round * round + (v - 0.22) * (v - 0.22)).squareRoot()
            if sun < 0.12 { return 0xFFC8_28FF }
            if sun < 0.19, Int((atan2(v - 0.22, u - 0.78) * 14 / .pi).rounded(.down)) % 2 == 0 { return 0xFFA0_1EFF }
            if v > 0.8 { return 0x6FB4_50FF }
            if (0.15...0.5).contains(u), v > 0.48 {
                return (0.28...0.37).contains(u) && v > 0.62 ? 0x7A46_28FF : 0xD95A_50FF
            }
            if v > 0.28, v <= 0.48, abs(u - 0.325) < (v - 0.28) * 1.05 { return 0x4A5A_C8FF }
            return v < 0.5 ? 0xDCEE_FBFF : 0xF6F3_E8FF
        }
    }

    static func picture(_ width: Int, _ height: Int, _ format: ColourPicture.Format = .jpeg) throws -> BookPicture {
        BookPicture(try painting(width: width, height: height).file(format))
    }

    static func date(_ text: String) throws -> BookDate { try #require(BookDate(text)) }

    static func artwork(
        _ id: String = "a", child: StorybookArtwork.Child = ada, title: String = "The laughing sun",
        story: String? = story, date: String = "2025-03-12", picture: BookPicture? = nil, moment: BookPicture? = nil,
        reactions: [ReactionKind: Int] = [:], comments: [StorybookArtwork.Comment] = []
    ) throws -> StorybookArtwork {
        StorybookArtwork(
            id: id, child: child, title: title, story: story, date: try Self.date(date),
            picture: try picture ?? Self.picture(640, 480), moment: moment, reactions: reactions, comments: comments)
    }

    static func comments(_ count: Int, _ text: String = "Lovely!") throws -> [StorybookArtwork.Comment] {
        try (0..<count).map {
            StorybookArtwork.Comment(nickname: "Cousin\($0)", date: try date("2025-04-01"), text: text)
        }
    }

    static func book(_ artworks: [StorybookArtwork], options: BookOptions = BookOptions()) -> Storybook {
        Storybook(title: "Our year", names: ["Ada", "Alan"], artworks: artworks, options: options)
    }

    /// A book that was looked at page by page.
    static func small(_ options: BookOptions = BookOptions(multiple: 4)) throws -> Storybook {
        let moment = try picture(480, 640)
        return Storybook(
            title: "Our year of drawings", names: ["Ada", "Alan"],
            dedication: "For Grandma, who keeps every picture.",
            artworks: [
                try artwork(
                    "sun", moment: moment, reactions: [.heart: 3, .sparkles: 1, .star: 2],
                    comments: [
                        StorybookArtwork.Comment(
                            nickname: "Grandma", date: try date("2025-03-14"),
                            text: "What a wonderful sun! It hangs above the kitchen table."),
                        StorybookArtwork.Comment(
                            nickname: "Papa", date: try date("2025-03-15"), text: "I am still looking for the cat."),
                        StorybookArtwork.Comment(nickname: "Tom", date: try date("2025-03-16"), text: "Bravo!"),
                    ]),
                try artwork(
                    "train", child: alan, title: "The train to the sea", story: "Choo choo, all the way to the sea.",
                    date: "2026-01-02", picture: try picture(1_500, 260), reactions: [.handHeart: 2, .palette: 4]),
                try artwork(
                    "fox", title: "The fox under the stairs", story: longStory(5_000), date: "2025-06-01",
                    picture: try picture(500, 700), comments: try comments(9, "I knew it was the fox all along.")),
                try artwork(
                    "old", child: alan, title: "Untitled", story: nil, date: "2025-12-24",
                    picture: try picture(60, 80)),
            ], options: options)
    }

    /// A story of numbered words with about this number of characters.
    static func longStory(_ count: Int) -> String {
        var story = ""
        var number = 0
        while story.count + 8 <= count {
            story += story.isEmpty ? "word\(number)" : number % 40 == 0 ? "\n\nword\(number)" : " word\(number)"
            number += 1
        }
        return story + String(repeating: ".", count: count - story.count)
    }
}

/// A book that was set, and what independent programs read in it.
struct SetBook {
    let pdf: Data
    let report: BookReport

    init(_ book: Storybook) throws {
        (pdf, report) = try BookTypesetter(book).pdf()
    }

    /// The output of a program that reads the PDF.
    func read(_ program: String, _ arguments: [String], after: [String] = []) throws -> String {
        let folder = try TemporaryFolder()
        let file = try folder.write(pdf, "book.pdf")
        return String(decoding: try Program.run(program, arguments + [file.path] + after), as: UTF8.self)
    }

    /// The text of the book in the order of its content, with one space between words.
    func text() throws -> String {
        try read("pdftotext", ["-raw"], after: ["-"]).split(whereSeparator: \.isWhitespace).joined(separator: " ")
    }

    /// The columns of `pdfimages -list`, by picture; masks are left out.
    func images() throws -> [(page: Int, width: Int, height: Int, encoding: String, xPPI: Int, yPPI: Int)] {
        try read("pdfimages", ["-list"]).split(separator: "\n").dropFirst(2).compactMap { line in
            let columns = line.split(separator: " ").map(String.init)
            guard columns.count > 13, columns[2] == "image", let page = Int(columns[0]), let width = Int(columns[3]),
                let height = Int(columns[4]), let x = Int(columns[12]), let y = Int(columns[13])
            else { return nil }
            return (page, width, height, columns[8], x, y)
        }
    }
}
