import Foundation
import PortableText
import TestSupport
import Testing

@Suite("Any Portable Text") struct PropertyTests {
    @Test("every word appears once and in order in HTML and plain text", arguments: 0..<200)
    func words(seed: Int) {
        var documents = RandomDocuments(seed: seed)
        let document = documents.document(blocks: 1 + seed % 40)
        #expect(document.plainText.randomWords == documents.words)
        // Without a title, which would be the first heading.
        #expect(HTMLPage(title: "").render(document).html.randomWords == documents.words)
    }

    @Test("the tags of HTML are balanced", arguments: 0..<100)
    func balance(seed: Int) {
        var documents = RandomDocuments(seed: seed)
        var open: [String] = []
        for tag in documents.document(blocks: 30).html().matches(of: #/<(/?)([a-z0-9]+)[^>]*?(/?)>/#) {
            if !tag.output.3.isEmpty { continue }
            if tag.output.1.isEmpty {
                open.append(String(tag.output.2))
            } else {
                #expect(open.popLast() == String(tag.output.2))
            }
        }
        #expect(open.isEmpty)
    }

    private static let pieces = [
        "{", "}", "[", "]", ":", ",", "\"", "\\", "null", "true", "0", "-1", "99999999999", "1e400", " ", "\n",
        #""_type""#, #""block""#, #""span""#, #""children""#, #""text""#, #""marks""#, #""markDefs""#, #""_key""#,
        #""listItem""#, #""level""#, #""style""#, #""table""#, #""rows""#, #""cells""#, #""headerRows""#, #""image""#,
        #""src""#, #""code""#, #""em""#, #""\u0000""#, #""\ud83d\ude00""#, "é", "\u{0}",
    ]

    @Test("damaged JSON is read or refused, and what is read is rendered", arguments: 0..<50)
    func damaged(seed: Int) throws {
        var generator = SeededGenerator(seed: seed)
        let cases = PublicCase.all
        for _ in 0..<20 {
            var bytes = Array(cases[Int.random(in: 0..<cases.count, using: &generator)].input.prefix(4000))
            for _ in 0..<Int.random(in: 1...6, using: &generator) {
                let place = Int.random(in: 0...bytes.count, using: &generator)
                let end = min(bytes.count, place + Int.random(in: 0...8, using: &generator))
                let piece = Self.pieces[Int.random(in: 0..<Self.pieces.count, using: &generator)]
                bytes.replaceSubrange(place..<end, with: Array(piece.utf8))
            }
            try render(Data(bytes))
        }
    }

    @Test("any structure is read or refused, and what is read is rendered", arguments: 0..<50)
    func structures(seed: Int) throws {
        var generator = SeededGenerator(seed: seed)
        for _ in 0..<50 { try render(Data(json(&generator, depth: 0).utf8)) }
    }

    /// A value of random shape whose keys are those of Portable Text.
    private func json(_ generator: inout SeededGenerator, depth: Int) -> String {
        let keys = [
            "_type", "_type", "_key", "children", "children", "text", "marks", "markDefs", "style", "listItem", "level",
            "rows", "cells", "code", "src", "asset", "url", "blocks", "headerRows", "href",
        ]
        let types = ["block", "span", "image", "table", "code", "embed", "link", "bullet", "h1", "em", "x"]
        switch Int.random(in: 0..<(depth > 6 ? 4 : 10), using: &generator) {
        case 0: return "null"
        case 1: return ["true", "3", "-1", "0.5"][Int.random(in: 0..<4, using: &generator)]
        case 2, 3: return "\"\(types[Int.random(in: 0..<types.count, using: &generator)])\""
        case 4, 5, 6:
            let items = (0..<Int.random(in: 0...4, using: &generator)).map { _ in json(&generator, depth: depth + 1) }
            return "[\(items.joined(separator: ","))]"
        default:
            let members = (0..<Int.random(in: 1...6, using: &generator)).map { _ in
                "\"\(keys[Int.random(in: 0..<keys.count, using: &generator)])\":\(json(&generator, depth: depth + 1))"
            }
            return "{\(members.joined(separator: ","))}"
        }
    }

    /// Reads in both modes; strict mode must refuse exactly what lenient mode has problems with.
    private func render(_ data: Data) throws {
        let strict = Result { try PortableTextReader(mode: .strict).read(data).document }
        let lenient = Result { try PortableTextReader(mode: .lenient).read(data) }
        switch (strict, lenient) {
        case (.success(let document), .success(let reading)):
            #expect(document == reading.document)
            #expect(reading.problems.isEmpty)
        case (.failure(let error as PortableTextError), .success(let reading)):
            // The limit of one level applies in strict mode only.
            let isDepth = error.reason == .nestedContentTooDeep
            #expect(isDepth || reading.problems.first == error)
        case (.failure, .failure): return
        default: Issue.record("Strict mode accepts what lenient mode refuses, or throws another error.")
        }
        let document = try lenient.get().document
        _ = HTMLPage(hasTableOfContents: true).render(document)
        _ = document.plainText
    }
}
