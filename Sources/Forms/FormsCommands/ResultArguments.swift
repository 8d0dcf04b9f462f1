import FormwrightCLI
public import ArgumentParser
import Files
import Formwright
import FormModel
public import FormFilling
import FormImport
import Foundation

/// The options for what a command makes of a document: a PDF or pictures, of all pages or some.
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

    /// Refuses an output whose extension names a type that is not written.
    ///
    /// - Parameters:
    ///   - path: the output; other extensions, and none, are a PDF's.
    ///   - isPicture: whether pictures are written, too.
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

    /// Extensions of what people may expect to be converted.
    private static let otherTypes: Set = [
        "jpg", "jpeg", "tif", "tiff", "gif", "bmp", "webp", "heic", "svg", "ps", "eps", "doc", "docx", "odt", "rtf",
        "html",
        "htm", "txt", "csv", "json", "jsonl", "yaml", "yml", "xml", "fdf", "xfdf", "zip",
    ]

    /// Writes what a document has become.
    ///
    /// A path that ends in `.png` gets pictures: `{page}` in it stands for the number of the page; without it, several
    /// pages are numbered as in `x-1.png`.
    ///
    /// - Parameters:
    ///   - pdf: what the document has become.
    ///   - document: the document.
    ///   - path: the output.
    ///   - inputs: files that must not be overwritten.
    ///   - others: files that the command writes as well.
    ///   - flattens: whether the AcroForm fields that are left become parts of the pages.
    /// - Throws: `Failure`, such as `page_unknown` or `output_unwritable`.
    func write(
        _ pdf: Data, of document: ImportedDocument, to path: String, inputs: [String?], others: [String?] = [],
        flattens: Bool = false
    ) throws {
        let selected = try ResultOptions(pages: pages, flattens: flattens).pages(pdf, of: document)
        guard path.lowercased().hasSuffix(".png") else { return try NamedFile.write(try selected.data(), to: path) }
        let names = selected.numbers.map { number in
            if path.contains("{page}") { return path.replacing("{page}", with: "\(number)") }
            return selected.count == 1 ? path : "\(path.dropLast(4))-\(number).png"
        }
        try NamedFile.check(outputs: names + others, inputs: inputs)
        // Before the first is written, since half a set of pictures helps nobody.
        try names.forEach(NamedFile.checkIsNoFolder)
        for (place, name) in names.enumerated() {
            try NamedFile.write(try selected.png(place, resolution: resolution), to: name)
        }
    }
}

extension PageSelection: ExpressibleByArgument {
    /// Parses an argument of the command line.
    public init?(argument: String) { self.init(argument) }
}
