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

    @Test("fields that were found on the whole picture are moved to the page, and back")
    func moved() throws {
        let data = try Self.jpeg(Self.photo.picture)
        let document = try Importer().document(data, fileName: "photo.jpg")
        let whole = try Importer(keepsPicture: true).document(data, fileName: "photo.jpg")
        let known = try Self.known(whole, Self.photo)

        let form = try Form(document, known: known)
        #expect(abs(form.fields[0].region.midX - 420) < 4)
        #expect(abs(form.fields[0].region.midY - 600) < 4)
        #expect(form.description.pages[0].width == 612)

        let back = try Form(whole, known: form.description).fields[0].region
        #expect(abs(back.midX - known.fields[0].region.midX) < 1)
        #expect(abs(back.midY - known.fields[0].region.midY) < 1)
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
                words: [.init(text: "Größe–Ω", region: Region(x: 100, y: 200, width: 70, height: 12))])
        ]
        let form = try Form(document, known: description)
        let filled = try await form.fill(["Stamp": "Ada"])
        let words = try await onOwnThread {
            try PopplerDocument(data: filled.data).page(0).words()
        }
        let word = try #require(words.first { $0.text == "Größe–Ω" })
        #expect(abs(word.region.left - 100) < 1 && abs(word.region.right - 170) < 1)
        // Poppler assumes that letters reach below the baseline.
        #expect(abs(word.region.midY - 206) < 6)
        #expect(words.contains { $0.text == "Ada" })
    }
}
