import FailureModel
import FormFilling
import FormImport
import FormModel
import Formwright
import Foundation
import PageRectification
import Poppler
import QPDF
import Tesseract
import TestSupport
import Testing

@Suite("Photos as forms") struct PhotoTests {
    private static let photo: DrawnPhoto = {
        var photo = DrawnPhoto(table: .boards, tilt: (18, -12), roll: 6)
        photo.light = { x, _ in 1 - 0.3 * x }
        return photo
    }()

    private static func jpeg(_ picture: ColorPicture) throws -> Data {
        Data(
            try Bitmap(rgb: picture.pixels, width: picture.width, height: picture.height, resolution: 72)
                .jpegData(quality: 95))
    }

    /// A description with one field around the stamp, as it is on a page with the whole picture.
    private static func known(_ document: ImportedDocument, _ photo: DrawnPhoto) throws -> FormDescription {
        let size = document.pages[0].size
        let sheet = try #require(Quadrilateral(photo.corners))
        let toPicture = try #require(Homography(width: 612, height: 792, to: sheet))
        let place = toPicture(Point(x: 420, y: 600))
        let scale = size.width / Double(photo.pixels.width)
        let field = Field(
            id: UUID(), name: "p1f1", page: 0,
            region: Region(x: place.x * scale - 10, y: place.y * scale - 5, width: 20, height: 10), type: .text,
            label: "Stamp", confidence: 1, evidence: .box)
        return FormDescription(
            document: .init(fileName: "photo.jpg", mimeType: "image/jpeg", sha256: document.sha256, pageCount: 1),
            pages: [.init(width: size.width, height: size.height)], fields: [field])
    }

    @Test("the sheet in a photo is the page, unless the picture is kept")
    func page() throws {
        let data = try Self.jpeg(Self.photo.picture)
        let document = try Importer().document(data, fileName: "photo.jpg")
        #expect(document.pages.map(\.size) == [PageSize(width: 612, height: 792)])
        #expect(document.pictures[0].sheet != nil)
        #expect(document.warnings.isEmpty)
        #expect(try Importer().document(data, fileName: "photo.jpg").pdf == document.pdf)

        let whole = try Importer(keepsPicture: true).document(data, fileName: "photo.jpg")
        #expect(whole.pages[0].size.height / whole.pages[0].size.width == 800.0 / 600)
        #expect(whole.pictures[0].sheet == nil)
        #expect(whole.pdf.range(of: data) != nil)
        #expect(whole.sha256 == document.sha256)
        #expect(FormDigest.of(whole) != FormDigest.of(document))
    }

    @Test("the sheet on a table with squares as bright as paper is the page")
    func chequeredTable() throws {
        let document = try Importer().document(at: TestData.url("pictures/chequered-table.jpg"))
        let sheet = try #require(document.pictures[0].sheet)
        #expect(document.pages.map(\.size) == [PageSize(width: 612, height: 792)])
        let corners = [Point(x: 217, y: 106), Point(x: 501, y: 104), Point(x: 467, y: 556), Point(x: 196, y: 491)]
        for (found, corner) in zip(sheet.corners, corners) {
            #expect(abs(found.x - corner.x) < 3 && abs(found.y - corner.y) < 3)
        }
    }

    @Test("fields that were found on the whole picture are moved to the page, and back")
    func moved() throws {
        let data = try Self.jpeg(Self.photo.picture)
        let document = try Importer().document(data, fileName: "photo.jpg")
        let whole = try Importer(keepsPicture: true).document(data, fileName: "photo.jpg")
        var known = try Self.known(whole, Self.photo)
        known.fields[0].lines = [known.fields[0].region]

        let form = try Form(document, known: known)
        #expect(abs(form.fields[0].region.midX - 420) < 4)
        #expect(abs(form.fields[0].region.midY - 600) < 4)
        #expect(form.description.pages[0].width == 612)
        #expect(form.fields[0].lines == [form.fields[0].region])

        let back = try Form(whole, known: form.description).fields[0].region
        #expect(abs(back.midX - known.fields[0].region.midX) < 1)
        #expect(abs(back.midY - known.fields[0].region.midY) < 1)
    }

    @Test("a straight scan on bright paper keeps its bytes, another one is turned back and cleaned")
    func scans() async throws {
        let straight = try Self.jpeg(DrawnPhoto(share: 1.3).picture)
        let kept = try Importer().document(straight, fileName: "scan.jpg")
        #expect(kept.pictures[0].sheet == nil && kept.warnings.isEmpty)
        #expect(kept.pdf.range(of: straight) != nil)

        let form = try TestData.data("forms/uscourts-b106dec.pdf")
        let drawn = try await onOwnThread { try PopplerDocument(data: form).page(0).render(scale: 1.5) }
        let askew = try Bitmap(drawn, resolution: 108).rotated(degrees: 2).jpegData(quality: 95)
        let turned = try Importer().document(Data(askew), fileName: "scan.jpg")
        let corners = try #require(turned.pictures[0].sheet?.corners)
        #expect(abs(atan2(corners[1].y - corners[0].y, corners[1].x - corners[0].x) * 180 / .pi - 2) < 0.2)
        #expect(abs(turned.pages[0].size.width - 612) < 1 && abs(turned.pages[0].size.height - 792) < 1)

        var dark = DrawnPhoto(share: 1.3)
        dark.light = { _, _ in 0.7 }
        #expect(try Importer().document(try Self.jpeg(dark.picture), fileName: "scan.jpg").pictures[0].sheet != nil)
    }

    @Test(
        "a sheet that lies on its side or upside down becomes upright by its text",
        arguments: [("uscourts-b106dec", 1), ("va-10182", 2)])
    func upright(form: String, quarters: Int) async throws {
        let form = try TestData.data("forms/\(form).pdf")
        let drawn = try await onOwnThread { try PopplerDocument(data: form).page(0).colours(scale: 2) }
        // As dark as in a photo, so that the page is made anew.
        var picture = ColorPicture(width: drawn.width, height: drawn.height, pixels: drawn.samples.map { $0 / 4 * 3 })
        picture = picture.turned(quarters: quarters)
        let document = try Importer().document(try Self.jpeg(picture), fileName: "scan.jpg")
        let first = try #require(document.pictures[0].sheet?.corners.first)
        let (right, bottom) = (Double(picture.width), Double(picture.height))
        let expected = [(0, 0), (right, 0), (right, bottom), (0, bottom)][quarters]
        #expect(abs(first.x - expected.0) < 40 && abs(first.y - expected.1) < 40)
    }

    @Test("a picture without a sheet stays as it is, and a note says what to do")
    func missing() throws {
        let photo = DrawnPhoto(size: PageSize(width: 20, height: 20), table: .checked, share: 0.01)
        let document = try Importer().document(try Self.jpeg(photo.picture), fileName: "table.jpg")
        #expect(document.pictures[0].sheet == nil)
        #expect(document.warnings.count == 1)
        #expect(document.warnings.first?.contains("No sheet of paper") == true)
    }

    @Test("recognised words can be searched in the filled form, at their places")
    func words() async throws {
        let document = try Importer().document(try Self.jpeg(Self.photo.picture), fileName: "photo.jpg")
        var description = try Self.known(document, Self.photo)
        description.pages = [
            .init(
                width: 612, height: 792, sheet: document.pictures[0].sheet,
                words: [
                    .init(text: "Größe–Ω", region: Region(x: 100, y: 200, width: 70, height: 12)),
                    .init(text: "שלום", region: Region(x: 300, y: 200, width: 40, height: 12)),
                    .init(text: "sideways", region: Region(x: 500, y: 300, width: 12, height: 80), turns: 1),
                ])
        ]
        let form = try Form(document, known: description)
        let filled = try await form.fill(["Stamp": "Ada"])
        let words = try await onOwnThread {
            try PopplerDocument(data: filled.data).page(0).words()
        }
        let word = try #require(words.first { $0.text == "Größe–Ω" })
        #expect(abs(word.region.left - 100) < 1 && abs(word.region.right - 170) < 1)
        #expect(abs(word.region.top - 200) < 1 && abs(word.region.bottom - 212) < 1)
        #expect(words.contains { $0.text == "שלום" })
        let turned = try #require(words.first { $0.text == "sideways" })
        #expect(abs(turned.region.top - 300) < 2 && abs(turned.region.bottom - 380) < 2)
        #expect(abs(turned.region.left - 500) < 2 && abs(turned.region.right - 512) < 2)
        #expect(words.contains { $0.text == "Ada" })
    }
}
