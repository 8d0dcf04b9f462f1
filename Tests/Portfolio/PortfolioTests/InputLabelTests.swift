import FailureModel
import Portfolio
import Testing

@Suite("What inputs are called") struct InputLabelTests {
    @Test("is their name as dropped, or else their title, address or number")
    func labels() {
        let manifest = PortfolioManifest(
            title: "Ada",
            inputs: [
                .init(.file(part: 0, content: "1"), name: "02 Chairs/oak.jpg", title: "Oak"),
                .init(.text("Hello."), title: "About\u{1B}[31m me"), .init(.text("Hello.")),
                .init(.link("https://github.com/ada")), .init(.failed(code: "invalid_url", message: "x")),
            ])
        #expect(
            (0..<6).map(manifest.label) == [
                "02 Chairs/oak.jpg", "About [31m me", "text 3", "https://github.com/ada", "input 5", "input 6",
            ])
    }

    private func text(_ name: String) -> PortfolioManifest.Input { .init(.file(part: 0, content: "1"), name: name) }

    @Test("a caption whose picture was not dropped is known by its name")
    func captions() {
        let manifest = PortfolioManifest(
            title: "Ada",
            inputs: [
                text("w/wall.JPG.txt"), text("about.txt"), text("a.jpg"), text("a.jpg.txt"), text("notes.md.txt"),
                text("talk.mp4.TXT"), .init(.text("x"), title: "b.jpg.txt"),
                .init(.failed(code: "input_empty", message: "x"), name: "c.jpg.txt"),
            ])
        #expect(manifest.captionsWithoutFile.map(\.input) == [0, 5])
        #expect(manifest.captionsWithoutFile.map(\.file) == ["w/wall.JPG", "talk.mp4"])
    }

    @Test("a text that people write for themselves is known by its name, outside works")
    func privateTexts() {
        let names = ["notes.txt", "README.md", "TODO", "about.txt", "Notes on light.md", "w/notes.txt"]
        var inputs = names.map(text)
        inputs[5].work = "w"
        #expect(PortfolioManifest(title: "Ada", inputs: inputs).privateTexts == [0, 1, 2])
    }

    @Test("a caption without its picture is shown as a text that says so")
    func shown() throws {
        let contents = Sample.contents([
            .file("a.jpg", Sample.photo(1)), .file("wall.jpg.txt", Sample.text("The red wall.")),
        ])
        let block = try #require(contents.arrangement().sections.flatMap(\.blocks).first { $0.inputs == [1] })
        #expect(block.reasons.contains("It is named as the caption of “wall.jpg”, which is not in the folder."))
        let text = Sample.contents([.file("a.jpg", Sample.photo(1)), .file("wall.txt", Sample.text("The red wall."))])
        let other = try #require(text.arrangement().sections.flatMap(\.blocks).first { $0.inputs == [1] })
        #expect(!other.reasons.contains { $0.contains("caption") })
    }

    @Test("a portfolio of which nothing can be shown is refused with the first reason")
    func nothing() {
        let contents = Sample.contents([
            .failed("a.jpg", Failure(.inputUnreadable, "The picture is cut short.")),
            .failed("b.jpg", Failure(.inputEmpty, "It is empty.")),
        ])
        #expect(throws: Failure(.noContent, "None of the 2 inputs can be used. The first: The picture is cut short.")) {
            try contents.checkIsUsable()
        }
        #expect(throws: Failure.noContent(count: 0, first: nil)) { try Sample.contents([]).checkIsUsable() }
        #expect(throws: Never.self) { try Sample.contents([.text("x")]).checkIsUsable() }
    }
}
