import FailureModel
import Foundation
import Pipeline
import Portfolio
import PortfolioBook
import PortfolioInputs

/// Typesets the book of a portfolio.
struct PortfolioBookStage: Stage {
    let name: StageName = "typeset"
    let needs: Set<StageName> = ["score", "arrange"]

    func run(_ context: StageContext) async throws -> StageOutcome {
        typealias Name = PortfolioKind.ArtefactName
        let parts = try PortfolioParts(context)
        let design = try PortfolioDesign(context, parts)
        let scores = design.scores.inputs.map { ($0.input, $0.final) }
        let analyses = parts.contents.contents.indices.compactMap { input in
            parts.contents.analysis(of: input).map { (input, $0) }
        }
        let book = PortfolioBook(
            manifest: parts.contents.manifest, arrangement: design.arrangement,
            analyses: Dictionary(uniqueKeysWithValues: analyses), edition: design.edition,
            scores: Dictionary(uniqueKeysWithValues: scores), source: .init(parts, context))
        let typesetter = PortfolioBookTypesetter(book) { completed, total throws(Failure) in
            context.reportProgress(completed: completed, total: total, unit: "page")
            if Task.isCancelled { throw Failure(.cancelled, "The work was stopped before it finished.") }
        }
        var set = PortfolioBookReport()
        let pdf = try context.put(named: Name.book, mediaType: "application/pdf") { append in
            set = try typesetter.write { (bytes: Data) throws(Failure) in
                do { try append(bytes) } catch { throw Failure(error) }
            }
        }
        try context.checkCancellation()
        var results = [pdf]
        if design.hasNewJSON { results += try context.put(design.arrangement, of: parts, design.edition) }
        let report = PortfolioReport(parts.contents, design.arrangement, book: set, warnings: design.warnings)
        results.append(try context.put(canonical: report, named: Name.report))
        return .done(results, facts: [PortfolioKind.FactName.pages: "\(set.pages)"])
    }
}

extension BookPictureSource {
    /// Creates a source that reads the artefacts of a portfolio's parts.
    fileprivate init(_ parts: PortfolioParts, _ context: StageContext) {
        self.init { [artefacts = context.artefacts] (request: Request) throws(Failure) -> Data in
            do {
                switch request.form {
                case .original:
                    return try artefacts.read(try Self.original(parts, request))
                case .plainJPEG:
                    return PlainJPEG.stripped(try artefacts.read(try Self.original(parts, request))) ?? Data()
                case .high:
                    let renditions = parts.contents.analysis(of: request.input)?.renditions ?? []
                    let high = renditions.first { $0.page == request.page && $0.quality == .high }
                    return try artefacts.read(try Self.content(of: high?.name, parts, request))
                case .drawing:
                    return try artefacts.read(
                        try Self.content(of: PortfolioInputKind.ArtefactName.drawing, parts, request))
                }
            } catch {
                throw Failure(error)
            }
        }
    }

    private static func original(_ parts: PortfolioParts, _ request: Request) throws(Failure) -> ContentID {
        guard let document = parts.part(of: request.input)?.document else { throw missing }
        return document.content
    }

    private static func content(
        of name: String?, _ parts: PortfolioParts, _ request: Request
    ) throws(Failure) -> ContentID {
        guard let name, let artefact = parts.artefact(name, of: request.input) else { throw missing }
        return artefact.content
    }

    private static var missing: Failure {
        Failure(.artefactMissing, "A picture of the portfolio is no longer stored.")
    }
}
