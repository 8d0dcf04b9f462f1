import FailureModel
import Files
import Foundation
import Pipeline
import Storybook

/// Typesets a book, or a single page.
struct BookStage: Stage {
    let name: StageName = "typeset"
    let needs: Set<StageName> = ["check"]

    func run(_ context: StageContext) async throws -> StageOutcome {
        typealias Name = StorybookKind.ArtefactName
        let ordered = try OrderedBook(context)
        let extent = ordered.book.options.extent
        let name =
            switch extent {
            case .book: Name.book
            case .page: Name.page
            case .cover: Name.cover
            }
        let (pdf, placed) = try set(ordered.book, named: name, context)
        var report = placed
        report.omissions = ordered.omissions
        var results = [pdf]
        if extent == .book {
            var cover = ordered.book
            cover.options.extent = .cover
            results.append(try set(cover, named: Name.cover, context).pdf)
        }
        results.append(
            try context.put(try JSONText.encode(report), named: Name.report, mediaType: "application/json"))
        return .done(results, facts: [StorybookKind.FactName.pages: "\(report.pages)"])
    }

    private func set(
        _ book: Storybook, named name: String, _ context: StageContext
    ) throws -> (pdf: Artefact, report: BookReport) {
        let typesetter = BookTypesetter(book) { completed, total throws(Failure) in
            context.reportProgress(completed: completed, total: total, unit: "artwork")
            if Task.isCancelled { throw Failure(.cancelled, "The work was stopped before it finished.") }
        }
        var report = BookReport()
        let pdf = try context.put(named: name, mediaType: "application/pdf") { append in
            report = try typesetter.write { (bytes: Data) throws(Failure) in
                do { try append(bytes) } catch { throw Failure(error) }
            }
        }
        try context.checkCancellation()
        return (pdf, report)
    }
}
