import PortableText
import FailureModel
import Foundation
import Testing

/// Reads a document from a text.
func read(
    _ json: String, _ mode: PortableTextReader.Mode = .strict,
    vocabulary: PortableTextVocabulary = .standard
) throws -> (document: PortableTextDocument, problems: [PortableTextError]) {
    try PortableTextReader(mode: mode, vocabulary: vocabulary).read(Data(json.utf8))
}

@Suite("Reading Portable Text") struct ReaderTests {
    private static let span = #"{"_type":"span","text":"a"}"#

    /// A mistake, the error that strict mode throws, and the text that lenient mode keeps.
    struct Mistake: Sendable, CustomTestStringConvertible {
        var json: String
        var reason: PortableTextError.Reason
        var key: String?
        var path: [Int]
        var kept: String

        init(
            _ json: String, _ reason: PortableTextError.Reason, key: String? = nil, at path: [Int], kept: String = ""
        ) {
            self.json = json
            self.reason = reason
            self.key = key
            self.path = path
            self.kept = kept
        }

        var testDescription: String { json }
    }

    static let mistakes: [Mistake] = [
        Mistake("[1]", .malformedStructure, at: [0]),
        Mistake(#"[{"_key":"k"}]"#, .missingRequiredField, key: "k", at: [0]),
        Mistake(#"[{"_key":"k","children":[\#(span)]}]"#, .missingRequiredField, key: "k", at: [0], kept: "a"),
        Mistake(
            #"[{"_type":"block","children":[\#(span)]},{"_type":"map","_key":"m"}]"#, .unsupportedBlockType, key: "m",
            at: [1], kept: "a"),
        Mistake(
            #"[{"_type":"block","_key":"k","style":"lead","children":[\#(span)]}]"#, .unsupportedBlockType, key: "k",
            at: [0], kept: "a"),
        Mistake(
            #"[{"_type":"block","listItem":"dash","children":[\#(span)]}]"#, .unsupportedBlockType, at: [0],
            kept: "• a"),
        Mistake(#"[{"_type":"block","_key":"k"}]"#, .missingRequiredField, key: "k", at: [0]),
        Mistake(#"[{"_type":"block","_key":7,"children":[\#(span)]}]"#, .malformedStructure, at: [0], kept: "a"),
        Mistake(#"[{"_type":"block","style":7,"children":[\#(span)]}]"#, .malformedStructure, at: [0], kept: "a"),
        Mistake(
            #"[{"_type":"block","listItem":"bullet","level":0,"children":[\#(span)]}]"#, .malformedStructure, at: [0],
            kept: "• a"),
        Mistake(#"[{"_type":"block","children":{}}]"#, .malformedStructure, at: [0]),
        Mistake(#"[{"_type":"block","children":[7,\#(span)]}]"#, .malformedStructure, at: [0, 0], kept: "a"),
        Mistake(
            #"[{"_type":"block","_key":"k","children":[{"_type":"span"},\#(span)]}]"#, .missingRequiredField, key: "k",
            at: [0, 0], kept: "a"),
        Mistake(
            #"[{"_type":"block","_key":"k","children":[\#(span),{"_type":"span","text":7}]}]"#, .malformedStructure,
            key: "k", at: [0, 1], kept: "a"),
        Mistake(#"[{"_type":"block","children":[{"text":"a"}]}]"#, .missingRequiredField, at: [0, 0], kept: "a"),
        Mistake(
            #"[{"_type":"block","_key":"k","children":[{"_type":"span","text":"a","marks":["loud"]}]}]"#,
            .unsupportedMarkType, key: "k", at: [0, 0], kept: "a"),
        Mistake(
            #"[{"_type":"block","markDefs":[{"_type":"note","_key":"n"}],"children":[{"_type":"span","text":"a","marks":["n"]}]}]"#,
            .unsupportedMarkType, at: [0, 0], kept: "a"),
        Mistake(
            #"[{"_type":"block","markDefs":[{"_type":"link"}],"children":[\#(span)]}]"#, .missingRequiredField, at: [0],
            kept: "a"),
        Mistake(
            #"[{"_type":"block","children":[{"_type":"span","text":"a","marks":"em"}]}]"#, .malformedStructure,
            at: [0, 0], kept: "a"),
        Mistake(#"[{"_type":"image","_key":"i","alt":"A cat"}]"#, .missingRequiredField, key: "i", at: [0]),
        Mistake(#"[{"_type":"code","_key":"c"}]"#, .missingRequiredField, key: "c", at: [0]),
        Mistake(#"[{"_type":"table","_key":"t"}]"#, .missingRequiredField, key: "t", at: [0]),
        Mistake(
            #"[{"_type":"table","_key":"t","rows":[{"cells":["a"]},{}]}]"#, .missingRequiredField, key: "t",
            at: [0, 1], kept: "a"),
        Mistake(
            #"[{"_type":"table","rows":[{"cells":["a"]}],"headerRows":9}]"#, .malformedStructure, at: [0], kept: "a"),
    ]

    @Test("strict mode throws the mistake, lenient mode lists it and keeps the rest", arguments: mistakes)
    func mistake(_ mistake: Mistake) throws {
        let error = #expect(throws: PortableTextError.self) { try read(mistake.json) }
        #expect(error?.reason == mistake.reason)
        #expect(error?.key == mistake.key)
        #expect(error?.indexPath == mistake.path)
        let (document, problems) = try read(mistake.json, .lenient)
        #expect(problems == [try #require(error)])
        #expect(document.plainText == (mistake.kept.isEmpty ? "" : mistake.kept + "\n"))
    }

    @Test("lenient mode lists all problems in reading order")
    func allProblems() throws {
        let (document, problems) = try read(
            #"[{"_type":"map"},{"_type":"block","style":"x","children":[{"_type":"span","text":"a","marks":["b","b","c"]},5]}]"#,
            .lenient)
        #expect(
            problems.map(\.reason) == [
                .unsupportedBlockType, .unsupportedBlockType, .unsupportedMarkType, .unsupportedMarkType,
                .malformedStructure,
            ])
        #expect(problems.map(\.indexPath) == [[0], [1], [1, 0], [1, 0], [1, 1]])
        #expect(document.blocks.count == 2)
    }

    @Test("what is no document is refused in both modes", arguments: ["7", #""text""#, "null", #"{"blocks":7}"#])
    func noDocument(_ json: String) {
        for mode in PortableTextReader.Mode.allCases {
            let error = #expect(throws: PortableTextError.self) { try read(json, mode) }
            #expect(error?.reason == .malformedStructure)
        }
    }

    @Test("an object without blocks says what is missing", arguments: ["{}", #"{"title":"Notes"}"#])
    func noBlocks(_ json: String) throws {
        let missing = PortableTextError(
            .missingRequiredField, #"The document has no list "blocks", and is not a block, since it has no "_type"."#)
        #expect(throws: missing) { try read(json) }
        let (document, problems) = try read(json, .lenient)
        #expect(problems == [missing] && document.blocks.isEmpty)
    }

    @Test("text that is not JSON is refused with its line")
    func notJSON() {
        let error = #expect(throws: PortableTextError.self) { try read("[\n\n{,}]", .lenient) }
        #expect(error?.reason == .invalidJSON)
        #expect(error?.message.contains("line 3") == true)
    }

    @Test("an object with blocks, a bare list and one block are the same document")
    func shapes() throws {
        let block = #"{"_type":"block","_key":"k","children":[{"_type":"span","_key":"s","text":"a"}]}"#
        let bare = try read("[\(block)]").document
        #expect(try read(block).document == bare)
        let whole = try read(#"{"title":"T","blocks":[\#(block)]}"#).document
        #expect(whole.blocks == bare.blocks)
        #expect(whole.fields["title"]?.text == "T")
    }

    @Test("unknown members are kept")
    func unknownMembers() throws {
        let block = try #require(
            try read(
                #"{"_type":"block","x":{"y":[1,true,null]},"markDefs":[{"_type":"link","_key":"l","href":"/","rel":"me"}],"#
                    + #""children":[{"_type":"span","text":"a","marks":["l"],"lang":"de"}]}"#
            ).document.blocks.first)
        #expect(block.fields["x"]?.object?["y"] == [1, true, .null])
        #expect(block.markDefs.first?.fields["rel"]?.text == "me")
        guard case .span(let span) = block.children?.first else { return #expect(Bool(false)) }
        #expect(span.fields["lang"]?.text == "de")
    }

    @Test("missing keys are made from the position")
    func keys() throws {
        let json = #"[{"_type":"block","children":[{"_type":"span","text":"a"}]},{"_type":"code","code":"x"}]"#
        let document = try read(json).document
        #expect(document.blocks.map(\.key) == ["block-0", "block-1"])
        #expect(try read(json).document == document)
    }

    @Test("custom types extend the vocabulary")
    func vocabulary() throws {
        let renderers = HTMLRenderers(blocks: ["map": { _, _ in "" }], marks: ["loud": { _, text in text }])
        let json =
            #"[{"_type":"map"},{"_type":"block","children":[{"_type":"span","text":"a","marks":["loud"]}]}]"#
        #expect(throws: PortableTextError.self) { try read(json) }
        #expect(try read(json, vocabulary: renderers.vocabulary).document.blocks.count == 2)
    }

    @Test("strict mode allows one level of blocks within blocks, lenient mode more")
    func nestedBlocks() throws {
        let inner = #"{"_type":"block","_key":"x","children":[\#(Self.span)]}"#
        let middle = #"{"_type":"block","children":[\#(inner)]}"#
        let json = #"{"_type":"block","children":[\#(middle)]}"#
        #expect(try read(middle).document.plainText == "a\n")
        let error = #expect(throws: PortableTextError.self) { try read(json) }
        #expect(
            error == PortableTextError(.nestedContentTooDeep, error?.message ?? "", key: "x", indexPath: [0, 0, 0]))
        let (document, problems) = try read(json, .lenient)
        #expect(problems.isEmpty)
        #expect(document.html() == "<div><div><p>a</p></div></div>")
    }

    @Test("pictures within the text of a nested block are not too deep")
    func nestedPicture() throws {
        let json = #"""
            [{"_type":"block","children":[{"_type":"block","children":[{"_type":"image","src":"a.png"}]}]}]
            """#
        #expect(try read(json).problems.isEmpty)
    }

    @Test("a million spans are read without deep recursion, and in linear time")
    func manySpans() throws {
        let marks = ["", #","marks":["strong"]"#, #","marks":["strong","em"]"#]
        let spans = (0..<1_000_000).map { #"{"_type":"span","text":"a"\#(marks[$0 % 3])}"# }.joined(separator: ",")
        let json = #"{"_type":"block","children":[\#(spans)]}"#
        let document = try read(json).document
        #expect(document.blocks[0].children?.count == 1_000_000)
        #expect(document.plainText.utf8.count == 1_000_001)
        #expect(document.html().utf8.count > 1_000_000)
    }

    @Test("floods of combining marks, columns and mistakes are limited")
    func floods() throws {
        let marks =
            #"[{"_type":"block","children":[{"_type":"span","text":"a\#(String(repeating: "\u{301}", count: 100))"}]}]"#
        #expect(throws: PortableTextError.self) { try read(marks) }
        let (limited, problems) = try read(marks, .lenient)
        #expect(problems.map(\.reason) == [.malformedStructure])
        #expect(limited.plainText.unicodeScalars.count { $0 == "\u{301}" } == 64)

        let row = #"{"cells":[\#(Array(repeating: #""x""#, count: 300).joined(separator: ","))]}"#
        let table = #"[{"_type":"table","rows":[\#(row)]}]"#
        #expect(throws: PortableTextError.self) { try read(table) }
        #expect(try read(table, .lenient).document.plainText.count { $0 == "x" } == 256)

        let mistakes = "[\(Array(repeating: "1", count: 5_000).joined(separator: ","))]"
        #expect(try read(mistakes, .lenient).problems.count == 1_001)
    }

    @Test("nesting of any depth is refused, not crashed on")
    func deepNesting() {
        for depth in [65, 1_000_000] {
            let json = String(repeating: "[", count: depth) + String(repeating: "]", count: depth)
            let error = #expect(throws: PortableTextError.self) { try read(json, .lenient) }
            #expect(error?.reason == .nestedContentTooDeep)
        }
    }

    @Test("each reason has a code with a row, and a message names the block")
    func codes() {
        let table = ErrorTable(ErrorRow.portableText)
        for reason in PortableTextError.Reason.allCases { #expect(table[reason.code] != nil) }
        let error = PortableTextError(.missingRequiredField, "The block has no type.", key: "k", indexPath: [3, 1])
        #expect(error.failure.message == "Block 3.1, key \"k\": The block has no type.")
    }
}
