import FormModel
import TestSupport
import Testing

@Suite("Detection: captions that several blanks share") struct SharedCaptionTests {
    private func fields(_ caption: String, blanks: Int) throws -> [Field] {
        try DetectedPage.fields { page in
            page.text("Application for membership", x: 60, y: 50, size: 14)
            for (row, text) in ["Club", caption, "Telephone"].enumerated() {
                page.text(text, x: 60, y: 101 + 40 * Double(row), size: 10)
                let count = row == 1 ? blanks : 1
                let width = 270 / Double(count)
                for place in 0..<count {
                    page.box(x: 260 + (width + 6) * Double(place), y: 88 + 40 * Double(row), width: width, height: 20)
                }
            }
        }
    }

    @Test(
        "a list with a part for each of the blanks is divided among them",
        arguments: [
            ("ZIP code, town", ["ZIP code", "town"]), ("Town, county, country", ["Town", "county", "country"]),
            ("PLZ, Wohnort:", ["PLZ", "Wohnort"]), ("Name (family, given)", ["Name (family)", "Name (given)"]),
        ])
    func divided(_ caption: String, _ parts: [String]) throws {
        #expect(try fields(caption, blanks: parts.count).map(\.label) == ["Club"] + parts + ["Telephone"])
    }

    @Test("any other caption is whole for each blank")
    func whole() throws {
        for caption in [
            "Address", "Town, county, country", "Name (family, given, middle)", "If yes, explain", "Spouse, if married",
        ] {
            #expect(try fields(caption, blanks: 2).map(\.label) == ["Club", caption, caption, "Telephone"])
        }
    }

    @Test("a square under the caption Initial is for a letter, and one beside an option is a check box")
    func initial() throws {
        let fields = try DetectedPage.fields { page in
            page.text("Your first name", x: 60, y: 96, size: 8)
            page.box(x: 60, y: 100, width: 160, height: 18)
            page.text("Initial", x: 230, y: 96, size: 8)
            page.box(x: 230, y: 100, width: 18, height: 18)
            page.text("Last name", x: 260, y: 96, size: 8)
            page.box(x: 260, y: 100, width: 160, height: 18)
            page.box(x: 60, y: 150, width: 12, height: 12)
            page.text("Initial", x: 80, y: 160)
        }
        #expect(fields.filter { $0.label == "Initial" }.map(\.type) == [.text, .checkbox])
    }
}
