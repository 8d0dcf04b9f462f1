import FailureModel
import FormModel
import FormImport
import Formwright
import Foundation
import TestSupport
import Testing

@Suite("Names of outputs") struct NameTemplateTests {
    @Test(
        "values cannot lead out of the folder, hide files or break names",
        arguments: [
            ("../../etc/passwd", "_.._etc_passwd"), ("..", "1"), (".", "1"), (".hidden", "hidden"), ("a/b\\c", "a_b_c"),
            ("", "1"), ("   ", "1"), ("line\nbreak\ttab", "line break tab"), ("a:b*c?d\"e<f>g|h", "a_b_c_d_e_f_g_h"),
            ("exe\u{202E}fdp", "exefdp"), ("dots...", "dots"), ("e\u{301}", "é"),
            ("漢字", "漢字"),
        ])
    func values(_ value: String, _ name: String) async throws {
        let fixture = try await BatchFixture()
        let line = String(decoding: try JSONEncoder().encode(["Last name": value, "First name": "x"]), as: UTF8.self)
        _ = try await fixture.batch("{Last name}.pdf").run(try fixture.rows(line))
        #expect(fixture.outputs == [name + ".pdf"])
        #expect(fixture.folder.names == ["out"])
    }

    @Test("long values are truncated between characters, and the number after them is kept")
    func long() async throws {
        let fixture = try await BatchFixture()
        let value = String(repeating: "ü", count: 300)
        _ = try await fixture.batch("{ZIP}{Last name}{Last name}{Last name}.pdf").run(
            try fixture.rows("Last name,First name,ZIP\n\(value),x,1\n\(value),y,1\n"), handler: { _, _ in })
        for name in fixture.outputs { #expect(name.utf8.count <= 255) }
    }

    @Test("a value that is the name of a file has its suffix once")
    func fileNames() async throws {
        let fixture = try await BatchFixture()
        _ = try await fixture.batch("{Last name}").run(try fixture.rows("Last name,First name\nada.pdf,Ada\n"))
        #expect(fixture.outputs == ["ada.pdf"])
    }

    @Test("folders can depend on columns, too")
    func folders() async throws {
        let fixture = try await BatchFixture()
        let rows = "Last name,First name\nLovelace,Ada\nTuring,..\n"
        _ = try await fixture.batch("{First name}/{Last name}").run(try fixture.rows(rows))
        #expect(fixture.outputs == ["2/Turing.pdf", "Ada/Lovelace.pdf"])
    }

    @Test("numbers are padded, and doubled braces are literal")
    func numbers() async throws {
        let fixture = try await BatchFixture()
        _ = try await fixture.batch("{{x}}-{row:3}-{row:05}").run(try fixture.rows("Last name\nA\n"))
        #expect(fixture.outputs == ["{x}-001-00001.pdf"])
    }

    @Test("a folder alone means files named by number")
    func folderAlone() async throws {
        let fixture = try await BatchFixture()
        _ = try await fixture.batch("").run(try fixture.rows("Last name\nA\n"))
        #expect(fixture.outputs == ["0001.pdf"])
    }

    @Test(
        "an invalid template is refused", arguments: ["{row", "row}", "{}", "{row:x}", "{row:099}", "{row:}"])
    func malformed(_ text: String) {
        let error = #expect(throws: Failure.self) { try NameTemplate(text) }
        #expect(error?.code == .malformedTemplate)
    }

    @Test("the folder consists of the components before the first placeholder")
    func folder() throws {
        #expect(try NameTemplate("/a/b/{row}.pdf").folder.path == "/a/b")
        #expect(try NameTemplate("/a/{row}/b.pdf").folder.path == "/a")
        #expect(try NameTemplate("/{row}.pdf").folder.path == "/")
        #expect(try NameTemplate("{row}.pdf").folder.path == FileManager.default.currentDirectoryPath)
        #expect(try NameTemplate("x.pdf").isConstant)
        #expect(try !NameTemplate("x/").isConstant)
    }
}
