import FormImport
import FailureModel
import FormModel
import FormFilling
import Foundation
import TestSupport
import Testing

/// Values in FDF and XFDF, from programs that write them in their own ways.
@Suite("FDF and XFDF values") struct FormDataTests {
    private func entries(_ data: Data) throws -> [String: FieldValue] {
        let file = try ValuesFile(data: data, name: "values", folder: nil)
        return Dictionary(uniqueKeysWithValues: file.entries.map { ($0.key, $0.value) })
    }

    private func entries(_ text: String) throws -> [String: FieldValue] { try entries(Data(text.utf8)) }

    private func code(_ data: Data) -> ErrorCode? {
        do {
            _ = try ValuesFile(data: data, name: "values", folder: nil)
            return nil
        } catch { return error.code }
    }

    private func fdf(_ fields: String, objects: String = "", entries: String = "") -> String {
        "%FDF-1.2\n1 0 obj\n<< /FDF << \(entries) /Fields [ \(fields) ] >> >>\nendobj\n\(objects)trailer\n<< /Root 1 0 R >>\n%%EOF\n"
    }

    private func xfdf(_ fields: String) -> String {
        #"<?xml version="1.0"?><xfdf xmlns="http://ns.adobe.com/xfdf/"><fields>\#(fields)</fields></xfdf>"#
    }

    @Test("FDF: the state Off takes an answer back, and the text is text")
    func off() throws {
        let values = try entries(fdf("<< /T (heating) /V /Off >> << /T (note) /V (Off) >>"))
        #expect(values == ["heating": .text(""), "note": .text("Off")])
    }

    @Test("XFDF: nested fields have full names, entities and line ends are kept, several values are a list")
    func xfdfValues() throws {
        let text = xfdf(
            """
            <field name="form"><field name="name"><value>Ada &amp; Søn &lt;1&gt;</value></field>
            <field name="notes"><value>a
            b</value></field></field>
            <field name="empty"><value/></field><field name="untouched"/>
            <field name="list"><value>x</value><value>y</value></field>
            <field name="rich"><value-richtext><body><p>one</p><p>two<b>!</b></p></body></value-richtext></field>
            """)
        #expect(
            try entries(text) == [
                "form.name": .text("Ada & Søn <1>"), "form.notes": .text("a\nb"), "empty": .text(""),
                "list": .structure, "rich": .text("one\ntwo!"),
            ])
        #expect(try entries(try #require(text.data(using: .utf16))) == entries(text))
    }

    @Test("FDF: strings in every encoding, escapes, names, references and nested fields")
    func fdfValues() throws {
        let text = fdf(
            #"""
            << /T (a) /V (x\(1\)\n\101\040\
            y) >> << /T (b) /V <FEFF00E9D83DDE00> >> << /T (c) /V (\200 \240) >> 2 0 R
            << /T (f) /V 3 0 R >> << /T (g) /V [ (p) (q) ] >> << /T (h) /V / >> << /T (i) >>
            """#,
            objects: "2 0 obj << /T (d) /Kids [ << /T (e) /V /On#20it >> ] >> endobj\n3 0 obj (far) endobj\n")
        #expect(
            try entries(text) == [
                "a": .text("x(1)\nA y"), "b": .text("é😀"), "c": .text("• €"), "d.e": .text("On it"),
                "f": .text("far"), "g": .structure,
            ])
        #expect(try entries(fdf("<< /T (ü) /V (é) >>", entries: "/Encoding /utf_8")) == ["ü": .text("é")])
        // No trailer, and bytes before the header.
        #expect(
            try entries("junk\n%FDF-1.2\n1 0 obj <</FDF <</Fields [<</T (a)/V (b)>>]>>>> endobj") == ["a": .text("b")])
    }

    @Test("FDF: the data of a stream hide no fields, whatever they look like")
    func streams() throws {
        let stream = "2 0 obj\n<< /Length 3 >>\nstream\n(<< [ ( \\\nendstream\nendobj\n"
        #expect(try entries(stream + fdf("<< /T (name) /V (Ada) >>")) == ["name": .text("Ada")])
    }

    @Test("FDF: a number is a value, and a value in a stream is refused rather than dropped")
    func fdfOtherValues() throws {
        #expect(try entries(fdf("<< /T (year) /V 2026 >>")) == ["year": .text("2026")])
        let stream = "2 0 obj\n<< /Length 3 >>\nstream\nAda\nendstream\nendobj\n"
        #expect(code(Data(fdf("<< /T (name) /V 2 0 R >>", objects: stream).utf8)) == .malformedValues)
    }

    @Test("a document type declaration is refused, so that no entity is expanded or fetched")
    func declarations() throws {
        var bomb = "<?xml version=\"1.0\"?><!DOCTYPE x [<!ENTITY e0 \"ha\">"
        for level in 1..<30 { bomb += "<!ENTITY e\(level) \"&e\(level - 1);&e\(level - 1);\">" }
        bomb += "]>" + #"<xfdf><fields><field name="a"><value>&e29;</value></field></fields></xfdf>"#
        let file =
            #"<!DOCTYPE xfdf [<!ENTITY f SYSTEM "file:///etc/hostname">]><xfdf><fields><field name="a"><value>&f;</value></field></fields></xfdf>"#
        for text in [bomb, file] {
            #expect(throws: Failure.self) { try entries(text) }
            #expect { try entries(text) } throws: { "\(($0 as? Failure)?.message ?? "")".contains("document type") }
        }
        #expect(code(Data(xfdf(#"<field name="a"><value>&unknown;</value></field>"#).utf8)) == .malformedValues)
    }

    @Test("deep nesting, loops, too many parts and long values are refused")
    func limits() {
        let deep = 10_000
        let fields = String(repeating: #"<field name="a">"#, count: deep) + String(repeating: "</field>", count: deep)
        #expect(code(Data(xfdf(fields).utf8)) == .malformedValues)
        let others = String(repeating: "<x>", count: deep) + String(repeating: "</x>", count: deep)
        #expect(code(Data(xfdf(others).utf8)) == .malformedValues)
        #expect(code(Data(xfdf(String(repeating: #"<field name="a"/>"#, count: 100_001)).utf8)) == .inputTooLarge)
        let long = String(repeating: "x", count: 300 << 10)
        #expect(code(Data(xfdf(#"<field name="a"><value>\#(long)</value></field>"#).utf8)) == .valueTooLong)
        #expect(code(Data(xfdf(#"<field name="\#(long)"><value>x</value></field>"#).utf8)) == .malformedValues)

        #expect(code(Data(fdf(String(repeating: "[", count: deep)).utf8)) == .malformedValues)
        #expect(code(Data(fdf(String(repeating: "<< /Kids [", count: deep)).utf8)) == .malformedValues)
        #expect(
            code(Data(fdf("2 0 R", objects: "2 0 obj << /T (a) /Kids [ 2 0 R ] >> endobj\n").utf8)) == .malformedValues)
        // Two kids a level: 2^50 fields by 50 objects.
        var objects = ""
        for level in 2..<52 {
            objects += "\(level) 0 obj << /T (a) /Kids [ \(level + 1) 0 R \(level + 1) 0 R ] >> endobj\n"
        }
        #expect(code(Data(fdf("2 0 R", objects: objects).utf8)) == .inputTooLarge)
        #expect(code(Data(fdf("<< /T (a) /V (\(long)) >>").utf8)) == .valueTooLong)
        #expect(code(Data(fdf(String(repeating: "<</T (a)>>", count: 400_000)).utf8)) == .inputTooLarge)
        #expect(code(Data(count: 9 << 20) + Data("%FDF-1.2".utf8)) == .inputTooLarge)
    }

    @Test("a field given twice is refused unless both say the same; files cut short and other XML are refused")
    func mistakes() throws {
        #expect(code(Data(fdf("<< /T (a) /V (1) >> << /T (a) /V (2) >>").utf8)) == .duplicateValue)
        #expect(try entries(fdf("<< /T (a) /V (1) >> << /T (a) /V (1) >>")) == ["a": .text("1")])
        #expect(code(Data("%FDF-1.2\n1 0 obj << /FDF << /Fields [ << /T (a)".utf8)) == .malformedValues)
        #expect(code(Data("%FDF-1.2\n".utf8)) == .malformedValues)
        #expect(code(Data("<html></html>".utf8)) != nil)
        #expect(code(Data("<?xml version=\"1.0\"?><html></html>".utf8)) == .malformedValues)
        #expect(code(Data("<xfdf><fields><field name=\"a\">".utf8)) == .malformedValues)
        #expect(
            code(Data((fdf("<< /T (a) /V (1) >>").replacing("/Root", with: "/Encrypt 2 0 R /Root")).utf8))
                == .malformedValues)
    }

    @Test("damaged files end in an error or in values, never in a crash")
    func damage() {
        let originals = [
            Data(fdf(#"<< /T (a) /V (x\(1\)) /Kids [ << /T <FEFF00E9> /V /Yes >> 2 0 R ] >>"#).utf8),
            Data(xfdf(#"<field name="a"><value>x &amp; y</value><field name="é"/></field>"#).utf8),
        ]
        var seed: UInt64 = 88_172_645_463_325_252
        func random(_ limit: Int) -> Int {
            seed ^= seed << 13
            seed ^= seed >> 7
            seed ^= seed << 17
            return Int(seed % UInt64(limit))
        }
        for original in originals {
            for _ in 0..<3_000 {
                var damaged = original
                for _ in 0...random(4) {
                    switch random(3) {
                    case 0: damaged[damaged.startIndex + random(damaged.count)] = UInt8(random(256))
                    case 1: damaged = damaged.prefix(1 + random(damaged.count))
                    default: damaged.insert(contentsOf: "<</[(>".utf8.prefix(1 + random(6)), at: random(damaged.count))
                    }
                    damaged = Data(damaged)
                }
                _ = code(damaged)
            }
        }
    }
}
