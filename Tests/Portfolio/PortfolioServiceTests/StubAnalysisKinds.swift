import FormImport
import PortfolioDomain
import FailureModel
import Foundation
import Pipeline
import Portfolio
import PortfolioInputs
import TestSupport

/// The real stages that score, arrange and draw pages, on files that are their own analyses, with a book of two pages.
enum StubAnalysisKinds {
    static let kinds: [any Kind] = [AnalysedInputKind(), ArrangedPortfolioKind()]

    /// The bytes of a picture as the stub of `analyse` reads them.
    static func picture(_ hash: UInt64, width: Int = 3000, height: Int = 2000) throws -> Data {
        let features = PictureFeatures(
            sharpness: 300, mean: 110, deviation: 50, clipped: 0.01, colorfulness: 40, flatness: 0.2)
        let renditions = [
            Rendition(
                name: "medium.jpg", quality: .medium, mediaType: "image/jpeg", width: 1024, height: 683, byteCount: 6),
            Rendition(
                name: "thumb.jpg", quality: .thumb, mediaType: "image/jpeg", width: 400, height: 267, byteCount: 5),
        ]
        return try JSONEncoder().encode(
            InputAnalysis(
                type: .picture, mediaType: "image/jpeg",
                picture: PictureFacts(
                    width: width, height: height, features: features,
                    differenceHash: String(format: "%016llx", hash), blurHash: "LEHV6nWB2yk8pyo0adR*.7kCMdnj",
                    colors: [ColorCluster(lightness: 0.5, a: 0.1, b: 0.1, share: 1)]), renditions: renditions))
    }
}

private struct AnalysedInputKind: Kind {
    var name: KindName { PortfolioInputKind.name }
    var errors: [ErrorRow] { ErrorRow.portfolios }
    var analysed: [Deliverable] { [] }
    var filled: [Deliverable] { [] }

    func content(reading settings: SettingsNode?) -> ContentKind {
        ContentKind(name, processing: [.init(Analyse())], filling: [])
    }

    func mediaType(ofHead head: Data, byteCount: Int64, fileName: String) throws -> String { "image/jpeg" }
    func role(of fileName: String) -> FileRole { .original(stem: fileName) }

    struct Analyse: Stage {
        let name: StageName = "analyse"

        func run(_ context: StageContext) async throws -> StageOutcome {
            let bytes = try context.original()
            guard let analysis = try? JSONDecoder().decode(InputAnalysis.self, from: bytes) else {
                return .fail(Failure(.damagedDocument, "The file is damaged."))
            }
            return .done(
                try analysis.renditions.map {
                    try context.put(Data($0.quality.rawValue.utf8), named: $0.name, mediaType: $0.mediaType)
                } + [try context.put(bytes, named: "analysis.json", mediaType: "application/json")])
        }
    }
}

private struct ArrangedPortfolioKind: Kind {
    var name: KindName { PortfolioKind.name }
    var errors: [ErrorRow] { ErrorRow.portfolios }
    var analysed: [Deliverable] { [] }
    var filled: [Deliverable] { [] }

    func content(reading settings: SettingsNode?) -> ContentKind {
        ContentKind(
            name, processing: PortfolioKind().content(reading: nil).processing, filling: [.init(Typeset())],
            onDemand: [.init(BookPictureStage(), limits: BookPictureStage.limits)])
    }

    func mediaType(ofHead head: Data, byteCount: Int64, fileName: String) throws -> String {
        throw Failure(.unsupportedType, "No.")
    }
    func role(of fileName: String) -> FileRole { .original(stem: fileName) }

    struct Typeset: Stage {
        let name: StageName = "typeset"

        func run(_ context: StageContext) async throws -> StageOutcome {
            var pdf = PDFBuilder()
            for number in 1...2 {
                var page = PDFBuilder.Page(width: 800, height: 400)
                page.text("Page \(number)", x: 50, y: 50)
                _ = pdf.add(page)
            }
            return .done(
                [try context.put(pdf.data(), named: "book.pdf", mediaType: "application/pdf")], facts: ["pages": "2"])
        }
    }
}
