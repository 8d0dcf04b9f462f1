import FailureModel
import Foundation
import Portfolio
import Vips

/// Analyses a picture.
struct PictureInput {
    /// The limits of portfolio pictures.
    static let limits = PictureLimits(
        side: 1 << 20, pixels: PortfolioLimits.pixels, pages: PortfolioLimits.pages, frames: .max)

    private let data: Data
    private let type: PictureType

    /// Creates an analysis of a file of a detected type.
    init(_ data: Data, _ type: PictureType) {
        self.data = data
        self.type = type
    }

    /// Returns the facts about the picture, and stores its renditions.
    func analysis(_ output: AnalysisOutput) throws -> InputAnalysis {
        do {
            let first = try SourcePicture(data, limits: limits, types: Set(PictureType.allCases))
            try Self.checkSides(of: first.header)
            let pages = type == .tiff ? first.header.pages : 1
            var renditions: [Rendition] = []
            var facts: PictureFacts?
            for page in 0..<pages {
                let source =
                    page == 0 ? first : try SourcePicture(data, limits: limits, types: [type], page: page)
                let made = try PictureRenditions(
                    try source.raster(longerSide: PictureRenditions.sides[0].side), isSubsampled: !type.isLossless)
                renditions += try made.put(output, page: pages > 1 ? page : nil)
                if page == 0 { facts = try self.facts(source, made) }
                try output.progressed(page + 1, of: pages, unit: "page")
            }
            let texts = EmbeddedTexts(try first.metadata(), taken: first.header.taken)
            return InputAnalysis(
                type: .picture, mediaType: type.mediaType, title: texts.title, caption: texts.caption,
                altText: texts.altText, keywords: texts.keywords, date: texts.date, picture: facts,
                pages: pages > 1 ? pages : nil, renditions: renditions)
        } catch let error as VipsError {
            throw Failure(error, limits: limits)
        }
    }

    /// Leaves out tracking pixels, spacers and icons.
    ///
    /// - Throws: `unsupported_type`.
    private static func checkSides(of header: SourcePicture.Header) throws(Failure) {
        guard min(header.width, header.height) < PortfolioLimits.leastSide else { return }
        throw Failure(
            .unsupportedType,
            "The picture has \(header.width) x \(header.height) pixels; those with a side below "
                + "\(PortfolioLimits.leastSide) pixels are left out.")
    }

    /// The limits for the type.
    ///
    /// Of a HEIC sequence, only the main picture is read.
    private var limits: PictureLimits {
        var limits = Self.limits
        if type != .tiff { limits.pages = .max }
        return limits
    }

    private func facts(_ source: SourcePicture, _ made: PictureRenditions) throws -> PictureFacts {
        let header = source.header
        let isTurned = header.orientation >= 5
        return try made.facts(
            width: isTurned ? header.height : header.width, height: isTurned ? header.width : header.height,
            isPlainJPEG: try PlainJPEG.isPlain(data, header, profile: try source.metadata().profile)
                && source.isFlawlessJPEG())
    }
}
