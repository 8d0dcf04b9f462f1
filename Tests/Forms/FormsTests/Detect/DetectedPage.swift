import FormModel
import FormDetection
import FormImport
import Foundation
import Tesseract
import TestSupport

/// The fields that the detector finds on pages made for tests, and on real ones.
enum DetectedPage {
    static let recognisers = RecogniserPool()

    static func fields(_ draw: (inout PDFBuilder.Page) -> Void) throws -> [Field] {
        try found(content(draw)).fields
    }

    static func found(_ content: PageContent) throws -> PageFields {
        try Detector(recognisers: recognisers).fields(of: content)
    }

    static func content(_ draw: (inout PDFBuilder.Page) -> Void) throws -> PageContent {
        var page = PDFBuilder.Page()
        draw(&page)
        var builder = PDFBuilder()
        builder.add(page)
        return try PageSource(Importer().document(builder.data(), fileName: "page.pdf")).content(ofPage: 0)
    }

    /// Returns the page as a scanner delivers it: without a text layer, and turned clockwise.
    static func scan(_ content: PageContent, degrees: Double) throws -> PageContent {
        var scan = content
        scan.image = try Bitmap(content.image, resolution: 200).rotated(degrees: degrees).gray()
        scan.words = []
        scan.unread = [Region(x: 0, y: 0, width: content.size.width, height: content.size.height)]
        return scan
    }
}

extension Region {
    /// Returns whether a value written into this region would land in the other.
    func serves(_ other: Region) -> Bool {
        (contains(x: other.midX, y: other.midY) || other.contains(x: midX, y: midY))
            && horizontalOverlap(other) >= 0.5 * other.width
    }
}
