import Foundation
import TestSupport
import TestTraits
import Testing

@Suite("On a machine without a package that a form needs", .blocking, .timeLimit(.minutes(30)))
struct MissingToolTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    /// Returns a form with text in a font that is not embedded, in a collection of characters.
    private func form(_ collection: String) throws -> String {
        var builder = PDFBuilder()
        let descriptor = builder.add(
            "<< /Type /FontDescriptor /FontName /Mincho /Flags 4 /FontBBox [0 0 1000 1000] /ItalicAngle 0 /Ascent 800 "
                + "/Descent -200 /CapHeight 700 /StemV 80 >>")
        let font = builder.add(
            "<< /Type /Font /Subtype /CIDFontType0 /BaseFont /Mincho /FontDescriptor \(descriptor) 0 R "
                + "/CIDSystemInfo << /Registry (Adobe) /Ordering (\(collection)) /Supplement 0 >> >>")
        let text = builder.add(
            "<< /Type /Font /Subtype /Type0 /BaseFont /Mincho /Encoding /Identity-H /DescendantFonts [\(font) 0 R] >>")
        var page = PDFBuilder.Page()
        page.fonts = "/F2 \(text) 0 R"
        page.content = "BT /F2 20 Tf 60 700 Td <002200230024> Tj ET\n"
        page.text("Name:", x: 60, y: 200)
        page.box(x: 100, y: 186, width: 200, height: 20)
        builder.add(page)
        return try folder.write(builder.data(), "\(collection).pdf").path
    }

    @Test(
        "a Japanese form names the package with the maps of its characters",
        .enabled(if: CommandLineTool.canEmptyFolders, "only root can hide a folder"))
    func fontData() throws {
        let japanese = try form("Japan1")
        let missing = try CommandLineTool.run(["inspect", japanese], emptying: "/usr/share/poppler")
        #expect(missing.status == 220 && missing.errors.contains("install it"), "\(missing.errors)")
        #expect(missing.errors.contains("poppler-data"))
        #expect(try CommandLineTool.run(["inspect", japanese]).status == 0)
        // The package would be of no help with a collection that nobody has.
        let unknown = try CommandLineTool.run(["inspect", try form("Own1")], emptying: "/usr/share/poppler")
        #expect(unknown.status == 0 && unknown.errors.contains("Own1"), "\(unknown.errors)")
    }
}
