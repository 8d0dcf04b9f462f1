import Foundation
import Portfolio
import Testing

@Suite struct VCardTests {
    @Test("a card has what the person gave, and nothing else")
    func card() {
        let card = VCard(
            title: "Ada Lovelace", contact: .init(email: "ada@example.org", phone: "+44 20", url: "https://ada.example")
        )
        #expect(
            card.text == """
                BEGIN:VCARD\r
                VERSION:3.0\r
                N:Ada Lovelace;;;;\r
                FN:Ada Lovelace\r
                EMAIL;TYPE=INTERNET:ada@example.org\r
                TEL:+44 20\r
                URL:https://ada.example\r
                END:VCARD\r

                """)
        #expect(
            VCard(title: "Ada", contact: .init()).text
                == "BEGIN:VCARD\r\nVERSION:3.0\r\nN:Ada;;;;\r\nFN:Ada\r\nEND:VCARD\r\n")
        #expect(VCard(title: " ", contact: .init(phone: "1")).text.contains("\r\nFN:1\r\n"))
    }

    @Test("no value ends its line or its field")
    func escaping() {
        let text = VCard(title: "A;B,C\\D\r\nTEL:1", contact: .init(email: "a\nURL:x")).text
        #expect(text.contains(#"FN:A\;B\,C\\D TEL:1"#))
        #expect(text.contains("EMAIL;TYPE=INTERNET:a URL:x\r\n"))
        #expect(!text.contains("\nTEL"))
        #expect(!text.contains("\nURL"))
    }

    @Test("lines of over 75 bytes are folded between characters, and unfold to what they were")
    func folding() {
        let title = String(repeating: "äé𝛑", count: 40)
        let text = VCard(title: title, contact: .init()).text
        let lines = text.components(separatedBy: "\r\n")
        #expect(lines.count > 8)
        #expect(lines.allSatisfy { $0.utf8.count <= 75 })
        #expect(lines.filter { $0.hasPrefix(" ") }.contains { $0.utf8.count > 70 })
        // A space and 74 letters fill a line.
        let letters = VCard(title: String(repeating: "a", count: 200), contact: .init()).text
        #expect(letters.components(separatedBy: "\r\n").map(\.utf8.count).max() == 75)
        let unfolded = text.replacingOccurrences(of: "\r\n ", with: "")
        #expect(unfolded.contains("\r\nFN:\(title)\r\n"))
        // "FN:" and 72 letters are 75 bytes, which fit on one line.
        #expect(
            VCard(title: String(repeating: "a", count: 72), contact: .init()).text.contains(
                "FN:" + String(repeating: "a", count: 72) + "\r\n"))
    }
}
