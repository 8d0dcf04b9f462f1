import FailureModel
import FormModel
import FormFilling
import Foundation
import Pipeline

/// Draws a page as a picture on demand, blank or with values.
struct PictureStage: Stage {
    let name = FormKind.pictureStage
    let documents: RecentDocuments
    let composers: RecentComposers

    func run(_ context: StageContext) async throws -> StageOutcome {
        guard let data = context.request else {
            throw Failure(.internalError, "Pictures are drawn on demand only.")
        }
        let request = try JSONDecoder().decode(PictureRequest.self, from: data)
        let document = try documents.document(context)
        let pictures = PagePicture(of: document)
        var reply = PictureReply(png: Data())
        if let entries = request.entries, !entries.isEmpty {
            let filled = try composers.composer(for: document, request.template, context).page(
                request.page, with: entries)
            reply.problems = filled.problems
            reply.png = try pictures.png(ofPage: request.page, width: request.width, in: filled.pdf)
        } else {
            reply.png = try pictures.png(ofPage: request.page, width: request.width)
        }
        return .replied(try JSONEncoder().encode(reply))
    }
}
