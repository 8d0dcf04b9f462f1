import FormwrightCLI
import PortableText
import PortableTextPDF
import PortableTextDomain
public import ArgumentParser
import FailureModel
import Files
import Foundation
import Threads

struct TypesetCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "typeset",
        abstract: "Render Portable Text as PDF, HTML or plain text.",
        discussion: """
            The input is Portable Text in JSON: an object with a list of blocks, or the list alone. Pictures are data URLs, or \
            files in the folder of the input; addresses are never fetched. What cannot be rendered is reported on standard \
            error. See docs/use/portable-text.md.

            EXAMPLES
              formwright typeset notes.pt.json -o notes.pdf
              formwright typeset notes.pt.json -o notes.pdf --style style.yaml --toc --title "Notes" --lang en
              formwright typeset notes.pt.json -o notes.html --direction rtl
              formwright typeset article.json -o article.pdf --types types.yaml
              formwright typeset notes.pt.json -o - --format html --fragment
              formwright typeset notes.pt.json -o notes.toc.json
            """)

    @Argument(help: "The document in JSON, or - for standard input.")
    var document: String

    @Option(name: [.short, .long], help: "Output file, or - for standard output. Its suffix determines the format.")
    var output: String

    @Option(help: "Format of the output; json is the table of contents.")
    var format: OutputFormat?

    @Option(help: "YAML file of styles.")
    var style: String?

    @Option(help: "YAML file that maps a dataset's own types to known ones.")
    var types: String?

    @Flag(help: "Start with a table of contents.")
    var toc = false

    @Option(help: "Title of the document, which is also the running head of the PDF.")
    var title: String?

    @Option(help: "Language of the document as a BCP 47 tag, such as en or de-AT.")
    var lang: String?

    @Flag(help: "Break words at the ends of lines by the patterns of the language; needs --lang.")
    var hyphenate = false

    @Option(help: "Direction of the text. By default paragraphs have that of their first letter.")
    var direction: PortableTextDirection?

    @Flag(help: "Write only the HTML of the blocks, without an enclosing page.")
    var fragment = false

    @Flag(help: "Render as much as possible and report all errors, instead of failing at the first.")
    var lenient = false

    /// The output formats.
    enum OutputFormat: String, CaseIterable, ExpressibleByArgument {
        case pdf, html, txt, json
    }

    private var chosenFormat: OutputFormat? {
        format ?? OutputFormat(rawValue: URL(fileURLWithPath: output).pathExtension.lowercased())
    }

    func validate() throws {
        try NamedFile.checkStandardInput([document, style, types])
        guard let chosenFormat else {
            throw ValidationError("Name an output that ends in .pdf, .html, .txt or .json, or choose a --format.")
        }
        if fragment, chosenFormat != .html { throw ValidationError("--fragment is for HTML only.") }
        if fragment, toc || title != nil {
            throw ValidationError("--fragment writes the blocks alone; leave out --toc and --title.")
        }
        if fragment, hyphenate { throw ValidationError("--fragment has no style; leave out --hyphenate.") }
        if let mistake = options.mistake(named: { "--\($0)" }) { throw ValidationError(mistake) }
    }

    func run() async throws {
        guard let chosenFormat else { return }
        try NamedFile.check(outputs: [output], inputs: [document, style, types])
        FilePermissions.inherit(from: [document, style, types])
        _ = DocumentLimits(on: document)
        let rendering = try rendering()
        let problems = try await WorkerThreads.shared.run { [output] in
            try rendering.write(chosenFormat, to: output)
        }
        for problem in problems { StandardError.print("formwright: note: \(problem)") }
    }

    private func rendering() throws -> DocumentRendering {
        var styles = PortableTextStyleSheet()
        if let style {
            styles = try StyleFile.read(
                try NamedFile.read(style, limit: YAMLFile.sizeLimit), name: NamedFile.name(style))
        }
        let known = try types.map {
            try TypesFile.read(try NamedFile.read($0, limit: YAMLFile.sizeLimit), name: NamedFile.name($0))
        }
        let folder =
            document == "-" ? URL(fileURLWithPath: ".") : URL(fileURLWithPath: document).deletingLastPathComponent()
        let json = try NamedFile.read(document, limit: PortableTextKind.sizeLimit)
        guard !json.isEmpty else { throw Failure(.inputEmpty, "\(NamedFile.name(document)) is empty.") }
        return DocumentRendering(
            json: json, mode: lenient ? .lenient : .strict,
            types: known, styles: styles, pictures: .folder(folder),
            options: options, isFragment: fragment)
    }

    private var options: TypesetOptions {
        TypesetOptions(
            title: title, language: lang, direction: direction, hasTableOfContents: toc, hyphenates: hyphenate)
    }
}

extension PortableTextDirection: ExpressibleByArgument {}

/// A document with its rendering options.
private struct DocumentRendering: Sendable {
    let json: Data
    let mode: PortableTextReader.Mode
    let types: PortableTextTypes?
    let styles: PortableTextStyleSheet
    let pictures: PictureSource
    let options: TypesetOptions
    let isFragment: Bool

    /// Renders the document into a file, or to standard output.
    ///
    /// - Returns: the problems of reading and rendering.
    func write(_ format: TypesetCommand.OutputFormat, to path: String) throws -> [PortableTextError] {
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
