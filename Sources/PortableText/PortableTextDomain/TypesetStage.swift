import FailureModel
import Files
import Foundation
import Pipeline
import PortableText
import PortableTextPDF

/// Renders a document as PDF, HTML and plain text.
struct TypesetStage: Stage {
    let name: StageName = "typeset"
    let needs: Set<StageName> = ["parse"]
    let settings: PortableTextSettings

    func run(_ context: StageContext) async throws -> StageOutcome {
        typealias Name = PortableTextKind.ArtefactName
        let styles = try styles(in: context)
        let options = try options(in: context)
        let reader = PortableTextReader(
            mode: settings.mode, vocabulary: styles.vocabulary, types: try types(in: context))
        let (document, problems) = try reader.read(try context.original())
        // Paths in documents from others are not opened.
        let typeset = try options.pdf(styles, pictures: .embedded).render(document)
        try context.checkCancellation()
        let page = options.page(styles, pictures: .embedded).render(document)
        let known = Set(typeset.report.problems)
        let all = problems + typeset.report.problems + page.problems.filter { !known.contains($0) }
        let report = TypesetReport(pages: typeset.report.pageCount, problems: all.map(ReportedProblem.init))
        return .done(
            [
                try context.put(typeset.pdf, named: Name.pdf, mediaType: "application/pdf"),
                try context.put(Data(page.html.utf8), named: Name.html, mediaType: "text/html; charset=utf-8"),
                try context.put(
                    Data(options.text(of: document).utf8), named: Name.text, mediaType: "text/plain; charset=utf-8"),
                try context.put(
                    try JSONText.encode(typeset.report.tableOfContents), named: Name.tableOfContents,
                    mediaType: "application/json"),
                try context.put(try JSONText.encode(report), named: Name.report, mediaType: "application/json"),
            ],
            facts: [PortableTextKind.FactName.pages: "\(report.pages)"])
    }

    private func styles(in context: StageContext) throws -> PortableTextStyleSheet {
        let name = PortableTextKind.ArtefactName.style
        guard context.artefact(name, from: .inputs) != nil else { return PortableTextStyleSheet() }
        return try StyleFile.read(try context.bytes(of: name, from: .inputs), name: name)
    }

    private func types(in context: StageContext) throws -> PortableTextTypes? {
        let name = PortableTextKind.ArtefactName.types
        guard context.artefact(name, from: .inputs) != nil else { return nil }
        return try TypesFile.read(try context.bytes(of: name, from: .inputs), name: name)
    }

    private func options(in context: StageContext) throws -> TypesetOptions {
        let name = PortableTextKind.ArtefactName.options
        guard context.artefact(name, from: .inputs) != nil else { return settings.options }
        return try JSONDecoder().decode(TypesetOptions.self, from: try context.bytes(of: name, from: .inputs))
    }
}

/// A report on a rendered document.
package struct TypesetReport: Codable, Sendable, Hashable {
    /// The number of pages of the PDF.
    package var pages: Int
    /// The problems of reading and rendering, in reading order.
    package var problems: [ReportedProblem]
}
