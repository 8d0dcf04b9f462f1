package import FormModel
package import Foundation
package import QPDF

/// A readable document within the limits.
///
/// The content of its pages has not been examined.
package struct ImportedDocument: Sendable {
    /// The original file name, without folders.
    package var fileName: String
    package var fileType: FileType
    /// The SHA-256 digest of the original bytes, in lower-case hexadecimal.
    package var sha256: String
    /// The PDF to work on: the original bytes, or pages made from a picture.
    package var pdf: Data
    /// The password that opens the PDF.
    package var password: String?
    package var pages: [PageGeometry]
    /// The fields of the AcroForm; if there are any, they are authoritative.
    package var widgets: [Widget]
    /// Messages for the user about repairs and possible surprises.
    package var warnings: [String]
    /// The pictures that the pages were made from, page by page; empty for a PDF.
    package var pictures: [SourcePicture] = []
    /// The SHA-256 digest of ``pdf``, if it is known.
    package var pdfDigest: String?
    /// Whether it is the blank of a form that was filled before.
    package var isFilledBefore = false
    /// Why the mark of an earlier fill is of no use, if so.
    package var markNote: String?
    /// Whether it has the mark of an earlier fill that is of no use.
    package var hasUnusableMark: Bool { markNote != nil }
    /// The values of an earlier fill, as JSON; `nil` if the form was blank.
    package var keptValues: Data?
    /// Whether the document is tagged for accessibility.
    package var isTagged = false

    /// A picture that a page was made from.
    package struct SourcePicture: Sendable, Hashable {
        /// The width and height in pixels, upright as its EXIF data say.
        package var size: PageSize
        /// The part of it on the page.
        ///
        /// It is `nil` for the whole picture, unchanged.
        package var sheet: PictureSheet?

        package init(size: PageSize, sheet: PictureSheet?) {
            self.size = size
            self.sheet = sheet
        }
    }

    /// The warnings, and that the blank of a filled form is used.
    package var notes: [String] {
        isFilledBefore ? ["The form was filled before; its blank is used."] + warnings : warnings
    }

    /// The parsed PDF, kept after importing.
    package var parsed = ParsedFiles()
    /// The parsed PDF for detecting changes, which is never changed itself.
    package let unchanged = ParsedFiles()

    /// Returns whether a page was turned upright when it was made from a picture.
    package func isUpright(page index: Int) -> Bool { pictures.indices.contains(index) && pictures[index].sheet != nil }

    /// The unit of a page's user space, in points.
    package func unit(ofPage index: Int) -> Double { pages.indices.contains(index) ? pages[index].userUnit : 1 }
}
