import FailureModel
import Geometry
import Foundation
import PictureHeaders
import Portfolio
import Typesetting
import Vips

/// Reads pictures and fits them to their places, one at a time.
final class PicturePreparer {
    private let book: PortfolioBook
    private let quality: BookQuality
    /// Qualities whose sizes are measured on the way.
    private let measured: [BookQuality]
    /// The sizes in bytes of all pictures, for the quality in use and for each that is measured.
    private(set) var sizes = PictureSizes()
    /// The document of which a page was drawn last.
    private var document: (request: BookPictureSource.Request, bytes: Data)?

    /// By how much the resolution may exceed the one wanted before a JPEG is made smaller, which costs quality.
    private static let tolerance = 1.5
    /// By how much a rendition must be larger than what is wanted to be used instead of the original.
    private static let spare = 1.25
    /// The share of flat neighbours from which a picture is a graphic, which is kept without loss.
    private static let graphicFlatness = 0.82

    init(_ book: PortfolioBook, _ quality: BookQuality, measuring measured: [BookQuality] = []) {
        self.book = book
        self.quality = quality
        self.measured = measured
        sizes.steps = [Int](repeating: 0, count: measured.count)
        sizes.graphicSteps = sizes.steps
    }

    /// Returns what is drawn for a picture in a size in points; nil if it cannot be read.
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

    /// The page of a PDF or a drawing, which is drawn as such if it can be; else its picture is drawn.
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

    /// The number of pixels of the longer side that a place has room for.
    private static func longerSide(_ size: PageSize, ppi: Int) -> Int {
        max(1, Int((max(size.width, size.height) / 72 * Double(ppi)).rounded()))
    }

    // MARK: JPEGs as they are

    /// The JPEG as it is, if its resolution is within 1.5 times the one wanted.
    private func plainFile(
        _ media: ArrangedMedia, _ analysis: InputAnalysis, in size: PageSize
    ) throws(Failure) -> PreparedPicture? {
        guard analysis.type == .picture, media.page == 0, let facts = analysis.picture, facts.isPlainJPEG,
            Double(facts.width) / max(size.width, 0.01) * 72 <= Double(quality.ppi) * Self.tolerance
        else { return nil }
        let bytes = try book.source.read(BookPictureSource.Request(input: media.input, form: .plainJPEG))
        guard let header = PictureHeader(bytes), header.format == .jpeg, !header.isCutShort else { return nil }
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

    // MARK: Pictures made smaller

    /// Where a picture is read from: a rendition that is large enough is decoded much faster.
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

    /// The sizes of a picture in the measured qualities.
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

/// The sizes of a book's pictures in bytes.
struct PictureSizes {
    /// The JPEGs as they stand in the book.
    var photos = 0
    /// The graphics, as PNGs; the PDF keeps them without loss in another way.
    var graphics = 0
    /// The JPEGs in each quality that was measured.
    var steps: [Int] = []
    /// The graphics in each quality that was measured.
    var graphicSteps: [Int] = []

    /// The size of a book in a measured quality, if it now has this size.
    func estimate(step: Int, total: Int) -> Int {
        // What is no JPEG: fonts, structure, lines, and graphics.
        let rest = max(0, total - photos)
        guard graphics > 0 else { return steps[step] + rest }
        let ratio = min(1, Double(graphicSteps[step]) / Double(graphics))
        let others = min(Double(rest), Self.textAtLeast)
        return steps[step] + Int(others + (Double(rest) - others) * ratio)
    }

    /// What fonts and structure of a book with graphics are thought to take, in bytes.
    private static let textAtLeast = 150_000.0
}
