import RowQuery
import Families
import TestSupport
import Testing

@Suite("The rules of stories")
struct StoryRulesTests {
    @Test("each kind of reaction has the sign, the word and the colour of the app")
    func reactions() {
        let kinds = ReactionKind.allCases.map { [$0.rawValue, $0.emoji, $0.label, $0.color.rawValue] }
        #expect(
            kinds == [
                ["heart", "❤️", "Love", "pink"], ["sparkles", "✨", "Amazing", "purple"],
                ["palette", "🎨", "Artistic", "blue"], ["hand_heart", "🫶", "Proud", "orange"],
                ["star", "⭐", "Star", "yellow"],
            ])
        #expect(ReactionKind.allCases.allSatisfy { StoryText.isColor($0.color.hex) })
    }

    @Test("a title is the given one, or the first 50 characters of the story as a reader counts them")
    func titles() {
        let family = "👨‍👩‍👧‍👦"
        #expect(StoryText.title("Sun", story: "A story of the sun") == "Sun")
        #expect(
            StoryText.title("", story: String(repeating: family, count: 60)) == String(repeating: family, count: 50))
        #expect(StoryText.title(" \n", story: "  A story of the sun") == "A story of the sun")
        #expect(StoryText.title(nil, story: nil) == nil)
        #expect(StoryText.title("", story: " ") == nil)
    }

    @Test("a title that is the beginning of its story is printed as whole words with an ellipsis")
    func printedTitles() {
        func printed(_ story: String, title: String? = nil) -> String {
            StoryText.printedTitle(title ?? StoryText.title(nil, story: story) ?? "", story: story)
        }
        let long = "The sun is yellow because it ate all the lemons of the garden."
        #expect(printed(long) == "The sun is yellow because it ate all the lemons of…")
        #expect(printed("Oh! \(long)") == "Oh! The sun is yellow because it ate all the…")
        #expect(printed("The sun ate all the lemons.") == "The sun ate…")
        #expect(printed(long, title: "Sun") == "Sun" && printed(long, title: "The sun") == "The sun")
        #expect(printed(String(repeating: "日", count: 60)) == String(repeating: "日", count: 50) + "…")
        #expect(StoryText.printedTitle("Sun", story: nil) == "Sun")
    }

    @Test(
        "an age is counted in whole months and said in words",
        arguments: [
            ("2025-01-15", "2025-08-15", 7, "7 months old"), ("2025-01-15", "2025-08-14", 6, "6 months old"),
            ("2025-01-15", "2025-02-15", 1, "1 month old"), ("2025-01-31", "2025-02-28", 0, "0 months old"),
            ("2025-01-31", "2025-03-01", 1, "1 month old"), ("2023-06-01", "2025-05-31", 23, "23 months old"),
            ("2023-06-01", "2025-06-01", 24, "Age 2"), ("2020-12-31", "2025-12-30", 59, "Age 4"),
        ])
    func ages(born: String, on date: String, months: Int, words: String) {
        let age = ChildAge(born: born, on: date)
        #expect(age?.months == months)
        #expect(age?.inWords == words)
    }

    @Test("before the birth there is no age")
    func unborn() {
        #expect(ChildAge(born: "2025-06-02", on: "2025-06-01") == nil)
        #expect(ChildAge(born: "soon", on: "2025-06-01") == nil)
    }

    @Test("codes are drawn from a given source, have no letters that look alike, and are read however they are typed")
    func codes() {
        var first = SeededGenerator(seed: 0)
        var second = SeededGenerator(seed: 0)
        let code = InviteCode(using: &first)
        #expect(code == InviteCode(using: &second))
        #expect(code != InviteCode(using: &first))
        #expect(code.text.count == 8)
        #expect(Set("ILO01").isDisjoint(with: InviteCode.alphabet))
        let typed = code.text.lowercased()
        #expect(InviteCode(" \(typed.prefix(4))-\(typed.suffix(4))\n") == code)
        #expect(InviteCode(typed + "A") == nil)
        #expect(InviteCode("ABCDEFG0") == nil)
        #expect(InviteCode(String(repeating: "-", count: 100_000)) == nil)
    }

    @Test(
        "a picture's first folder is its family; names that lead elsewhere are none",
        arguments: [
            ("/sun.jpg", true), ("/2026/sun.jpg", true), ("", false), ("/", false), ("/../x", false), ("/./x", false),
            ("//x", false), ("/a\\..\\b", false), ("/a\nb", false), ("/" + String(repeating: "a", count: 600), false),
        ])
    func pictureNames(rest: String, isName: Bool) {
        let family = "0f000000-0000-4000-8000-000000000001"
        #expect(PictureName.family(of: family.uppercased() + rest) == (isName ? family : nil))
    }

    @Test("names of pictures that look alike are one name")
    func composedNames() {
        let family = "0f000000-0000-4000-8000-000000000001"
        for name in ["/tw\u{E9}.png", "/twe\u{301}.png"] {
            #expect(PictureName.kept(family + name).map { Array($0.utf8) } == Array("\(family)/tw\u{E9}.png".utf8))
        }
    }

    @Test("URLs of ours in a body become what they mean, and others stay")
    func references() throws {
        let links = PictureLinks(
            reference: { url in
                url.hasPrefix("https://ours/") ? PictureLinks.Reference(String(url.dropFirst(13))) : nil
            }, link: { id, _ in id })
        let body = #"[{"image_url":"https://ours/a","title":"https://ours/b","moment_photo_url":"https://theirs/c"}]"#
        let json = try JSONValue(parsing: Array(body.utf8), limits: QueryLimits())
        #expect(
            links.resolved(json, for: "artworks")
                == .list([
                    .object([
                        "image_url": .text("a"), "title": .text("https://ours/b"),
                        "moment_photo_url": .text("https://theirs/c"),
                    ])
                ]))
        #expect(links.resolved(json, for: "children") == json)
    }
}
