import FormImport
import FailureModel
import FormModel
import FormFilling
import Foundation
import TestSupport
import Testing

@Suite("Values files") struct ValuesFileTests {
    private func values(_ text: String) throws -> [String: FieldValue] {
        let file = try ValuesFile(data: Data(text.utf8), name: "values", folder: URL(fileURLWithPath: "."))
        return Dictionary(uniqueKeysWithValues: file.entries.map { ($0.key, $0.value) })
    }

    @Test("JSON and YAML say the same")
    func formats() throws {
        let json = #"{"a": "text", "b": 12.5, "c": true, "d": null, "e": [1, "x"], "f": "\ud83d\ude00", "g": [[1]]}"#
        let yaml = "a: text\nb: 12.5\nc: true\nd: null\ne: [1, x]\nf: 😀\ng: [[1]]\n"
        let expected: [String: FieldValue] = [
            "a": .text("text"), "b": .number("12.5"), "c": .flag(true), "d": .none,
            "e": .several(["1", "x"]), "f": .text("😀"), "g": .structure,
        ]
        #expect(try values(json) == expected)
        #expect(try values(yaml) == expected)
    }

    @Test("YAML's other words for true and false stay words, and dates stay dates")
    func yamlWords() throws {
        #expect(
            try values("country: No\nborn: 2026-01-31\nzip: 01234\n") == [
                "country": .text("No"), "born": .text("2026-01-31"), "zip": .number("01234"),
            ])
    }

    @Test("a value may say where it comes from")
    func source() throws {
        let file = try ValuesFile(
            data: Data(#"{"a": {"value": "x", "source": "autofill"}, "b": "y"}"#.utf8), name: "v",
            folder: URL(fileURLWithPath: "."))
        #expect(file.entries.map(\.source) == [.autofill, .manual])
        #expect(throws: Failure.self) { try values(#"{"a": {"value": "x", "source": "guess"}}"#) }
    }

    @Test("members that say how a value is drawn can be null, and are refused by name otherwise")
    func styleMembers() throws {
        #expect(try values(#"{"a": {"value": "x", "fontSize": null, "color": null}}"#) == ["a": .text("x")])
        for (member, wanted) in [
            (#""fontSize": true"#, "fontSize"), (#""color": 3"#, "color"), (#""source": []"#, "source"),
            (#""verbatim": "secret""#, "verbatim"), (#""image": 7"#, "image"),
        ] {
            #expect {
                try values("{\"a\": {\"value\": \"x\", \(member)}}")
            } throws: { error in
                let failure = error as? Failure
                return failure?.code == .malformedValues && failure?.message.hasPrefix("The \(wanted) of \"a\"") == true
                    && failure?.message.contains("secret") == false
            }
        }
    }

    @Test("an object under the key profile is a profile, unless it is a value")
    func profile() throws {
        func file(_ text: String) throws -> ValuesFile {
            try ValuesFile(data: Data(text.utf8), name: "v", folder: nil)
        }
        let both = try file("Name: Ada\nprofile: {given-name: Ada, bday: 1815-12-10}\n")
        #expect(
            both.profile?.values == [.givenName: "Ada", .bday: "1815-12-10"] && both.entries.map(\.key) == ["Name"])
        #expect(try file("profile: Left side\n").entries.map(\.key) == ["profile"])
        #expect(try file(#"{"profile": {"value": "Left", "source": "ai"}}"#).profile == nil)
        #expect { try file("profile: {given-nam: Ada}\n") } throws: { ($0 as? Failure)?.code == .malformedValues }
        // A profile file holds no profile, and a row of a table has none of its own.
        #expect(throws: Failure.self) { try Profile(data: Data("profile: {name: Ada}".utf8), name: "p") }
    }

    @Test("what is wrong with formatted text is said without anything of it")
    func formattedText() throws {
        let text = #"{"a": {"blocks": [{"_type": "hidden-type", "_key": "hidden-key", "children": []}]}}"#
        #expect {
            try values(text)
        } throws: { error in
            let message = (error as? Failure)?.message ?? "hidden"
            return message.contains("\"a\"") && message.contains("block 0") && !message.contains("hidden")
        }
    }

    @Test("a picture is read from beside the file")
    func picture() throws {
        let folder = try TemporaryFolder()
        try folder.write("bytes", "sign.png")
        let url = try folder.write(#"{"Signature": {"image": "sign.png"}}"#, "values.json")
        #expect(try ValuesFile(contentsOf: url).entries[0].value == .picture(Data("bytes".utf8)))
        let missing = try folder.write(#"{"Signature": {"image": "none.png"}}"#, "other.json")
        // The path is part of the value.
        #expect {
            try ValuesFile(contentsOf: missing)
        } throws: { error in
            (error as? Failure)?.code == .inputMissing
                && (error as? Failure)?.message == "The picture for \"Signature\" does not exist."
        }
    }

    @Test("a picture is not looked up where no folder is given")
    func noPictures() {
        #expect {
            try ValuesFile(data: Data(#"{"Signature": {"image": "/etc/hostname"}}"#.utf8), name: "v", folder: nil)
        } throws: {
            ($0 as? Failure)?.code == .badSignatureImage
        }
    }

    @Test("a file that says nothing is empty", arguments: ["", " \n", "# only a remark\n"])
    func empty(text: String) {
        #expect { try values(text) } throws: { ($0 as? Failure)?.code == .inputEmpty }
    }

    @Test("an object without values is one")
    func noValues() throws {
        #expect(try values("{}").isEmpty)
    }

    @Test("a mistake in YAML is reported with its line")
    func line() throws {
        #expect { try values("a: 1\nb: [\nc: 2\n") } throws: {
            ($0 as? Failure)?.message.contains("line") == true
        }
    }

    @Test("deep nesting is refused or ignored, not followed")
    func deep() throws {
        let depth = 100_000
        let json = #"{"a": "# + String(repeating: "[", count: depth) + String(repeating: "]", count: depth) + "}"
        #expect(throws: Failure.self) { try values(json) }
    }
}
