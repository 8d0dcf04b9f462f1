import FormwrightCLI
public import ArgumentParser
import Files
import Formwright
import FormModel
public import FormFilling
import FormImport
import Foundation

/// The options for the output of a command: a PDF or pictures.
struct ResultArguments: ParsableArguments {
    @Option(help: "Write only these pages, such as 1,3-5; without bookmarks, tags and links to other pages.")
    var pages: PageSelection?

    @Option(help: "Resolution of pictures (an output that ends in .png), in pixels per inch.")
    var resolution = 150.0

    func validate() throws {
        guard DocumentPages.resolutions.contains(resolution) else {
            throw ValidationError("--resolution must be 20 to 1200 pixels per inch.")
        }
    }

    /// Rejects an output with the extension of a type that cannot be written.
    ///
    /// - Parameters:
    ///   - path: the output; a path with another extension, or none, is a PDF.
    ///   - isPicture: whether pictures can be written, too.
    /// - Throws: `ValidationError`.
    static func check(_ path: String?, isPicture: Bool) throws {
        guard let path else { return }
        let suffix = URL(fileURLWithPath: path).pathExtension.lowercased()
        guard otherTypes.contains(suffix) || suffix == "png" && !isPicture else { return }
        throw ValidationError(
            isPicture
                ? "--output is written as PDF (.pdf) or as pictures (.png), not as .\(suffix)."
                : "--output is written as PDF (.pdf), not as .\(suffix).")
    }

    /// Extensions of formats that people may expect as output.
    private static let otherTypes: Set = [
        "jpg", "jpeg", "tif", "tiff", "gif", "bmp", "webp", "heic", "svg", "ps", "eps", "doc", "docx", "odt", "rtf",
        "html",
        "htm", "txt", "csv", "json", "jsonl", "yaml", "yml", "xml", "fdf", "xfdf", "zip",
    ]

    /// Writes a processed document.
    ///
    /// A path that ends in `.png` produces pictures: `{page}` in it is replaced by the page number; without it, several
    /// pages are numbered as in `x-1.png`.
    ///
    /// - Parameters:
    ///   - pdf: the processed document.
    ///   - document: the document.
    ///   - path: the output.
    ///   - inputs: files that must not be overwritten.
    ///   - others: files that the command also writes.
    ///   - flattens: whether remaining AcroForm fields are converted to page content.
    /// - Returns: the files for messages.
    /// - Throws: `Failure`, such as `page_unknown` or `output_unwritable`.
    func write(
        _ pdf: Data, of document: ImportedDocument, to path: String, inputs: [String?], others: [String?] = [],
        flattens: Bool = false
    ) throws -> String {
        let selected = try ResultOptions(pages: pages, flattens: flattens).pages(pdf, of: document)
        guard path.lowercased().hasSuffix(".png") else {
            try NamedFile.write(try selected.data(), to: path)
            return NamedFile.output(path)
        }
        let names = selected.numbers.map { number in
            if path.contains("{page}") { return path.replacing("{page}", with: "\(number)") }
            return selected.count == 1 ? path : "\(path.dropLast(4))-\(number).png"
        }
        try NamedFile.check(outputs: names + others, inputs: inputs)
        // Checked before the first is written, since an incomplete set of pictures is useless.
        try names.forEach(NamedFile.checkIsNoFolder)
        for (place, name) in names.enumerated() {
            try NamedFile.write(try selected.png(place, resolution: resolution), to: name)
        }
        return NamedFile.outputs(names)
    }
}

extension PageSelection: ExpressibleByArgument {
    /// Parses a command-line argument.
    public init?(argument: String) { self.init(argument) }
}
