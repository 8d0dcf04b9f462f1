import FormModel
import Foundation
import TestSupport
import Testing
import Vips

@Suite("Cleaned pictures") struct RenditionTests {
    private static let (red, green, blue, white): (UInt32, UInt32, UInt32, UInt32) =
        (0xDC1E_1EFF, 0x1EB4_28FF, 0x1E28_C8FF, 0xF0F0_F0FF)

    /// Four areas of one colour each.
    private static func quarters(width: Int = 64, height: Int = 48) -> ColourPicture {
        ColourPicture(width: width, height: height) { x, y in
            y < height / 2 ? (x < width / 2 ? red : green) : (x < width / 2 ? blue : white)
        }
    }

    private func expectQuarters(_ picture: ColourPicture, _ comment: Comment? = nil) {
        let (right, bottom) = (picture.width * 3 / 4, picture.height * 3 / 4)
        let (left, top) = (picture.width / 4, picture.height / 4)
        #expect(picture.isClose(left, top, to: Self.red), comment)
        #expect(picture.isClose(right, top, to: Self.green), comment)
        #expect(picture.isClose(left, bottom, to: Self.blue), comment)
        #expect(picture.isClose(right, bottom, to: Self.white), comment)
    }

    @Test("JPEG, PNG, WebP and HEIC keep their colours, and are known by their bytes")
    func types() throws {
        let files: [(PictureType, Data)] = [
            (.jpeg, try Self.quarters().file(.jpeg)), (.png, try Self.quarters().file(.png)),
            (.webp, try Self.quarters().file(.webp)), (.heic, try TestData.data("pictures/photo.heic")),
        ]
        for (type, data) in files {
            let source = try SourcePicture(data)
            #expect(source.header.type == type)
            #expect(source.header.width == 64 && source.header.height == 48)
            expectQuarters(try ColourPicture(try source.raster(longerSide: 100).png()), "\(type)")
            expectQuarters(
                try ColourPicture(try source.raster(longerSide: 100).jpeg(quality: 90, isSubsampled: false)), "\(type)")
        }
        let tiff = try SourcePicture(Pictures.plainTIFF(width: 5, height: 4))
        #expect(tiff.header.type == .tiff)
        #expect(try tiff.raster(longerSide: 10).pixels == [UInt8](repeating: 255, count: 60))
    }

    @Test("all eight orientations of a camera come out upright", arguments: 1...8)
    func orientations(_ value: Int) throws {
        var upright = GrayImage(width: 60, height: 40, pixels: [UInt8](repeating: 220, count: 60 * 40))
        for y in 0..<20 {
            for x in 0..<40 where x < 10 || y < 6 { upright[x, y] = 30 }
        }
        let source = try SourcePicture(try Pictures.held(upright, value))
        #expect(source.header.orientation == value)
        let seen = try Pictures.gray(try source.raster(longerSide: 200).png())
        #expect(seen.width == 60 && seen.height == 40)
        for (x, y) in [(2, 15), (30, 2), (30, 15), (50, 30), (5, 35), (55, 2)] {
            #expect(abs(Int(seen[x, y]) - Int(upright[x, y])) < 40, "\(x), \(y)")
        }
        let small = try source.raster(longerSide: 30)
        #expect(small.width == 30 && small.height == 20)
    }

    @Test("a HEIC is turned once, by its own rotation and not by that of EXIF")
    func rotatedHEIC() throws {
        let source = try SourcePicture(try TestData.data("pictures/photo-turned.heic"))
        let seen = try ColourPicture(try source.raster(longerSide: 100).png())
        #expect(seen.width == 48 && seen.height == 64)
        #expect(seen.isClose(12, 16, to: Self.blue) && seen.isClose(36, 16, to: Self.red))
        #expect(seen.isClose(12, 48, to: Self.white) && seen.isClose(36, 48, to: Self.green))
    }

    @Test("a picture is shrunk to its longer side and never enlarged")
    func sizes() throws {
        let cases: [(width: Int, height: Int, side: Int, expected: [Int])] = [
            (64, 48, 64, [64, 48]), (64, 48, 63, [63, 47]), (64, 48, 1_000, [64, 48]), (48, 640, 100, [8, 100]),
            (2_000, 2, 100, [100, 1]), (1_600, 1_201, 100, [100, 75]), (1, 1, 1, [1, 1]),
        ]
        for format in [ColourPicture.Format.jpeg, .png] {
            for size in cases {
                let data = try Self.quarters(width: size.width, height: size.height).file(format)
                let raster = try SourcePicture(data).raster(longerSide: size.side)
                #expect([raster.width, raster.height] == size.expected, "\(size)")
                #expect(raster.pixels.count == raster.width * raster.height * (raster.hasAlpha ? 4 : 3))
            }
        }
        // A JPEG that is made smaller while it is decoded.
        let large = try SourcePicture(try Self.quarters(width: 1_600, height: 1_200).file(.jpeg))
        expectQuarters(try ColourPicture(try large.raster(longerSide: 80).png()))
        let again = try large.raster(longerSide: 400).shrunk(longerSide: 80)
        #expect(again.width == 80 && again.height == 60)
        expectQuarters(try ColourPicture(try again.png()))
    }

    @Test("every byte of metadata of a JPEG is gone")
    func jpegMetadata() throws {
        let secret = "Ada Lovelace 48.2N"
        var data = try Self.quarters().file(.jpeg)
        data = PictureBytes.inserting(0xED, Array("Photoshop 3.0\0\(secret)".utf8), into: data)
        data = PictureBytes.inserting(0xFE, Array(secret.utf8), into: data)
        data = PictureBytes.inserting(0xE9, Array(secret.utf8), into: data)
        data = PictureBytes.inserting(
            0xE1, Array("http://ns.adobe.com/xap/1.0/\0<x>\(secret)</x>".utf8), into: data)
        data = PictureBytes.inserting(
            0xE1, PictureBytes.exif(orientation: 1, taken: "2026:01:31 09:30:00", secret: secret), into: data)
        data += Data(secret.utf8)
        let source = try SourcePicture(data)
        #expect(source.header.taken == "2026-01-31T09:30:00")
        let raster = try source.raster(longerSide: 50)
        let written = [try raster.jpeg(quality: 90, isSubsampled: true), try raster.png()]
        for file in written { #expect(file.range(of: Data("Lovelace".utf8)) == nil) }
        // JFIF, tables, the frame, and the pixels; nothing behind them.
        #expect(Set(PictureBytes.markers(of: written[0])).isSubset(of: [0xE0, 0xDB, 0xC0, 0xC4, 0xDA]))
        #expect(written[0].suffix(2) == Data([0xFF, 0xD9]))
        #expect(Set(PictureBytes.chunks(of: written[1])) == ["IHDR", "pHYs", "IDAT", "IEND"])
    }

    @Test("every byte of metadata of a PNG and of a HEIC is gone")
    func otherMetadata() throws {
        let secret = "Ada Lovelace"
        let exif = PictureBytes.exif(orientation: 1, taken: "2026:01:31 09:30:00", secret: secret).dropFirst(6)
        let png = PictureBytes.inserting(
            [
                PictureBytes.chunk("tEXt", Array("Author\0\(secret)".utf8)),
                PictureBytes.chunk("iTXt", Array("Title\0\0\0\0\0\(secret)".utf8)),
                PictureBytes.chunk("tIME", [7, 234, 1, 31, 9, 30, 0]), PictureBytes.chunk("eXIf", Array(exif)),
                PictureBytes.chunk("prVt", Array(secret.utf8)),
            ], into: try Self.quarters().file(.png))
        for (data, word) in [(png, "Lovelace"), (try TestData.data("pictures/photo.heic"), "Secret")] {
            #expect(data.range(of: Data(word.utf8)) != nil)
            let source = try SourcePicture(data)
            #expect(source.header.taken == "2026-01-31T09:30:00")
            let raster = try source.raster(longerSide: 100)
            let file = try raster.png()
            #expect(file.range(of: Data(word.utf8)) == nil)
            #expect(Set(PictureBytes.chunks(of: file)) == ["IHDR", "pHYs", "IDAT", "IEND"])
            let jpeg = try raster.jpeg(quality: 80, isSubsampled: true)
            #expect(jpeg.range(of: Data(word.utf8)) == nil)
            #expect(Set(PictureBytes.markers(of: jpeg)).isSubset(of: [0xE0, 0xDB, 0xC0, 0xC4, 0xDA]))
        }
    }

    @Test("colours are converted by the embedded profile, and a useless profile is ignored")
    func profiles() throws {
        let plain = try Self.quarters().file(.jpeg)
        let marker = Array("ICC_PROFILE\0".utf8) + [1, 1]
        let source = try SourcePicture(
            PictureBytes.inserting(0xE2, marker + PictureBytes.swappedProfile, into: plain))
        #expect(source.header.hasProfile)
        let seen = try ColourPicture(try source.raster(longerSide: 100).png())
        // The profile swaps red and blue.
        #expect(seen.isClose(16, 12, to: 0x1E1E_DCFF, within: 24))
        #expect(seen.isClose(16, 36, to: 0xC828_1EFF, within: 24))
        for damage in [Array(PictureBytes.swappedProfile.prefix(140)), Array("no profile".utf8)] {
            let damaged = try SourcePicture(PictureBytes.inserting(0xE2, marker + damage, into: plain))
            expectQuarters(try ColourPicture(try damaged.raster(longerSide: 100).png()))
        }
        // A profile for colours says nothing about gray.
        let gray = GrayImage(width: 9, height: 9, pixels: [UInt8](repeating: 120, count: 81))
        let mixed = PictureBytes.inserting(
            0xE2, marker + PictureBytes.swappedProfile, into: try Pictures.file(gray, .jpeg))
        let pixels = try SourcePicture(mixed).raster(longerSide: 100).pixels
        #expect(pixels.count == 81 && pixels.allSatisfy { abs(Int($0) - 120) < 3 })
    }

    @Test("a JPEG in CMYK with inverted inks is red on the screen")
    func inks() throws {
        let source = try SourcePicture(Pictures.adobeInks)
        #expect(source.header.isCMYK && source.header.bands == 4 && !source.header.hasAlpha)
        let seen = try ColourPicture(try source.raster(longerSide: 100).png())
        let pixel = seen[8, 8]
        let (red, green, blue) = (pixel >> 24, pixel >> 16 & 255, pixel >> 8 & 255)
        #expect(red > 170 && green < 110 && blue < 110 && pixel & 255 == 255, "\(red) \(green) \(blue)")
    }

    @Test("16 bits a sample become 8")
    func depth() throws {
        let gray = try SourcePicture(try ColourPicture.deepGray(width: 7, height: 5, 0x8080))
        #expect(try gray.raster(longerSide: 100).pixels == [UInt8](repeating: 128, count: 35))
        let white = try SourcePicture(Pictures.plainTIFF(width: 5, height: 4, bits: 16))
        #expect(try white.raster(longerSide: 3).pixels == [UInt8](repeating: 255, count: 18))
    }

    @Test("opacity is kept in a PNG and put on white in a JPEG, and hidden colours do not shine through")
    func opacity() throws {
        // Black beside transparent white.
        let data = try ColourPicture(width: 90, height: 30) { x, _ in x < 45 ? 0x0000_00FF : 0xFFFF_FF00 }.file(.png)
        let source = try SourcePicture(data)
        #expect(source.header.hasAlpha)
        for side in [90, 31] {
            let raster = try source.raster(longerSide: side)
            #expect(raster.hasAlpha)
            #expect(try raster.isOpaque() == false)
            let seen = try ColourPicture(try raster.png())
            #expect(seen.pixels.allSatisfy { $0 & 255 == 0 || $0 >> 8 == 0 }, "gray pixels at \(side)")
            #expect(seen[0, 0] == 0xFF && seen[seen.width - 1, 0] & 255 == 0)
            let flat = try ColourPicture(try raster.jpeg(quality: 90, isSubsampled: false))
            #expect(flat.isClose(2, 2, to: 0xFF) && flat.isClose(flat.width - 3, 2, to: 0xFFFF_FFFF))
        }
        #expect(try SourcePicture(try Self.quarters().file(.png)).raster(longerSide: 50).isOpaque())
    }

    @Test("the same picture gives the same bytes")
    func reproducible() throws {
        let data = try Self.quarters(width: 300, height: 200).file(.png)
        let files = try (0..<2).map { _ in
            let raster = try SourcePicture(data).raster(longerSide: 170)
            return [try raster.png(), try raster.jpeg(quality: 85, isSubsampled: true)]
        }
        #expect(files[0] == files[1])
    }
}
