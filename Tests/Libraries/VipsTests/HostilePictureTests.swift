import FormModel
import Foundation
import TestSupport
import Testing
import Vips

@Suite("Hostile pictures") struct HostilePictureTests {
    /// A picture of each type, with colours that compress badly.
    private static func files() throws -> [(String, Data)] {
        let picture = ColourPicture(width: 50, height: 40) { x, y in
            UInt32((x * 7919 + y * 104_729 + x * y * 31) & 0xFFFFFF) << 8 | 255
        }
        let gray = GrayImage(width: 50, height: 40, pixels: (0..<2000).map { UInt8($0 * 7919 >> 3 & 255) })
        return [
            ("jpeg", try picture.file(.jpeg)), ("png", try picture.file(.png)), ("webp", try picture.file(.webp)),
            ("tiff", try Pictures.file(gray, .tiff)), ("plain tiff", Pictures.plainTIFF(width: 30, height: 20)),
            ("heic", try TestData.data("pictures/photo.heic")),
        ]
    }

    private func failure(_ data: Data, limits: PictureLimits = PictureLimits()) -> VipsError? {
        do throws(VipsError) {
            let raster = try SourcePicture(data, limits: limits).raster(longerSide: 40)
            _ = try raster.jpeg(quality: 80, isSubsampled: true)
            return nil
        } catch {
            return error
        }
    }

    @Test("a file that ends early is damaged, wherever it ends")
    func truncated() throws {
        for (name, data) in try Self.files() {
            #expect(failure(data) == nil, "\(name)")
            // What follows the pixels of a PNG or TIFF can be missing: an end chunk, or the directory's texts.
            let last = data.count - (["png": 40, "tiff": 24][name] ?? 3)
            for count in Array(stride(from: 64, to: last, by: max(1, data.count / 40))) + [last] {
                #expect(failure(data.prefix(count)) == .damaged, "\(name), \(count) of \(data.count) bytes")
            }
            for count in 0..<16 {
                #expect([.damaged, .unknownType].contains(failure(data.prefix(count))), "\(name), \(count) bytes")
            }
        }
    }

    @Test("bytes that changed are refused or read, and nothing crashes")
    func damaged() throws {
        var state: UInt64 = 1
        func random(_ bound: Int) -> Int {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return Int(state >> 33) % bound
        }
        for (name, data) in try Self.files() {
            var refused = 0
            for _ in 0..<60 {
                var copy = data
                for _ in 0...random(6) { copy[random(data.count)] = UInt8(random(256)) }
                if failure(copy) != nil { refused += 1 }
            }
            #expect(name == "plain tiff" || refused > 0, "\(name)")
        }
    }

    @Test("too many pixels are refused by the header")
    func tooLarge() throws {
        #expect(
            failure(Pictures.pngHeader(width: 65_536, height: 65_536)) == .tooLarge(width: 65_536, height: 65_536))
        #expect(failure(Pictures.pngHeader(width: 16_385, height: 1)) == .tooLarge(width: 16_385, height: 1))
        #expect(failure(Pictures.pngHeader(width: 10_001, height: 10_000)) == .tooLarge(width: 10_001, height: 10_000))
        #expect(failure(Pictures.pngHeader(width: 10_000, height: 10_000)) == .damaged)
        for (name, data) in try Self.files() where name != "plain tiff" {
            guard case .tooLarge = failure(data, limits: PictureLimits(pixels: 1_999)) else {
                Issue.record("\(name) is not refused")
                continue
            }
        }
    }

    @Test("pictures that move and files of many pages are refused by the header")
    func frames() throws {
        let still = try ColourPicture(width: 4, height: 3) { x, _ in UInt32(x) << 24 | 255 }.file(.webp)
        #expect(
            failure(PictureBytes.animated(still, width: 4, height: 3, frames: 10_000)) == .animated(frames: 10_000))
        #expect(failure(PictureBytes.animated(still, width: 4, height: 3, frames: 1)) == nil)
        let png = try ColourPicture(width: 4, height: 3) { _, _ in 255 }.file(.png)
        func animation(_ frames: Int) -> Data {
            PictureBytes.inserting(
                [PictureBytes.chunk("acTL", PictureBytes.big(frames, 4) + PictureBytes.big(0, 4))], into: png)
        }
        #expect(failure(animation(10_000)) == .animated(frames: 10_000))
        #expect(failure(animation(1)) == nil)
        #expect(failure(PictureBytes.tiff(pages: 10_000)) == .tooManyPages(10_000))
        #expect(failure(PictureBytes.tiff(pages: 20)) == nil)
    }

    @Test(
        "other types are unknown, whatever reads them",
        arguments: [
            "GIF89a\u{1}\0\u{1}\0", "<svg xmlns='http://www.w3.org/2000/svg' width='1' height='1'/>", "%PDF-1.7\n",
            "P6\n1 1\n255\nabc", "#?RADIANCE\n", "8BPS\0\u{1}", "BM", "", "\0\0\0\u{C}jP  ", "RIFF\0\0\0\0WAVEfmt ",
            "\0\0\0\u{14}ftypisom\0\0\u{2}\0isommp42",
        ])
    func unknown(_ head: String) throws {
        #expect(failure(Data(head.unicodeScalars.map { UInt8($0.value) })) == .unknownType)
    }

    @Test("samples that are fractions are not read")
    func fractions() {
        #expect(failure(Pictures.plainTIFF(width: 8, height: 8, bits: 32, sampleFormat: 3)) == .unsupported)
    }
}
