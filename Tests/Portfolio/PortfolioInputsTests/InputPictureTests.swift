import FailureModel
import FormModel
import FormImport
import Foundation
import Pipeline
import Portfolio
import PortfolioInputs
import TestSupport
import Testing
import Vips

@Suite("Pictures of portfolios", .timeLimit(.minutes(30))) struct InputPictureTests {
    /// The mean difference of the samples, the largest of red, green and blue.
    private func difference(_ one: Data, _ other: Data) throws -> Double {
        let (a, b) = (try ColourPicture(one), try ColourPicture(other))
        guard a.width == b.width, a.height == b.height else { return .infinity }
        var sums = [0, 0, 0]
        for (one, other) in zip(a.pixels, b.pixels) {
            for channel in 0..<3 {
                let shift = UInt32(8 * (channel + 1))
                sums[channel] += abs(Int(one >> shift & 255) - Int(other >> shift & 255))
            }
        }
        return Double(sums.max() ?? 0) / Double(a.pixels.count)
    }

    @Test(
        "colours are those of Pillow's ImageCms: wide gamut, 16 bits, ink",
        arguments: ["p3.jpg", "adobe.jpg", "deep.png", "cmyk.jpg"])
    func colours(_ name: String) async throws {
        let upload = try Fixture.data(name)
        let stem = name.prefix { $0 != "." }
        let expected = try Fixture.data("\(stem).expected.png")
        let exact = try SourcePicture(upload).raster(longerSide: 2_048).png()
        #expect(try difference(exact, expected) <= 1)
        // The rendition differs by what a JPEG loses, much of it in a picture this small.
        let coded = try SourcePicture(expected).raster(longerSide: 2_048)
            .jpeg(quality: 85, isSubsampled: name.hasSuffix(".jpg"))
        let high = try #require(try await Analysed(upload).files["high.jpg"])
        #expect(try difference(high, coded) <= 1.5)
        // The profile matters: without it the colours would be others.
        if name == "p3.jpg" { #expect(try difference(try Fixture.data("srgb.jpg"), expected) > 3) }
    }

    @Test("tracking pixels and spacers are left out by their size", arguments: [(1, 1), (15, 15), (300, 1), (15, 16)])
    func tinyPictures(_ width: Int, _ height: Int) async throws {
        let pixel = try ColourPicture(width: width, height: height) { _, _ in 0x00C8_00FF }.file(.png)
        let failure = try await Analysed(pixel).document.failure
        #expect(failure?.code == .unsupportedType, "\(String(describing: failure))")
        #expect(failure?.message.contains("\(width) x \(height) pixels") == true)
        let icon = try ColourPicture(width: 16, height: 16) { _, _ in 0x00C8_00FF }.file(.png)
        #expect(try await Analysed(icon).code == nil)
    }

    @Test("pictures are turned upright by each of the eight orientations")
    func orientations() async throws {
        // Dark at the top left, light at the bottom right, wider than high.
        var levels: [UInt8] = []
        for y in 0..<32 { for x in 0..<48 { levels.append(UInt8(3 * (x + y))) } }
        let upright = GrayImage(width: 48, height: 32, pixels: levels)
        for value in 1...8 {
            let analysed = try await Analysed(try Pictures.held(upright, value))
            let facts = try #require(try analysed.analysis().picture)
            #expect(facts.width == 48 && facts.height == 32, "\(value)")
            #expect(facts.isPlainJPEG == (value == 1), "\(value)")
            let high = try Pictures.gray(try #require(analysed.files["high.jpg"]))
            #expect(high.width == 48 && high.height == 32, "\(value)")
            for (x, y) in [(2, 2), (45, 2), (2, 29), (45, 29)] {
                #expect(abs(Int(high[x, y]) - Int(upright[x, y])) < 12, "\(value) at \(x), \(y)")
            }
        }
    }

    @Test("renditions have at most 2,048, 1,024 and 400 pixels and are never larger than the picture")
    func sizes() async throws {
        let large = try ColourPicture(width: 2_400, height: 30) { x, y in UInt32(x * 7 + y) << 8 | 0xFF }.file(.jpeg)
        let analysis = try await Analysed(large).analysis()
        #expect(
            analysis.renditions.map(\.width) == [2_048, 1_024, 400] && analysis.renditions.map(\.height) == [26, 13, 5])
        #expect(analysis.renditions.map(\.quality) == [.high, .medium, .thumb])
        #expect(analysis.picture?.width == 2_400)
        let small = try await Analysed(try Fixture.data("srgb.jpg"))
        let renditions = try small.analysis().renditions
        #expect(renditions.map(\.width) == [160, 160, 160])
        for rendition in renditions { #expect(rendition.byteCount == small.files[rendition.name]?.count) }
    }

    @Test("what is transparent somewhere stays so as a PNG; an opaque PNG becomes a JPEG")
    func alpha() async throws {
        let hole = try ColourPicture(width: 40, height: 20) { x, _ in x < 20 ? 0x1E28_C8FF : 0 }.file(.png)
        let analysed = try await Analysed(hole)
        #expect(Set(analysed.files.keys) == ["analysis.json", "high.png", "medium.png", "thumb.png"])
        let facts = try #require(try analysed.analysis().picture)
        // Measured on white: the blue half is dark, the other light.
        #expect(facts.hasAlpha && facts.features.mean > 100)
        // Of 116 pixels along the edges, 58 are transparent.
        #expect(facts.clearEdges == 0.5)
        #expect(try ColourPicture(try #require(analysed.files["thumb.png"])).pixels[10 * 40 + 35] & 0xFF == 0)
        let opaque = try await Analysed(try ColourPicture(width: 40, height: 20) { _, _ in 0x1E28_C8FF }.file(.png))
        #expect(opaque.files["high.jpg"] != nil)
        let opaqueFacts = try #require(try opaque.analysis().picture)
        #expect(!opaqueFacts.hasAlpha && opaqueFacts.clearEdges == nil)
        #expect(opaqueFacts.edges?.map(\.share) == [1])
    }

    @Test(
        "of what moves, the first frame is read",
        arguments: ["moving.gif", "moving.webp", "moving.png"])
    func moving(_ name: String) async throws {
        let analysed = try await Analysed(try Fixture.data(name))
        let high = try ColourPicture(try #require(analysed.files["high.jpg"]))
        #expect(high.width == 60 && high.height == 40 && high.isClose(30, 20, to: 0xC81E_1EFF))
    }

    @Test("HEIC and AVIF are read")
    func heif() async throws {
        let avif = try await Analysed(try Fixture.data("red.avif"))
        #expect(try avif.analysis().mediaType == "image/avif")
        #expect(try ColourPicture(try #require(avif.files["high.jpg"])).isClose(30, 20, to: 0xC81E_1EFF, within: 16))
        let heic = try await Analysed(try TestData.data("pictures/photo.heic"))
        #expect(try heic.analysis().date == "2026-01-31" && heic.files(with: "Secret").isEmpty)
    }

    @Test("each page of a TIFF has renditions; 20 are read, 21 are not")
    func pages() async throws {
        let analysed = try await Analysed(try Fixture.data("pages.tiff"))
        let analysis = try analysed.analysis()
        #expect(analysis.pages == 3 && analysis.type == .picture && analysis.renditions.count == 9)
        #expect(analysis.renditions.map(\.page) == [0, 0, 0, 1, 1, 1, 2, 2, 2])
        for (page, colour) in [(1, 0xC81E_1EFF), (2, 0x1EC8_1EFF), (3, 0x1E1E_C8FF)] as [(Int, UInt32)] {
            let picture = try ColourPicture(try #require(analysed.files["p0\(page)-high.jpg"]))
            #expect(picture.isClose(30, 20, to: colour))
        }
        let folder = try TemporaryFolder()
        let page = GrayImage(width: 16, height: 16, pixels: [UInt8](repeating: 200, count: 256))
        let many = try Pictures.tiff(Array(repeating: page, count: 21), resolution: 72, in: folder)
        #expect(try await Analysed(many).code == .tooManyPages)
        let twenty = try Pictures.tiff(Array(repeating: page, count: 20), resolution: 72, in: folder)
        #expect(try await Analysed(twenty).analysis().pages == 20)
    }

    @Test("the same picture gives the same bytes")
    func reproducible() async throws {
        let dune = try Fixture.data("dune.jpg")
        #expect(try await Analysed(dune).files == Analysed(dune).files)
    }

    @Test("JPEGs in sRGB or gray are plain; other profiles, ink and other types are not")
    func plain() async throws {
        func isPlain(_ data: Data) async throws -> Bool? { try await Analysed(data).analysis().picture?.isPlainJPEG }
        #expect(try await isPlain(try Fixture.data("dune.jpg")) == true)
        #expect(try await isPlain(try Fixture.data("srgb.jpg")) == true)
        #expect(try await isPlain(try Fixture.data("p3.jpg")) == false)
        #expect(try await isPlain(try Fixture.data("adobe.jpg")) == false)
        #expect(try await isPlain(try Fixture.data("cmyk.jpg")) == false)
        #expect(try await isPlain(try Fixture.data("moving.webp")) == false)
    }

    @Test("a JPEG with bytes between its segments, which decoders pass over, is read but not used as it is")
    func lenientlyRead() async throws {
        let dune = try Fixture.data("dune.jpg")
        let segment = Int(dune[4]) << 8 | Int(dune[5])
        let end = 4 + segment
        let damaged = dune.prefix(end) + Data([1, 2, 3]) + dune.dropFirst(end)
        #expect(PlainJPEG.stripped(damaged) == nil)
        let facts = try #require(try await Analysed(damaged).analysis().picture)
        #expect(facts.width > 0 && !facts.isPlainJPEG)
    }

    @Test("a JPEG with damaged pixels is read but not used as it is")
    func madeUpPixels() async throws {
        var damaged = try Fixture.data("dune.jpg")
        // A marker of a restart that the picture does not announce.
        damaged.insert(contentsOf: [0xFF, 0xD0], at: damaged.count / 2)
        #expect(PlainJPEG.stripped(damaged) != nil)
        let facts = try #require(try await Analysed(damaged).analysis().picture)
        #expect(facts.width > 0 && !facts.isPlainJPEG)
    }

    @Test("a stripped JPEG has the same pixels, and nothing that decoders do not need")
    func stripped() throws {
        let dune = try Fixture.data("dune.jpg")
        var loaded = PictureBytes.inserting(0xE1, Array("Exif\0\0SecretCamera".utf8), into: dune)
        loaded = PictureBytes.inserting(0xFE, Array("SecretComment".utf8), into: loaded)
        loaded = PictureBytes.inserting(0xE2, Array("MPF\0SecretIndex".utf8), into: loaded)
        loaded.append(dune)
        loaded.append(Data("ftypSecretVideo".utf8))
        let bare = try #require(PlainJPEG.stripped(loaded))
        #expect(bare.range(of: Data("Secret".utf8)) == nil && bare.suffix(2) == Data([0xFF, 0xD9]))
        #expect(bare.count <= dune.count)
        #expect(PictureBytes.markers(of: bare).allSatisfy { $0 == 0xE0 || $0 == 0xEE || $0 < 0xE0 })
        #expect(try ColourPicture(bare) == ColourPicture(dune))
        #expect(PlainJPEG.stripped(bare) == bare)
        for count in stride(from: 0, to: dune.count - 2, by: 997) {
            #expect(PlainJPEG.stripped(dune.prefix(count)) == nil, "\(count)")
        }
        // Slices have other indices.
        #expect(PlainJPEG.stripped((Data([1, 2, 3]) + loaded).dropFirst(3)) == bare)
    }
}
