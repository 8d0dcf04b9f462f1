import FailureModel
import Forms
import Foundation
import Portfolio
import PortfolioInputs
import TestSupport
import Testing

@Suite("Hostile files of portfolios", .timeLimit(.minutes(10))) struct HostileTests {
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
}
