import FailureModel
import Foundation
import Pipeline
import PipelineTestSupport
import Artworks
import TestSupport
import Testing

@Suite("Artworks on the job runner", .timeLimit(.minutes(30))) struct ArtworkKindTests {
    private static let kind = ArtworkKind()

    /// A document after its stages, with the bytes of its artefacts.
    private func processed(_ upload: Data) async throws -> (document: Document, files: [String: Data]) {
        let type = try Self.kind.mediaType(of: upload, fileName: "sun.jpg")
        return try await TestPipeline([Self.kind]).run { client in
            try await client.results(of: upload, kind: Self.kind.name, fileName: "sun.jpg", mediaType: type)
        }
    }

    @Test("a photo becomes a cleaned picture and two smaller ones, and its date is a fact")
    func photo() async throws {
        let (document, files) = try await processed(try TestData.data("pictures/photo.heic"))
        #expect(document.state == .ready, "\(String(describing: document.failure))")
        #expect(document.facts == ["width": "64", "height": "48", "taken": "2026-01-31T09:30:00"])
        #expect(Set(files.keys) == ["picture.jpg", "large.jpg", "thumb.jpg"])
        for (name, bytes) in files {
            #expect(bytes.range(of: Data("Secret".utf8)) == nil && bytes.range(of: Data("Exif".utf8)) == nil)
            let picture = try ColourPicture(bytes)
            #expect(picture.width == 64 && picture.height == 48, "\(name)")
            #expect(picture.isClose(16, 12, to: 0xDC1E_1EFF, within: 24), "\(name)")
        }
    }

    @Test("pictures have at most 4,000, 2,000 and 500 pixels on the longer side")
    func sizes() async throws {
        let upload = try ColourPicture(width: 20, height: 5_000) { _, y in UInt32(y / 20) << 16 | 0xFF }.file(.jpeg)
        let (document, files) = try await processed(upload)
        #expect(document.facts == ["width": "16", "height": "4000"])
        let heights = try files.mapValues { try ColourPicture($0).height }
        #expect(heights == ["picture.jpg": 4_000, "large.jpg": 2_000, "thumb.jpg": 500])
    }

    @Test("a transparent picture stays one, and lies on white in the smaller ones; an opaque PNG becomes a JPEG")
    func transparency() async throws {
        let hole = ColourPicture(width: 40, height: 20) { x, _ in x < 20 ? 0x1E28_C8FF : 0 }
        let (_, files) = try await processed(try hole.file(.png))
        #expect(Set(files.keys) == ["picture.png", "large.jpg", "thumb.jpg"])
        let thumb = try ColourPicture(try #require(files["thumb.jpg"]))
        #expect(thumb.isClose(5, 10, to: 0x1E28_C8FF) && thumb.isClose(35, 10, to: 0xFFFF_FFFF))
        let opaque = ColourPicture(width: 40, height: 20) { _, _ in 0x1E28_C8FF }
        #expect(try await processed(try opaque.file(.png)).files["picture.jpg"] != nil)
    }

    @Test("the same picture gives the same bytes")
    func reproducible() async throws {
        let upload = try ColourPicture(width: 700, height: 500) { x, y in UInt32(x * y & 255) << 16 | 0xFF }.file(.png)
        #expect(try await processed(upload).files == processed(upload).files)
    }

    @Test("what cannot be used fails in its first stage with a code of its own")
    func refusals() async throws {
        let photo = try TestData.data("pictures/photo.heic")
        let jpeg = try ColourPicture(width: 200, height: 200) { x, y in UInt32(x * y) << 8 | 0xFF }.file(.jpeg)
        let cases: [(Data, ErrorCode)] = [
            (photo.prefix(photo.count - 500), .damagedPicture), (jpeg.prefix(jpeg.count / 2), .damagedPicture),
            (Pictures.pngHeader(width: 65_535, height: 65_535), .pictureTooLarge),
            (Pictures.plainTIFF(width: 8, height: 8, bits: 32, sampleFormat: 3), .unsupportedType),
            (try animation(), .animatedPicture),
        ]
        for (upload, code) in cases {
            let (document, files) = try await processed(upload)
            #expect(document.state == .failed && document.failure?.code == code, "\(code.rawValue)")
            #expect(document.failure?.stage == "check" && document.failure?.attempt == 1, "\(code.rawValue)")
            #expect(files.isEmpty)
        }
    }

    /// A PNG that says that it has many frames.
    private func animation() throws -> Data {
        let png = try ColourPicture(width: 4, height: 3) { _, _ in 0xFF }.file(.png)
        // acTL with 10,000 frames, and its checksum.
        let chunk: [UInt8] = [0, 0, 0, 8] + Array("acTL".utf8) + [0, 0, 0x27, 0x10, 0, 0, 0, 0, 0, 0, 0, 0]
        return png.prefix(33) + Data(chunk) + png.dropFirst(33)
    }

    @Test("other files are refused before anything is stored")
    func types() throws {
        func code(_ bytes: String, count: Int64 = 100) -> ErrorCode? {
            do {
                _ = try Self.kind.mediaType(
                    ofHead: Data(bytes.unicodeScalars.map { UInt8($0.value) }), byteCount: count, fileName: "sun.jpg")
                return nil
            } catch {
                return (error as? Failure)?.code
            }
        }
        #expect(code("GIF89a") == .unsupportedType && code("<svg/>") == .unsupportedType)
        #expect(code("\0\0\0\u{1C}ftypavif\0\0\0\0avifmif1") == .unsupportedType)
        #expect(code("", count: 0) == .inputEmpty)
        #expect(
            code("\u{FF}\u{D8}\u{FF}\u{E0}") == nil
                && code("\u{FF}\u{D8}\u{FF}\u{E0}", count: 26 << 20) == .inputTooLarge)
    }
}
