import FailureModel
import Foundation
import Portfolio
import Rsvg
import Vips

/// Analyses an SVG.
struct DrawingInput {
    /// The code of a drawing with external references.
    static let outsideReferences = "outside_references"

    private let data: Data

    /// Creates an analysis of a file.
    init(_ data: Data) {
        self.data = data
    }

    /// Returns the facts about the drawing, and stores its renditions and its vector form.
    func analysis(_ output: AnalysisOutput) throws -> InputAnalysis {
        let check = try DrawingCheck(data)
        do {
            let drawing = try Drawing(Data(check.bytes))
            try DrawingProbe.check(drawing, side: PictureRenditions.sides[0].side)
            try output.progressed()
            // Vectors have no natural size, so the drawing is rendered at the largest size.
            let scale = Double(PictureRenditions.sides[0].side) / max(drawing.width, drawing.height)
            let width = max(1, Int((drawing.width * scale).rounded()))
            let height = max(1, Int((drawing.height * scale).rounded()))
            let picture = try RasterPicture(
                width: width, height: height, samples: try drawing.pixels(width: width, height: height))
            try output.progressed()
            let made = try PictureRenditions(picture, isSubsampled: false)
            let renditions = try made.put(output)
            try output.put(try drawing.pdf(), PortfolioInputKind.ArtefactName.drawing, "application/pdf")
            return InputAnalysis(
                type: .picture, mediaType: InputType.drawing.mediaType,
                title: BoundedText.line(check.title, PortfolioLimits.title),
                caption: BoundedText.line(check.caption, BoundedText.caption),
                picture: try made.facts(width: width, height: height, isDrawing: true), renditions: renditions,
                warnings: check.hasOutsideReferences ? [Self.outsideReferences] : [])
        } catch let error as RsvgError {
            throw Failure(error)
        } catch let error as VipsError {
            throw Failure(error, limits: PictureInput.limits)
        }
    }
}
