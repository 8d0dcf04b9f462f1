import FormImport
import Geometry
import FailureModel
import Foundation
package import Pipeline
import Poppler

extension PortfolioKind {
    /// The stage that draws a page of the book as a preview.
    package static let pictureStage: StageName = "picture"
}

/// A request to draw a page of a book.
package struct BookPictureRequest: Hashable, Sendable, Codable {
    /// The page, from 0.
    package var page: Int
    /// The width in pixels.
    package var width: Int

    /// Creates a request.
    package init(page: Int, width: Int) {
        self.page = page
        self.width = width
    }
}

/// Draws a page of a portfolio's book on demand.
///
/// The reply is a PNG file.
package struct BookPictureStage: Stage {
    package let name = PortfolioKind.pictureStage

    /// Short limits, because a person waits for the result.
    package static let limits = StageLimits(wallTime: .seconds(60), cpuTime: .seconds(30))
    /// The maximum number of pixels, which a tall page would exceed at the largest width.
    private static let pixelLimit = 24_000_000.0

    /// Creates the stage.
    package init() {}

    package func run(_ context: StageContext) async throws -> StageOutcome {
        guard let data = context.request else { throw Failure(.internalError, "Pictures are drawn on demand only.") }
        let request = try JSONDecoder().decode(BookPictureRequest.self, from: data)
        return .replied(try Self.png(of: request, in: try context.bytes(of: PortfolioKind.ArtefactName.book)))
    }

    /// Draws a page as a PNG.
    ///
    /// - Throws: `page_unknown`, `out_of_memory`, `damaged_document`.
    static func png(of request: BookPictureRequest, in book: Data) throws(Failure) -> Data {
        do {
            let page = try PopplerDocument(data: book).page(request.page)
            let size = page.size
            let scale = min(
                Double(max(request.width, 1)) / size.width, (pixelLimit / (size.width * size.height)).squareRoot())
            return try page.png(scale: scale)
        } catch {
            switch error.code {
            case .noSuchPage: throw Failure(.pageUnknown, "The book has no page \(request.page + 1).")
            case .outOfMemory:
                throw Failure(.outOfMemory, "There is not enough memory for the page.", underlying: "\(error)")
            default: throw Failure(.damagedDocument, "The page cannot be drawn.", underlying: "\(error)")
            }
        }
    }
}
