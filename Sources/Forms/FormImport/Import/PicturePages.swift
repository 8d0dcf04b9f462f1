import QPDF
import FailureModel
import Cairo
import FormModel
import Foundation
import PictureHeaders
import Tesseract

/// Puts pictures on pages, so that scans and photos are processed like PDFs.
///
/// The sheet that a photo shows becomes the page. Other pictures keep their pixels: a JPEG is embedded unchanged; other
/// formats are stored losslessly, and turned upright by the page.
struct PicturePages {
    var limits: Limits
    /// Whether photos keep their pixels, too.
    var keepsPicture = false

    /// The pages made from a picture file.
    struct Result {
        var pdf: Data
        /// The picture of each page.
        var pictures: [ImportedDocument.SourcePicture]
        /// Notes for the user.
        var notes: [String]
    }

    /// The long side in points of a page without a specified size.
    ///
    /// This is that of US Letter.
    private static let defaultLongSide = 792.0
    /// Maximum plausible long side in points.
    ///
    /// A longer page results from an arbitrary resolution set by a camera, usually 72 dpi.
    private static let plausibleLongSide = 1_300.0
    private static let plausibleResolution = 50

    func pages(of data: Data, fileName: String) throws(Failure) -> Result {
        ImageFile.silenceLibrary()
        guard let file = ImageFile(data: data) else {
            throw Failure(.unsupportedType, "\(fileName) is not a picture.")
        }
        do {
            let count = try file.pageCount()
            guard count <= limits.pages else {
                throw Failure(.tooManyPages, "\(fileName) has \(count) pages; the limit is \(limits.pages).")
            }
            var surface: PDFSurface?
            var pictures: [ImportedDocument.SourcePicture] = []
            var without: [Int] = []
            for page in 0..<count {
                try check(file.header(ofPage: page), page: page, fileName: fileName)
                let sheet = try sheet(file, page: page)
                pictures.append(sheet.source)
                if sheet.isMissing { without.append(page + 1) }
                if let surface { surface.endPage(next: sheet.size) }
                let target = try surface ?? PDFSurface(size: sheet.size)
                surface = target
                target.context.draw(
                    sheet.picture, in: Region(x: 0, y: 0, width: sheet.size.width, height: sheet.size.height),
                    orientation: sheet.orientation)
            }
            guard let surface else { throw Failure(.noPages, "\(fileName) has no pages.") }
            surface.endPage(next: nil)
            let pdf = try Self.settled(surface.finish(), invertsInks: file.pictureHeader?.hasInvertedInks == true)
            return Result(pdf: pdf, pictures: pictures, notes: Self.notes(without, of: count))
        } catch let error as Failure {
            throw error
        } catch let error as BitmapError where error.code == .unsupported {
            throw Failure(
                .unsupportedType,
                "The pixels of \(fileName) have more than 16 bits per channel or are fractions, as written by instruments; "
                    + "save the picture with 8 bits per channel.", underlying: "\(error)")
        } catch let error as BitmapError where error.code == .libraryMissing {
            throw Failure(.internalError, "The library Leptonica cannot be loaded.", underlying: "\(error)")
        } catch let error as BitmapError where error.code == .outOfMemory {
            throw Failure(.outOfMemory, "There is not enough memory to read \(fileName).", underlying: "\(error)")
        } catch {
            throw Failure(
                .damagedDocument, "\(fileName) is damaged: its picture cannot be decoded.", underlying: "\(error)")
        }
    }

    /// Returns the pages as they would be at any other time, since Cairo dates them.
    ///
    /// The inks of a JPEG may be inverted, which Cairo does not declare in the PDF.
    private static func settled(_ pdf: Data, invertsInks: Bool) throws(QPDFError) -> Data {
        let file = try PDFFile(data: pdf)
        if invertsInks { try file.invertInks(onPage: 0) }
        file.removeInformation("/CreationDate")
        return try file.written()
    }

    /// A picture and the page that it fills.
    private struct Sheet {
        var picture: Picture
        var orientation: PictureOrientation
        var size: PageSize
        var source: ImportedDocument.SourcePicture
        /// Whether a sheet was searched and not found in what is no scan.
        var isMissing = false
    }

    /// Returns a note about pictures without a sheet.
    private static func notes(_ pages: [Int], of count: Int) -> [String] {
        guard !pages.isEmpty else { return [] }
        let place = count == 1 ? "the picture" : "page \(pages.map(String.init).listed(6))"
        return [
            "No sheet of paper was found in \(place), which stays as it is. Take the photo again with all four edges of "
                + "the sheet in it, on a table of another colour, or scan the form."
        ]
    }

    private func check(_ header: ImageFile.Header, page: Int, fileName: String) throws(Failure) {
        guard max(header.width, header.height) <= limits.pictureSide,
            header.width * header.height <= limits.picturePixels
        else {
            throw Failure(
                .pictureTooLarge,
                "The picture of page \(page + 1) of \(fileName) has \(header.width) x \(header.height) pixels; the limit "
                    + "is \(limits.pictureSide) on a side and \(limits.picturePixels / 1_000_000) million in total.")
        }
    }

    private func sheet(_ file: ImageFile, page: Int) throws -> Sheet {
        // The file is decoded even if it is embedded unchanged, to check that it is complete.
        let bitmap = try file.bitmap(ofPage: page)
        let orientation = file.pictureHeader?.orientation ?? .upright
        let whole = PageSize(
            width: Double(orientation.swapsSides ? bitmap.height : bitmap.width),
            height: Double(orientation.swapsSides ? bitmap.width : bitmap.height))
        var pointsPerPixel = 72 / Double(max(1, bitmap.resolution))
        if bitmap.resolution < Self.plausibleResolution
            || max(whole.width, whole.height) * pointsPerPixel > Self.plausibleLongSide
        {
            pointsPerPixel = Self.defaultLongSide / max(whole.width, whole.height)
        }
        let size = PageSize(width: whole.width * pointsPerPixel, height: whole.height * pointsPerPixel)
        var isMissing = false
        // PDF readers invert such inks, which are not known to be inverted when they are decoded.
        if !keepsPicture, file.pictureHeader?.hasInvertedInks != true {
            switch try StraightenedPicture.page(of: bitmap, orientation: orientation, size: size) {
            case .page(let page):
                return Sheet(
                    picture: try Picture(jpeg: page.jpeg, width: page.width, height: page.height),
                    orientation: .upright,
                    size: page.size, source: .init(size: whole, sheet: page.sheet))
            case .noSheet: isMissing = true
            case .unchanged: break
            }
        }
        let picture =
            switch file.format {
            case .jpeg: try Picture(jpeg: file.data, width: bitmap.width, height: bitmap.height)
            case .png: try Picture(png: file.data)
            case .tiff: try Picture(rgb: try bitmap.rgb(), width: bitmap.width, height: bitmap.height)
            }
        return Sheet(
            picture: picture, orientation: orientation, size: size, source: .init(size: whole, sheet: nil),
            isMissing: isMissing)
    }
}
