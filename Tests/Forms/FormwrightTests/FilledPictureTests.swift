import FormModel
import Formwright
import Foundation
import Testing
import TestSupport

@Suite("Pictures") struct FilledPictureTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    /// A page as a scanner would see it, with a caption and a box, at 200 dpi.
    private func scannedPage(_ caption: String = "Name") throws -> GrayImage {
        var builder = PDFBuilder()
        var page = PDFBuilder.Page(width: 400, height: 300)
        page.text(caption, x: 60, y: 96, size: 14)
        page.text("Please print in capital letters and use black ink only", x: 60, y: 60, size: 11)
        page.box(x: 130, y: 78, width: 180, height: 26)
        builder.add(page)
        return try RenderedPages(builder.data(), scale: 200.0 / 72).image(0)
    }

    private static let box = Region(x: 130, y: 78, width: 180, height: 26)

    @Test("a picture that gives no field says why")
    func withoutFields() async throws {
        let image = GrayImage(width: 850, height: 1_100, pixels: [UInt8](repeating: 20, count: 850 * 1_100))
        let form = try await Form(data: try Pictures.file(image, .png), fileName: "dark.png")
        #expect(form.fields.isEmpty)
        #expect(
            form.description.document.warnings.last == "No field was found on page 1: the picture is too dark.")
    }

    @Test("a scan is read, and its field is filled where it is printed", arguments: Pictures.Format.allCases)
    func scan(_ format: Pictures.Format) async throws {
        let data = try Pictures.file(try scannedPage(), format, resolution: 200)
        let form = try await Form(data: data, fileName: "scan")
        #expect(abs(form.description.pages[0].width - 400) < 1)
        let field = try #require(form.fields.first { $0.label.contains("Name") })
        #expect(field.region.intersectionOverUnion(Self.box) > 0.5)
        let filled = try await form.fill(["Name": "Hopper"])
        let word = try #require(try RenderedPages(filled.data).words(0).first { $0.text == "Hopper" })
        #expect(Self.box.encloses(word.region))
    }

    @Test("the pages of a TIFF are the pages of the form")
    func pagesOfTIFF() async throws {
        let data = try Pictures.tiff(
            [try scannedPage("First"), try scannedPage("Second")], resolution: 200, in: folder)
        let form = try await Form(data: data, fileName: "two.tif")
        #expect(form.description.document.mimeType == "image/tiff")
        #expect(form.description.pages.count == 2)
        let filled = try await form.fill(["First": "one", "Second": "two"])
        let pages = try RenderedPages(filled.data)
        #expect(try pages.words(0).map(\.text).contains("one"))
        #expect(try pages.words(1).map(\.text).contains("two"))
    }

    @Test("a JPEG is kept unchanged")
    func jpegIsEmbedded() async throws {
        let jpeg = try Pictures.file(try scannedPage(), .jpeg, resolution: 200)
        let form = try await Form(data: jpeg, fileName: "photo.jpg")
        let filled = try await form.fill(["Name": "Hopper"])
        #expect(filled.data.range(of: jpeg) != nil)
    }

    @Test("a photo is read however the camera was held", arguments: 1...8)
    func orientedPhotoIsRead(_ value: Int) async throws {
        let form = try await Form(
            data: try Pictures.held(try scannedPage(), value, resolution: 200), fileName: "photo.jpg")
        let field = try #require(form.fields.first { $0.label.contains("Name") })
        #expect(field.region.intersectionOverUnion(Self.box) > 0.5)
    }

    @Test("a scan that is rotated upright by its PDF is read", arguments: [90, 180, 270])
    func turnedScanIsRead(_ degrees: Int) async throws {
        // Stored rotated and drawn rotated back; EXIF orientations 8, 3 and 6 are rotations by 90, 180 and 270 degrees.
        let (exif, matrix) =
            switch degrees {
            case 90: (8, "0 300 -400 0 400 0")
            case 180: (3, "-400 0 0 -300 400 300")
            default: (6, "0 -300 400 0 0 300")
            }
        let hexadecimal = try Pictures.held(try scannedPage(), exif, resolution: 200).map { String(format: "%02x", $0) }
            .joined()
        let extent = degrees == 180 ? "/Width 1112 /Height 834" : "/Width 834 /Height 1112"
        var builder = PDFBuilder()
        let number = builder.add(
            "<< /Type /XObject /Subtype /Image \(extent) /BitsPerComponent 8 /ColorSpace /DeviceGray "
                + "/Filter [/ASCIIHexDecode /DCTDecode] /Length \(hexadecimal.count + 1) >>\nstream\n\(hexadecimal)>\n"
                + "endstream")
        var page = PDFBuilder.Page(width: 400, height: 300)
        page.resources = "/XObject << /I \(number) 0 R >>"
        page.content = "q \(matrix) cm /I Do Q\n"
        builder.add(page)
        let form = try await Form(data: builder.data(), fileName: "scan.pdf")
        let field = try #require(form.fields.first { $0.label.contains("Name") })
        #expect(field.region.intersectionOverUnion(Self.box) > 0.5)
    }

    @Test("a JPEG in Adobe's inverted inks keeps its colours and its bytes")
    func adobeInks() async throws {
        let form = try await Form(data: Pictures.adobeInks, fileName: "red.jpg")
        let filled = try await form.fill([ValueEntry]())
        #expect(filled.data.range(of: Pictures.adobeInks) != nil)
        // The luma of red is in this range; in the negative, cyan and black, it would be below 20.
        let page = try RenderedPages(filled.data, scale: 0.2).image(0)
        #expect((50...120).contains(page[page.width / 2, page.height / 2]))
    }

    @Test("a photo comes out upright however the camera was held", arguments: 1...8)
    func orientation(_ value: Int) async throws {
        // The upright picture has a dark square at the top left and a grey one at the top right.
        let (width, height) = (120, 90)
        var upright = GrayImage(width: width, height: height, pixels: Array(repeating: 255, count: width * height))
        for y in 0..<30 {
            for x in 0..<30 {
                upright[x, y] = 0
                upright[width - 1 - x, y] = 128
            }
        }
        let jpeg = try Pictures.held(upright, value)
        let form = try await Form(data: jpeg, fileName: "photo.jpg")
        #expect(form.description.pages[0].width > form.description.pages[0].height)
        let page = try RenderedPages(try await form.fill([ValueEntry]()).data).image(0)
        #expect(page[page.width / 10, page.height / 10] < 40)
        #expect((100...156).contains(page[page.width * 9 / 10, page.height / 10]))
        #expect(page[page.width / 10, page.height * 9 / 10] > 215)
    }

    @Test("a photo without a plausible resolution fills a letter-sized page")
    func cameraResolution() async throws {
        let white = GrayImage(width: 2000, height: 1500, pixels: Array(repeating: 255, count: 3_000_000))
        let form = try await Form(data: try Pictures.file(white, .jpeg, resolution: 72), fileName: "photo.jpg")
        #expect(form.description.pages[0].width.rounded() == 792)
    }

    @Test("the type is detected from the content, not from the name")
    func misnamed() async throws {
        var builder = PDFBuilder()
        builder.add(PDFBuilder.Page())
        let form = try await Form(data: builder.data(), fileName: "really.jpg")
        #expect(form.description.document.mimeType == "application/pdf")
    }
}
