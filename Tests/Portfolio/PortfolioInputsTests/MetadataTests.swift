import Foundation
import Portfolio
import TestSupport
import Testing
import Vips

import PortfolioInputs

@Suite("Texts inside pictures", .timeLimit(.minutes(30))) struct MetadataTests {
    private static let secret = "SecretOwner4711"

    private func photo(_ segments: [(UInt8, [UInt8])]) throws -> Data {
        let plain = try Fixture.data("srgb.jpg")
        return segments.reversed().reduce(plain) { PictureBytes.inserting($1.0, $1.1, into: $0) }
    }

    @Test("title, caption, alternative text, keywords and date are kept, and nothing else is in any result")
    func kept() async throws {
        let packet = PictureBytes.packet(
            """
            <dc:title><rdf:Alt><rdf:li xml:lang="de">Gelb</rdf:li><rdf:li xml:lang="x-default">Yellow &amp; blue</rdf:li></rdf:Alt></dc:title>
            <dc:description><rdf:Alt><rdf:li xml:lang="x-default">A flower
              by the road</rdf:li></rdf:Alt></dc:description>
            <Iptc4xmpCore:AltTextAccessibility><rdf:Alt><rdf:li xml:lang="x-default">Petals, close up</rdf:li></rdf:Alt></Iptc4xmpCore:AltTextAccessibility>
            <dc:subject><rdf:Bag><rdf:li>garden</rdf:li><rdf:li>macro</rdf:li><rdf:li>garden</rdf:li></rdf:Bag></dc:subject>
            <dc:creator><rdf:Seq><rdf:li>\(Self.secret)</rdf:li></rdf:Seq></dc:creator>
            """, attributes: "xmp:CreatorTool=\"\(Self.secret)\" xmp:CreateDate=\"2019-02-03T04:05:06\"")
        let upload = try photo([
            (0xE1, PictureBytes.exif(description: "From EXIF", secret: Self.secret, taken: "2026:01:31 09:30:00")),
            (0xE1, PictureBytes.xmp(packet)), (0xFE, Array(Self.secret.utf8)),
            (
                0xED,
                PictureBytes.iptc([
                    (2, 5, Array("IPTC".utf8)), (2, 80, Array(Self.secret.utf8)), (2, 25, Array("iptc".utf8)),
                ])
            ),
        ])
        #expect(upload.range(of: Data(Self.secret.utf8)) != nil)
        let analysed = try await Analysed(upload)
        let analysis = try analysed.analysis()
        #expect(analysis.title == "Yellow & blue" && analysis.caption == "A flower by the road")
        #expect(analysis.altText == "Petals, close up" && analysis.keywords == ["garden", "macro", "iptc"])
        #expect(analysis.date == "2026-01-31")
        #expect(analysed.files(with: Self.secret).isEmpty)
        for word in ["Exif", "http://ns.adobe.com", "Photoshop", "ICC_PROFILE", "JFIF\0\u{1}\u{2}XX"] {
            #expect(analysed.files(with: word).isEmpty, "\(word)")
        }
        for name in ["high.jpg", "medium.jpg", "thumb.jpg"] {
            let markers = PictureBytes.markers(of: try #require(analysed.files[name]))
            #expect(markers.allSatisfy { !(0xE1...0xEF).contains($0) && $0 != 0xFE }, "\(name): \(markers)")
        }
    }

    @Test("IPTC and EXIF fill in what XMP does not say; what cameras write into every picture is no caption")
    func older() async throws {
        let upload = try photo([
            (0xE1, PictureBytes.exif(description: "Dusk (at sea)", secret: Self.secret, taken: "0000:00:00 00:00:00")),
            (0xED, PictureBytes.iptc([(2, 5, Array("Caf".utf8) + [0xE9]), (2, 55, Array("20240229".utf8))])),
        ])
        let analysis = try await Analysed(upload).analysis()
        #expect(analysis.title == "Café" && analysis.caption == "Dusk (at sea)" && analysis.date == "2024-02-29")
        let camera = try photo([
            (0xE1, PictureBytes.exif(description: "OLYMPUS DIGITAL CAMERA", secret: "x", taken: "2023:02:30 00:00:00"))
        ])
        let empty = try await Analysed(camera).analysis()
        #expect(empty.caption == nil && empty.date == nil)
    }

    @Test("the name of a language is no text, though digiKam writes it as one")
    func languageAsText() {
        let alternatives = "<rdf:Alt><rdf:li xml:lang='x-default'>x-default</rdf:li></rdf:Alt>"
        let packet = PictureBytes.packet(
            "<dc:title>\(alternatives)</dc:title><dc:description>\(alternatives)</dc:description>")
        let texts = EmbeddedTexts(PictureMetadata(description: "x-default", xmp: Data(packet.utf8)), taken: nil)
        #expect(texts.title == nil && texts.caption == nil)
    }

    @Test("texts are bounded in length and number, and lose control characters")
    func bounded() {
        let long = String(repeating: "x", count: 5_000)
        let words = (0..<300).map { "<rdf:li>k\($0)</rdf:li>" }.joined()
        let packet = PictureBytes.packet(
            "<dc:title><rdf:Alt><rdf:li>\(long)</rdf:li></rdf:Alt></dc:title><dc:subject><rdf:Bag>\(words)</rdf:Bag></dc:subject>"
        )
        let texts = EmbeddedTexts(PictureMetadata(xmp: Data(packet.utf8)), taken: nil)
        #expect(texts.title?.count == 100 && texts.keywords.count == 50)
        #expect(BoundedText.line(" a\u{1B}[31m\u{202E}b\n\tc\u{0} ", 100) == "a[31mb c")
        #expect(
            BoundedText.line("\u{0} \n", 100) == nil
                && BoundedText.line("e" + String(repeating: "\u{301}", count: 1 << 20), 5).map(\.unicodeScalars.count)
                    == 40
        )
        #expect(BoundedText.day("2026-13-01") == nil && BoundedText.day("20260131") == "2026-01-31")
    }

    @Test("hostile XMP and IPTC are read up to where they go wrong")
    func hostile() {
        let bomb = """
            <!DOCTYPE x [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;">]>
            """ + PictureBytes.packet("<dc:title>&b;</dc:title>")
        #expect(XMPTexts(Data(bomb.utf8)).title == nil)
        let cut = PictureBytes.packet("<dc:title>Kept</dc:title><dc:description>lost")
        #expect(XMPTexts(Data(cut.utf8.prefix(cut.utf8.count - 80))).title == "Kept")
        let deep = String(repeating: "<a>", count: 100_000)
        #expect(XMPTexts(Data(PictureBytes.packet(deep).utf8)).title == nil)
        #expect(IPTCTexts(Data([0x1C, 2, 5, 0xFF, 0xFF])) == IPTCTexts())
        #expect(IPTCTexts(Data("Photoshop 3.0\u{0}8BIM".utf8) + Data([4, 4, 255])) == IPTCTexts())
        var state: UInt64 = 7
        let good = PictureBytes.iptc([(1, 90, [0x1B, 0x25, 0x47]), (2, 5, Array("é".utf8))])
        #expect(IPTCTexts(Data(good)).title == "é")
        for _ in 0..<2_000 {
            var bytes = good
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            bytes[Int(state >> 33) % bytes.count] = UInt8(state >> 20 & 255)
            _ = IPTCTexts(Data(bytes))
        }
    }
}
