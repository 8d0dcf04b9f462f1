import FailureModel
import Geometry
import Foundation
import PictureHeaders
import Portfolio
import Typesetting
import Vips

/// Reads pictures and adapts them to their places, one at a time.
final class PicturePreparer {
    private let book: PortfolioBook
    private let quality: BookQuality
    /// Additional qualities to measure sizes for.
    private let measured: [BookQuality]
    /// Whether JPEGs that could be embedded unchanged are compressed again if this makes them smaller.
    private let shrinksPlainFiles: Bool
    /// The total sizes of pictures in bytes, in the current and the measured qualities.
    private(set) var sizes = PictureSizes()
    /// The document of the last drawn page.
    private var document: (request: BookPictureSource.Request, bytes: Data)?

    /// The tolerated excess resolution before a JPEG is re-encoded, which costs quality.
    private static let tolerance = 1.5
    /// The minimum excess size of a rendition that replaces the original.
    private static let spare = 1.25
    /// The flatness above which a picture is a graphic, stored losslessly.
    private static let graphicFlatness = 0.82

    init(
        _ book: PortfolioBook, _ quality: BookQuality, measuring measured: [BookQuality] = [],
        shrinksPlainFiles: Bool = false
    ) {
        self.book = book
        self.quality = quality
        self.measured = measured
        self.shrinksPlainFiles = shrinksPlainFiles
        sizes.steps = [Int](repeating: 0, count: measured.count)
        sizes.graphicSteps = sizes.steps
    }

    /// Returns the drawable form of a picture at a size in points, or `nil`.
    ///
    /// `nil` if the picture is unreadable.
    ///
    /// - Throws: `out_of_memory`, and the errors of the source.
    func prepare(_ media: ArrangedMedia, in size: PageSize) throws(Failure) -> PreparedPicture? {
        guard let analysis = book.analyses[media.input] else { return nil }
        if let page = try page(media, analysis), page.isSound { return .page(page) }
        if let plain = try plainFile(media, analysis, in: size) { return plain }
        let form = form(of: media, analysis, in: size)
        let bytes = try book.source.read(
            BookPictureSource.Request(input: media.input, page: media.page, form: form))
        do throws(VipsError) {
            return try encoded(bytes, analysis, in: size)
        } catch .outOfMemory {
            throw Failure(.outOfMemory, "There is not enough memory to make a picture smaller.")
        } catch {
            return nil
        }
    }

    /// Returns the page of a PDF or drawing, or `nil` for other pictures.
    ///
    /// If the page cannot be drawn, its picture is drawn instead.
    private func page(_ media: ArrangedMedia, _ analysis: InputAnalysis) throws(Failure) -> DocumentPage? {
        if analysis.type == .document {
            return DocumentPage(try read(document: media.input, .original), index: media.page)
        }
        guard analysis.type == .picture, analysis.picture?.isDrawing == true else { return nil }
        return DocumentPage(try read(document: media.input, .drawing))
    }

    private func read(
        document input: Int, _ form: BookPictureSource.Request.Form
    ) throws(Failure) -> Data {
        let request = BookPictureSource.Request(input: input, form: form)
        if let document, document.request == request { return document.bytes }
        document = nil
        let bytes = try book.source.read(request)
        document = (request, bytes)
        return bytes
    }

    /// Returns the length of the longer side in pixels for a size in points.
    private static func longerSide(_ size: PageSize, ppi: Int) -> Int {
        max(1, Int((max(size.width, size.height) / 72 * Double(ppi)).rounded()))
    }

    // MARK: Unchanged JPEGs

    /// Returns the unchanged JPEG if its resolution is at most 1.5 times the wanted one.
    private func plainFile(
        _ media: ArrangedMedia, _ analysis: InputAnalysis, in size: PageSize
    ) throws(Failure) -> PreparedPicture? {
        guard analysis.type == .picture, media.page == 0, let facts = analysis.picture, facts.isPlainJPEG,
            Double(facts.width) / max(size.width, 0.01) * 72 <= Double(quality.ppi) * Self.tolerance
        else { return nil }
        let bytes = try book.source.read(BookPictureSource.Request(input: media.input, form: .plainJPEG))
        guard let header = PictureHeader(bytes), header.format == .jpeg, !header.isCutShort else { return nil }
        if shrinksPlainFiles, let smaller = smaller(bytes, in: size) { return smaller }
        let isTurned = header.orientation.swapsSides
        sizes.photos += bytes.count
        if !measured.isEmpty {
            let smaller = try? steps(SourcePicture(bytes), size, isGraphic: false)
            for step in measured.indices {
                sizes.steps[step] += min(bytes.count, smaller?[step] ?? bytes.count)
            }
        }
        return .file(
            PictureFile(bytes), width: isTurned ? header.height : header.width,
            height: isTurned ? header.width : header.height)
    }

    /// Returns a JPEG compressed again, or `nil` if this does not make it smaller.
    private func smaller(_ bytes: Data, in size: PageSize) -> PreparedPicture? {
        guard
            let raster = try? SourcePicture(bytes).raster(longerSide: Self.longerSide(size, ppi: quality.ppi)),
            let file = try? Self.file(raster, quality, isGraphic: false), file.count < bytes.count
        else { return nil }
        sizes.photos += file.count
        return .file(PictureFile(file), width: raster.width, height: raster.height)
    }

    // MARK: Shrunk pictures

    /// Returns the form to read; a sufficiently large rendition decodes much faster.
    private func form(
        of media: ArrangedMedia, _ analysis: InputAnalysis, in size: PageSize
    ) -> BookPictureSource.Request.Form {
        let isReadable = PictureType.allCases.contains { $0.mediaType == analysis.mediaType }
        guard analysis.type == .picture, media.page == 0, isReadable else { return .high }
        guard let high = analysis.renditions.first(where: { $0.quality == .high && $0.page == 0 }),
            !isGraphic(analysis)
        else { return .original }
        let wanted = Double(Self.longerSide(size, ppi: quality.ppi)) * Self.spare
        return Double(max(high.width, high.height)) >= wanted ? .high : .original
    }

    private func isGraphic(_ analysis: InputAnalysis) -> Bool {
        analysis.type == .picture && (analysis.picture?.features.flatness ?? 0) >= Self.graphicFlatness
    }

    private func encoded(
        _ bytes: Data, _ analysis: InputAnalysis, in size: PageSize
    ) throws(VipsError) -> PreparedPicture? {
        let source = try SourcePicture(
            bytes, limits: PictureLimits(side: 32_767, frames: .max), types: Set(PictureType.allCases))
        let raster = try source.raster(longerSide: Self.longerSide(size, ppi: quality.ppi))
        let isOpaque = try raster.isOpaque()
        let isGraphic = isGraphic(analysis) || !isOpaque
        let file = try Self.file(raster, quality, isGraphic: isGraphic)
        if isGraphic { sizes.graphics += file.count } else { sizes.photos += file.count }
        if !measured.isEmpty {
            let counts = try steps(raster, size, isGraphic: isGraphic)
            for (step, count) in counts.enumerated() {
                if isGraphic { sizes.graphicSteps[step] += count } else { sizes.steps[step] += count }
            }
        }
        return .file(PictureFile(file), width: raster.width, height: raster.height)
    }

    private static func file(
        _ raster: RasterPicture, _ quality: BookQuality, isGraphic: Bool
    ) throws(VipsError) -> Data {
        isGraphic ? try raster.png() : try raster.jpeg(quality: quality.jpeg, isSubsampled: true, isProgressive: true)
    }

    // MARK: Sizes

    private func steps(_ source: SourcePicture, _ size: PageSize, isGraphic: Bool) throws(VipsError) -> [Int] {
        guard let first = measured.first else { return [] }
        return try steps(
            source.raster(longerSide: Self.longerSide(size, ppi: first.ppi)), size, isGraphic: isGraphic)
    }

    /// Returns the sizes of a picture in the measured qualities.
    private func steps(_ raster: RasterPicture, _ size: PageSize, isGraphic: Bool) throws(VipsError) -> [Int] {
        var smaller = raster
        var counts: [Int] = []
        for step in measured {
            smaller = try smaller.shrunk(longerSide: Self.longerSide(size, ppi: step.ppi))
            counts.append(try Self.file(smaller, step, isGraphic: isGraphic).count)
        }
        return counts
    }
}

/// The total sizes of a book's pictures in bytes.
struct PictureSizes {
    /// The JPEGs in the book.
    var photos = 0
    /// The graphics as PNGs; the PDF stores them losslessly in another format.
    var graphics = 0
    /// The JPEGs in each measured quality.
    var steps: [Int] = []
    /// The graphics in each measured quality.
    var graphicSteps: [Int] = []

    /// Estimates the size of a book in a measured quality from its current size.
    func estimate(step: Int, total: Int) -> Int {
        // Everything except JPEGs: fonts, structure, vectors and graphics.
        let rest = max(0, total - photos)
        guard graphics > 0 else { return steps[step] + rest }
        let ratio = min(1, Double(graphicSteps[step]) / Double(graphics))
        let others = min(Double(rest), Self.textAtLeast)
        return steps[step] + Int(others + (Double(rest) - others) * ratio)
    }

    /// The assumed size of fonts and structure in a book with graphics, in bytes.
    private static let textAtLeast = 150_000.0
}
