import FailureModel
import FormModel
import FormImport
import Foundation
import Pipeline
import PipelineTestSupport
import Poppler
import Portfolio
import PortfolioInputs
import TestSupport
import Testing

@Suite("Hostile files of portfolios", .timeLimit(.minutes(30))) struct HostileTests {
    private static let names = [
        "dune.jpg", "deep.png", "moving.gif", "moving.webp", "moving.png", "pages.tiff", "red.avif", "cmyk.jpg",
    ]

    @Test("a picture that ends early is damaged", arguments: names)
    func truncated(_ name: String) async throws {
        let data = try Fixture.data(name)
        for share in [0.3, 0.6, 0.9] {
            let cut = data.prefix(max(40, Int(Double(data.count) * share)))
            // The first frame of a picture that moves may be there, whole.
            if name.hasPrefix("moving"), share > 0.3 { continue }
            let code = try await Analysed(cut).code
            #expect(code == .damagedDocument, "\(name) \(share)")
        }
    }

    @Test("a picture of 65,536 by 65,536 pixels is refused by its header")
    func pixels() async throws {
        #expect(try await Analysed(Pictures.pngHeader(width: 65_536, height: 65_536)).code == .pictureTooLarge)
        let wide = Data("GIF89a".utf8) + Data([0xFF, 0xFF, 0xFF, 0xFF, 0x80, 0, 0, 0, 0, 0, 255, 255, 255])
        #expect(try await Analysed(wide).code == .pictureTooLarge)
        #expect(
            try await Analysed(Pictures.plainTIFF(width: 8, height: 8, bits: 32, sampleFormat: 3)).code
                == .unsupportedType)
    }

    @Test("of a file that is of two types, only the pixels come out")
    func polyglot() async throws {
        let payload = "%PDF-1.7 <script>SecretPayload</script> PK\u{3}\u{4}"
        let jpeg = try Fixture.data("srgb.jpg")
        let png = try Fixture.data("moving.png")
        for upload in [
            jpeg + Data(payload.utf8), PictureBytes.inserting(0xFE, Array(payload.utf8), into: jpeg),
            png + Data(payload.utf8),
            try Fixture.data("moving.gif") + Data(payload.utf8),
        ] {
            let analysed = try await Analysed(upload)
            #expect(analysed.files.count == 4 && analysed.files(with: "SecretPayload").isEmpty)
        }
        #expect(
            try await Analysed(jpeg + Data(payload.utf8)).files.filter { $0.key != "analysis.json" }
                == Analysed(jpeg).files.filter { $0.key != "analysis.json" })
    }

    @Test("changed bytes are refused or read, and nothing crashes", arguments: names)
    func fuzzed(_ name: String) async throws {
        let data = try Fixture.data(name)
        var state: UInt64 = 99
        func random(_ bound: Int) -> Int {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return Int(state >> 33) % bound
        }
        var codes: Set<String> = []
        for _ in 0..<12 {
            var copy = data
            for _ in 0...random(8) { copy[20 + random(data.count - 20)] = UInt8(random(256)) }
            codes.insert(try await Analysed(copy).code?.rawValue ?? "read")
        }
        let expected: Set = [
            "read", "damaged_document", "unsupported_type", "picture_too_large", "too_many_pages", "out_of_memory",
        ]
        #expect(codes.isSubset(of: expected), "\(codes)")
    }

    // MARK: What takes long

    /// A PDF of one page with this content.
    private static func pdf(_ content: String, _ objects: [String] = []) -> Data {
        var text = "%PDF-1.7\n"
        let all =
            [
                "<</Type/Catalog/Pages 2 0 R>>", "<</Type/Pages/Kids[3 0 R]/Count 1>>",
                "<</Type/Page/Parent 2 0 R/MediaBox[0 0 200 200]/Contents 4 0 R/Resources<</XObject<</F 5 0 R>>>>>>",
                "<</Length \(content.utf8.count)>>stream\n\(content)\nendstream",
            ] + objects
        var places: [Int] = []
        for (index, object) in all.enumerated() {
            places.append(text.utf8.count)
            text += "\(index + 1) 0 obj\n\(object)\nendobj\n"
        }
        let start = text.utf8.count
        text += "xref\n0 \(all.count + 1)\n0000000000 65535 f \n"
        for place in places { text += String(format: "%010d 00000 n \n", place) }
        return Data((text + "trailer<</Size \(all.count + 1)/Root 1 0 R>>\nstartxref\n\(start)\n%%EOF").utf8)
    }

    /// Expects that a file is refused; to draw it would take hours.
    private static func expectRefusal(_ upload: Data, sourceLocation: SourceLocation = #_sourceLocation) async throws {
        let failure = try #require(try await Analysed(upload).document.failure, sourceLocation: sourceLocation)
        #expect(failure.code == .damagedDocument && failure.attempt == 1, sourceLocation: sourceLocation)
    }

    @Test("a PDF whose forms draw ten billion squares is refused before it is drawn")
    func forms() async throws {
        let forms = (6...15).map { next in
            let content = String(repeating: "/F Do ", count: 10)
            return "<</Type/XObject/Subtype/Form/BBox[0 0 200 200]/Resources<</XObject<</F \(next) 0 R>>>>"
                + "/Length \(content.utf8.count)>>stream\n\(content)\nendstream"
        }
        let square = "<</Type/XObject/Subtype/Form/BBox[0 0 200 200]/Length 12>>stream\n0 0 9 9 re f\nendstream"
        try await Self.expectRefusal(Self.pdf("/F Do", forms + [square]))
        let few = try await Analysed(Self.pdf("/F Do", [forms[0], square]))
        #expect(few.code == nil, "Ten squares are drawn.")
    }

    @Test("a PDF with millions of lines on a page, or on many pages, is refused before it is drawn")
    func content() async throws {
        try await Self.expectRefusal(Self.pdf(String(repeating: "n\n", count: 5_000_000)))
        #expect(try await Analysed(Self.pdf(String(repeating: "n\n", count: 100_000))).code == nil)
    }

    private static func svg(_ content: String) -> Data {
        Data(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"9000\" height=\"9000\">\(content)</svg>".utf8)
    }

    @Test("an SVG whose filters or groups would take minutes is refused, and one with a few is drawn")
    func filters() async throws {
        let square = "<rect width=\"9000\" height=\"9000\"/>"
        let filters = String(
            repeating: "<feGaussianBlur stdDeviation=\"1000\"/><feTurbulence numOctaves=\"50\" baseFrequency=\"9\"/>"
                + "<feMorphology radius=\"2000\"/>", count: 40)
        try await Self.expectRefusal(
            Self.svg("<filter id=\"f\">\(filters)</filter><g filter=\"url(#f)\">\(square)</g>"))
        let group = "<g opacity=\".5\">\(square)<rect width=\"9\" height=\"9\"/></g>"
        try await Self.expectRefusal(Self.svg(String(repeating: group, count: 40_000)))
        let blur = "<filter id=\"f\"><feGaussianBlur stdDeviation=\"50\"/></filter><g filter=\"url(#f)\">\(square)</g>"
        let drawn = try await Analysed(Self.svg(blur + String(repeating: group, count: 20)))
        #expect(drawn.code == nil)
        let page = try PopplerDocument(data: try #require(drawn.files["drawing.pdf"])).page(0)
        #expect(page.size.width == 2_048 && page.size.height == 2_048)
    }

    @Test(
        "an SVG that would keep a processor busy even if it were drawn small, or end the program, is refused before that",
        arguments: HostileDrawings.all.keys.sorted())
    func drawings(_ name: String) async throws {
        let content = try #require(HostileDrawings.all[name])
        #expect(throws: DrawingCosts.tooSlow) { try DrawingCheck(Self.svg(content())) }
    }

    @Test("an SVG of the same parts as people draw them is drawn", arguments: HostileDrawings.usual.keys.sorted())
    func usualDrawings(_ name: String) async throws {
        let content = try #require(HostileDrawings.usual[name])
        #expect(try await Analysed(Self.svg(content())).code == nil)
    }

    @Test("a style sheet within a style sheet of an SVG is refused, since nobody looked at it")
    func sheets() throws {
        for style in ["@import url('data:text/css,rect{fill:red}');", "@\\69mport 'data:text/css,rect{fill:red}';"] {
            #expect(throws: Failure.self) { try DrawingCheck(Self.svg("<style>\(style)</style>")) }
        }
        for style in [
            "@import 'other.css'; rect{fill:red}", "@font-face{font-family:a;src:url('data:;base64,\\\nAAAA')}",
        ] {
            _ = try DrawingCheck(Self.svg("<style>\(style)</style>"))
        }
    }

    @Test("what used up its processor time is not tried again; after a crash it is")
    func lasting() async throws {
        let kind = PortfolioInputKind().content(reading: nil)
        let upload = Data("Some words".utf8)
        let pipeline = try TestPipeline(KindTable([kind]))
        let client = pipeline.client
        let document = try await client.importDocument(
            upload, owner: .local, kind: kind.name, fileName: "a.txt", mediaType: "text/plain")
        _ = try await client.process(document.id, in: .all)
        var job = try #require(try await client.store.jobs(JobQuery(in: .all, document: document.id)).first)
        let planned = try #require(kind.processing.first)
        for (code, isTried) in [
            ("stage_cpu_exceeded", false), ("stage_timed_out", false), ("stage_output_too_large", false),
            ("stage_crashed", true), ("stage_out_of_memory", true),
        ] {
            job.failure = Failure(ErrorCode(code), "It failed.")
            let context = StageContext(
                document: document, job: job, published: [], artefacts: client.artefacts, limits: planned.limits)
            switch try await planned.stage.run(context) {
            case .done: #expect(isTried, "\(code)")
            case .fail(let failure): #expect(!isTried && failure.code.rawValue == code)
            default: Issue.record("\(code) ends in another way.")
            }
        }
    }

    @Test("a JPEG of twenty thousand scans is refused, and one of a few is read")
    func scans() async throws {
        for (count, code) in [(20, nil), (20_000, ErrorCode.damagedDocument)] {
            #expect(try await Analysed(PictureBytes.progressive(side: 2_000, scans: count)).code == code)
        }
    }
}
