import QPDF
import FailureModel
import Cairo
import FormModel
import Foundation
import PictureHeaders
import Tesseract

/// Puts pictures on pages, so that scans and photos are processed like PDFs.
///
/// A JPEG is embedded unchanged; other formats are stored losslessly. Photos are rotated upright by the page, without
/// changing their pixels.
struct PicturePages {
    var limits: Limits

    /// The long side in points of a page without a specified size.
    ///
    /// This is that of US Letter.
    private static let defaultLongSide = 792.0
    /// Maximum plausible long side in points.
    ///
    /// A longer page results from an arbitrary resolution set by a camera, usually 72 dpi.
    private static let plausibleLongSide = 1_300.0
    private static let plausibleResolution = 50

    func pdf(of data: Data, fileName: String) throws(Failure) -> Data {
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
            for page in 0..<count {
                try check(file.header(ofPage: page), page: page, fileName: fileName)
                let sheet = try sheet(file, page: page)
                if let surface { surface.endPage(next: sheet.size) }
                let target = try surface ?? PDFSurface(size: sheet.size)
                surface = target
                target.context.draw(
                    sheet.picture, in: Region(x: 0, y: 0, width: sheet.size.width, height: sheet.size.height),
                    orientation: sheet.orientation)
            }
            guard let surface else { throw Failure(.noPages, "\(fileName) has no pages.") }
            surface.endPage(next: nil)
            let pdf = try surface.finish()
            return file.pictureHeader?.hasInvertedInks == true ? try Self.invertingInks(of: pdf) : pdf
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

    /// Inverts the inks of a JPEG, which Cairo does not declare in the PDF.
    private static func invertingInks(of pdf: Data) throws(QPDFError) -> Data {
        let file = try PDFFile(data: pdf)
        try file.invertInks(onPage: 0)
        return try file.written()
    }

    /// A picture and the page that it fills.
    private struct Sheet {
        var picture: Picture
        var orientation: PictureOrientation
        var size: PageSize
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
        let picture =
            switch file.format {
            case .jpeg: try Picture(jpeg: file.data, width: bitmap.width, height: bitmap.height)
            case .png: try Picture(png: file.data)
            case .tiff: try Picture(rgb: try bitmap.rgb(), width: bitmap.width, height: bitmap.height)
            }
        let width = Double(orientation.swapsSides ? bitmap.height : bitmap.width)
        let height = Double(orientation.swapsSides ? bitmap.width : bitmap.height)
        var pointsPerPixel = 72 / Double(max(1, bitmap.resolution))
        if bitmap.resolution < Self.plausibleResolution
            || max(width, height) * pointsPerPixel > Self.plausibleLongSide
        {
            pointsPerPixel = Self.defaultLongSide / max(width, height)
        }
        return Sheet(
            picture: picture, orientation: orientation,
            size: PageSize(width: width * pointsPerPixel, height: height * pointsPerPixel))
    }
}
