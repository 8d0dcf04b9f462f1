import Files
import FailureModel
import FormwrightCLI
import Foundation
import PortableText
import PortableTextDomain
import PortableTextPDF
import Values

/// The options of rendering documents.
struct DocumentRendering: Sendable {
    let mode: PortableTextReader.Mode
    let types: PortableTextTypes?
    let styles: PortableTextStyleSheet
    var pictures: PictureSource
    var options: TypesetOptions
    let isFragment: Bool

    /// Renders a document into a file, or to standard output.
    ///
    /// - Returns: the problems of reading and rendering.
    func write(
        _ json: JSONValue, _ format: TypesetCommand.OutputFormat, to path: String
    ) throws -> [PortableTextError] {
        let (document, problems) = try PortableTextReader(mode: mode, vocabulary: styles.vocabulary, types: types).read(
            json)
        switch format {
        case .pdf: return problems + (try writePDF(document, to: path))
        case .html:
            let page = options.page(styles, pictures: pictures)
            let rendered = isFragment ? page.renderer.render(document) : page.render(document)
            try NamedFile.write(Data(rendered.html.utf8), to: path)
            return problems + rendered.problems
        case .txt:
            try NamedFile.write(Data(options.text(of: document).utf8), to: path)
            return problems
        case .json:
            let report = try options.pdf(styles, pictures: pictures).measure(document)
            try NamedFile.write(try JSONText.encode(report.tableOfContents), to: path)
            return problems
        }
    }

    /// Writes each page as soon as it is finished.
    private func writePDF(_ document: PortableTextDocument, to path: String) throws -> [PortableTextError] {
        let renderer = options.pdf(styles, pictures: pictures)
        guard path != "-" else {
            let (pdf, report) = try renderer.render(document)
            try NamedFile.write(pdf, to: path)
            return report.problems
        }
        let file = try GrowingFile(at: URL(fileURLWithPath: path))
        let report = try renderer.write(document) { (bytes: Data) throws(Failure) in try file.append(bytes) }
        try file.finish()
        return report.problems
    }
}
