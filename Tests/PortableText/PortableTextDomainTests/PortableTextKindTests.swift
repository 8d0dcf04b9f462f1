import LocalStore
import PortableText
import PortableTextPDF
import Domains
import FormsDomain
import PortableTextDomain
import FailureModel
import Foundation
import Pipeline
import PipelineTestSupport
import TestSupport
import Testing

@Suite("Portable Text on the job runner", .timeLimit(.minutes(30))) struct PortableTextKindTests {
    /// The results of a document after it was processed and filled.
    private func results(
        _ json: String, settings yaml: String = "", inputs: [PipelineClient.Input] = []
    ) async throws -> (document: Document, files: [String: Data]) {
        let (kind, data) = (PortableTextKind(), Data(json.utf8))
        let type = try kind.mediaType(of: data, fileName: "a.pt.json")
        return try await TestPipeline(Domains.stored.kinds, settings: yaml).run { client in
            try await client.results(
                of: data, kind: kind.name, fileName: "a.pt.json", mediaType: type, inputs: inputs)
        }
    }

    private static let json = #"""
        {"blocks":[{"_type":"block","_key":"a","style":"h1","children":[{"_type":"span","text":"Title"}]},
         {"_type":"block","style":"lead","children":[{"_type":"span","text":"Lead"}]},
         {"_type":"image","src":"/etc/hostname","alt":"Secret"}]}
        """#

    @Test("a document becomes PDF, HTML, plain text and a table of contents")
    func formats() async throws {
        let style = Data("styles: {lead: {font: {size: 14}}}".utf8)
        let options = TypesetOptions(title: "T", language: "en", hasTableOfContents: true)
        let (document, files) = try await results(
            Self.json, inputs: try PortableTextKind.inputs(options: options, style: style))
        #expect(document.state == .filled, "\(String(describing: document.failure))")
        #expect(document.facts["blocks"] == "3" && document.facts["headings"] == "1" && document.facts["pages"] == "2")
        #expect(files["document.pdf"]?.starts(with: Data("%PDF".utf8)) == true)
        let html = String(decoding: files["document.html"] ?? Data(), as: UTF8.self)
        #expect(html.contains("<html lang=\"en\">") && html.contains("<p class=\"lead\">Lead</p>"))
        #expect(
            String(decoding: files["document.txt"] ?? Data(), as: UTF8.self)
                == "Contents\n\nTitle\n\nTitle\n\nLead\n\nSecret\n")
        let contents = try JSONDecoder().decode([HeadingItem].self, from: files["toc.json"] ?? Data())
        #expect(contents == [HeadingItem(id: "a", text: "Title", level: 1, page: 2)])
        // The path was not opened.
        let report = try JSONDecoder().decode(TypesetReport.self, from: files["report.json"] ?? Data())
        #expect(report.problems.map(\.code) == [.renderingFailed])
    }

    @Test("a style that no style sheet defines fails in strict mode, and is reported in lenient mode")
    func modes() async throws {
        let strict = try await results(Self.json)
        #expect(strict.document.failure?.code == .unsupportedBlockType)
        #expect(strict.document.failure?.stage == "typeset")
        let (lenient, files) = try await results(Self.json, settings: "portableText: {mode: lenient, toc: true}")
        #expect(lenient.state == .filled)
        let report = try JSONDecoder().decode(TypesetReport.self, from: files["report.json"] ?? Data())
        #expect(report.problems.map(\.code) == [.unsupportedBlockType, .renderingFailed])
        #expect(report.pages == 2)
    }

    @Test("own types are known by the mapping of a fill, and an error of typesetting without one")
    func types() async throws {
        let json = #"""
            [{"_type":"callout","message":"Mind the gap"},
             {"_type":"block","children":[{"_type":"span","text":"Lit","marks":["highlight"]}]}]
            """#
        let types = Data("types: {callout: {as: blockquote, text: message}}\nmarks: {highlight: strong}".utf8)
        let (document, files) = try await results(
            json, inputs: try PortableTextKind.inputs(options: nil, types: types))
        #expect(document.state == .filled, "\(String(describing: document.failure))")
        let html = String(decoding: files["document.html"] ?? Data(), as: UTF8.self)
        #expect(html.contains("<blockquote>") && html.contains("<strong>Lit</strong>"))
        let unmapped = try await results(json).document
        #expect(unmapped.failure?.code == .unsupportedBlockType && unmapped.failure?.stage == "typeset")
        let block = #"{"_type":"callout","message":"Mind the gap"}"#
        let many = try await results(
            "[\([String](repeating: block, count: 1_200).joined(separator: ","))]",
            inputs: try PortableTextKind.inputs(options: nil, types: types)
        ).document
        #expect(many.state == .filled, "\(String(describing: many.failure))")
        // Any other mistake is still one of the check.
        let wrong = try await results(json.replacing(#""text":"Lit","#, with: "")).document
        #expect(wrong.failure?.code == .missingRequiredField && wrong.failure?.stage == "parse")
    }

    @Test("damaged JSON fails while it is parsed")
    func damaged() async throws {
        let document = try await results("{\"blocks\": [").document
        #expect(document.failure?.code == .invalidJSON && document.failure?.stage == "parse")
    }

    @Test("files are recognised by their names and their first bytes")
    func files() throws {
        let kind = PortableTextKind()
        #expect(kind.role(of: "a.b.pt.json") == .original(stem: "a.b"))
        #expect(kind.role(of: "a.PT.JSON") == .original(stem: "a"))
        #expect(kind.role(of: "a.json") == .original(stem: "a"))
        #expect(kind.role(of: ".pt.json") == .original(stem: ".pt"))
        #expect(kind.role(of: "a.style.yaml") == .inputs(stem: "a"))
        for text in ["", "hello", "%PDF-1.7", "7"] {
            #expect(throws: Failure.self) { try kind.mediaType(of: Data(text.utf8), fileName: "a") }
        }
        #expect(try kind.mediaType(of: Data("\n [".utf8), fileName: "a") == "application/json")
        let record = try kind.records(in: Data("h1: {}".utf8), fileName: "a.style.yaml")
        #expect(!record.numbersRecords)
        #expect(throws: Failure.self) { try kind.records(in: Data("h7: {}".utf8), fileName: "a.style.yaml") }
    }

    @Test("mistakes in a style sheet are reported with their lines")
    func styleMistakes() throws {
        let yaml = """
            page: {size: A6}
            noraml: {}
            h1:
              font: {siez: 3, weight: heavy}
              foregroundColor: red
            styles: {h2: {}, 1a: {}}
            """
        let failure = #expect(throws: Failure.self) { try StyleFile.read(Data(yaml.utf8), name: "s.yaml") }
        #expect(failure?.all.map(\.line) == [1, 2, 4, 4, 5, 6, 6])
        #expect(failure?.all.allSatisfy { $0.code == .malformedStyles } == true)
        #expect(failure?.all[1].message.contains("Did you mean “normal”?") == true)
    }

    @Test("a style sheet sets what it names")
    func styles() throws {
        let yaml = """
            page: {size: Letter, margins: {top: 10}}
            h1: {font: {family: Georgia, size: 30, weight: 300, slant: italic}, lineSpacing: 2, alignment: center}
            styles: {lead: {backgroundColor: "#abc", padding: {start: 4}}}
            """
        let sheet = try StyleFile.read(Data(yaml.utf8), name: "s.yaml")
        #expect(sheet.page == .init(size: .letter, margins: .init(top: 10)))
        #expect(
            sheet[heading: 1].font == .init(family: "Georgia", size: 30, weight: 300, isItalic: true))
        #expect(sheet[heading: 1].alignment == .center && sheet[heading: 1].padding.bottom == 8)
        #expect(sheet["lead"].backgroundColor == PortableTextColor(red: 0xAA, green: 0xBB, blue: 0xCC))
        #expect(sheet.vocabulary.styles?.contains("lead") == true)
        #expect(try StyleFile.read(Data(), name: "empty.yaml") == PortableTextStyleSheet())
    }
}
