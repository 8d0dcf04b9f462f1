import FormwrightCLI
import PortableText
import PortableTextPDF
import PortableTextDomain
import DatasetExport
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

            The input may also be an export of a dataset: an .ndjson file, a .tar.gz archive or its folder. --id chooses a \
            document of it; otherwise all documents with rich text are rendered into a folder.

            EXAMPLES
              formwright typeset notes.pt.json -o notes.pdf
              formwright typeset notes.pt.json -o notes.pdf --style style.yaml --toc --title "Notes" --lang en
              formwright typeset notes.pt.json -o notes.html --direction rtl
              formwright typeset article.json -o article.pdf --types types.yaml
              formwright typeset notes.pt.json -o - --format html --fragment
              formwright typeset notes.pt.json -o notes.toc.json
              formwright typeset production.tar.gz --id intro -o intro.pdf
              formwright typeset production.ndjson --field body -o pages/ --format html
            """)

    @Argument(help: "The document in JSON, or - for standard input; or an export of a dataset.")
    var document: String

    @Option(
        name: [.short, .long],
        help:
            "Output file, or - for standard output. Its suffix determines the format. For all documents of an export, a folder."
    )
    var output: String

    @Option(help: "Format of the output; json is the table of contents.")
    var format: OutputFormat?

    @Option(help: "ID of the document in an export.")
    var id: String?

    @Option(help: "Member with the rich text in an export, such as body or content.en. By default the only one.")
    var field: String?

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

    @Flag(help: "Write the PDF as PDF/A-2u, for archives.")
    var pdfa = false

    @Option(help: "Direction of the text. By default paragraphs have that of their first letter.")
    var direction: PortableTextDirection?

    @Flag(help: "Show pictures by https in HTML, which the reader's browser fetches.")
    var remotePictures = false

    @Flag(help: "Write only the HTML of the blocks, without an enclosing page.")
    var fragment = false

    @Flag(help: "Render as much as possible and report all errors, instead of failing at the first.")
    var lenient = false

    /// The output formats.
    enum OutputFormat: String, CaseIterable, ExpressibleByArgument {
        case pdf, html, txt, json
    }

    private var chosenFormat: OutputFormat? {
        format
            ?? (isWholeExport ? .pdf : OutputFormat(rawValue: URL(fileURLWithPath: output).pathExtension.lowercased()))
    }

    /// Whether the documents of an export are rendered into a folder.
    private var isWholeExport: Bool { DatasetExport.isExport(document) && id == nil }

    func validate() throws {
        try NamedFile.checkStandardInput([document, style, types])
        guard let chosenFormat else {
            throw ValidationError("Name an output that ends in .pdf, .html, .txt or .json, or choose a --format.")
        }
        if !DatasetExport.isExport(document), id != nil || field != nil {
            throw ValidationError(
                "--id and --field are for an export: an .ndjson file, a .tar.gz archive or its folder.")
        }
        if isWholeExport, title != nil {
            throw ValidationError("Documents of an export have titles of their own; leave out --title.")
        }
        if isWholeExport, output == "-" {
            throw ValidationError("Name a folder for the documents of the export, or choose one with --id.")
        }
        if remotePictures, chosenFormat != .html { throw ValidationError("--remote-pictures is for HTML only.") }
        if fragment, chosenFormat != .html { throw ValidationError("--fragment is for HTML only.") }
        if fragment, toc || title != nil {
            throw ValidationError("--fragment writes the blocks alone; leave out --toc and --title.")
        }
        if fragment, hyphenate { throw ValidationError("--fragment has no style; leave out --hyphenate.") }
        if pdfa, chosenFormat != .pdf { throw ValidationError("--pdfa is for PDF only.") }
        if let mistake = options.mistake(named: { "--\($0)" }) { throw ValidationError(mistake) }
    }

    func run() async throws {
        guard let chosenFormat else { return }
        try NamedFile.check(outputs: [output], inputs: [document, style, types])
        FilePermissions.inherit(from: [document, style, types])
        let limits = DocumentLimits(on: document)
        let rendering = try rendering()
        guard !DatasetExport.isExport(document) else {
            let work = ExportRendering(rendering: rendering, format: chosenFormat, field: field)
            return try await WorkerThreads.shared.run { [id, document, output] in
                let export = try DatasetExport(at: document)
                guard let id else {
                    let folder = URL(fileURLWithPath: output)
                    return try work.renderAll(of: export, into: folder, didRender: limits.reportProgress)
                }
                try work.render(id, of: export, to: output)
            }
        }
        let json = try NamedFile.read(document, limit: PortableTextKind.sizeLimit)
        guard !json.isEmpty else { throw Failure(.inputEmpty, "\(NamedFile.name(document)) is empty.") }
        let problems = try await WorkerThreads.shared.run { [output] in
            try rendering.write(try PortableTextReader.value(of: json), chosenFormat, to: output)
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
        return DocumentRendering(
            mode: lenient ? .lenient : .strict, types: known, styles: styles, pictures: .folder(folder),
            options: options, isFragment: fragment)
    }

    private var options: TypesetOptions {
        TypesetOptions(
            title: title, language: lang, direction: direction, hasTableOfContents: toc, hyphenates: hyphenate,
            isArchival: pdfa, hasRemotePictures: remotePictures)
    }
}

extension PortableTextDirection: ExpressibleByArgument {}
