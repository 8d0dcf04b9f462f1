import FailureModel
import FamilyFolder
import Foundation
import FamiliesSQL
import Testing
import WatchFolder

@Suite("Files of families") struct StoryFileTests {
    private static let words = "Once there was a sun."

    private func read(_ text: String, as name: String = "sun.story.yaml") throws -> DroppedStory {
        try StoryFile.read(Data(text.utf8), named: name)
    }

    private func failure(_ text: String, as name: String = "sun.story.yaml") -> Failure? {
        do {
            _ = try read(text, as: name)
            return nil
        } catch {
            return error as? Failure
        }
    }

    @Test("a story says whose it is, when it was made and what it is called")
    func complete() throws {
        let story = try read("child: ' Mia '\ndate: 2025-06-01\ntitle: Sun\nstory: |\n  \(Self.words)\n\n")
        #expect(story == DroppedStory(child: "Mia", date: "2025-06-01", title: "Sun", story: Self.words))
        #expect(try read("title: Sun") == DroppedStory(title: "Sun"))
        #expect(try read("\u{FEFF} \(Self.words)\n", as: "sun.STORY.TXT") == DroppedStory(story: Self.words))
    }

    @Test("lengths are counted in characters, as a reader counts them")
    func lengths() throws {
        let family = "👨‍👩‍👧‍👦"
        #expect(failure(String(repeating: family, count: 19), as: "a.txt")?.code == .storyTooShort)
        #expect(try read(String(repeating: family, count: 20), as: "a.txt").story?.count == 20)
        #expect(try read(String(repeating: "e\u{301}", count: 10_000), as: "a.txt").story?.count == 10_000)
        #expect(failure(String(repeating: "e\u{301}", count: 10_001), as: "a.txt")?.code == .storyTooLong)
        let heavy = "a" + String(repeating: "\u{301}", count: 200_000) + String(repeating: "b", count: 30)
        #expect(failure(heavy, as: "a.txt")?.code == .storyTooLong)
    }

    @Test("all mistakes are reported with their lines, without a word of the family's")
    func mistakes() throws {
        let text = "secretkey: 1\ndate: 2025-13-01\ntitle: \(String(repeating: "x", count: 201))\nstory: secret\n"
        let failure = try #require(self.failure(text))
        #expect(failure.code == .malformedStory)
        #expect(failure.all.map(\.line) == [1, 2, 3, nil])
        #expect(failure.all.last?.code == .storyTooShort)
        #expect(!failure.all.contains { $0.message.contains("secret") || $0.message.contains("xx") })
        #expect(self.failure("date: 0000-01-01")?.all.count == 1)
        #expect(self.failure("date: ''\ntitle: Sun")?.all.count == 1)
        let many = (1...5_000).map { "key\($0): 1\n" }.joined()
        #expect(self.failure(many).map { $0.all.count <= 100 } == true)
        for text in ["- a\n- b", "title: a\ntitle: b", "title: [", "", "story: {a: b}", "just a text that is long"] {
            #expect(self.failure(text)?.code == .malformedStory, "\(text)")
        }
        let invalid = try? StoryFile.read(Data([0xFF, 0xFE, 0x00]), named: "sun.story.txt")
        #expect(invalid == nil)
    }

    @Test("the character that ends a text in databases is refused as what it is, also as an escape")
    func nul() throws {
        for (text, name) in [
            ("Once there was\u{0} a sun in the sky.", "sun.story.txt"),
            ("story: Once there was\u{0} a sun in the sky.", "sun.story.yaml"),
            (#"story: "Once there was\0 a sun in the sky.""#, "sun.story.yaml"),
            (#"{title: "S\0un"}"#, "sun.story.yaml"), (#"{child: "S\x00un"}"#, "sun.story.yaml"),
        ] {
            let failure = try #require(self.failure(text, as: name), "\(text)")
            #expect(failure.code == .malformedStory && failure.description.contains("U+0000"), "\(failure)")
        }
    }

    @Test(
        "names say what a file is",
        arguments: [
            ("sun.jpg", DroppedRole(.original, stem: "sun")), ("sun.story.yaml", DroppedRole(.inputs, stem: "sun")),
            ("Sun.Story.TXT", DroppedRole(.inputs, stem: "Sun")),
            ("sun.moment.heic", DroppedRole(.companion, stem: "sun")),
            ("2025.book.yml", DroppedRole(.order, stem: "2025")), ("a.b.png", DroppedRole(.original, stem: "a.b")),
            (".story.txt", DroppedRole(.original, stem: ".story")), ("sun", DroppedRole(.original, stem: "sun")),
            ("moment.jpg", DroppedRole(.original, stem: "moment")),
        ])
    func roles(name: String, role: DroppedRole) {
        #expect(FamilyFiles.role(of: name) == role)
    }
}
