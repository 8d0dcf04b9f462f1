public import ArgumentParser
import Files
import FormModel
public import Forms
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
    /// - Throws: `Failure`, such as `page_unknown` or `output_unwritable`.
    func write(_ pdf: Data, of document: ImportedDocument, to path: String, inputs: [String?]) throws {
        let selected = try DocumentPages(pdf, of: document, selection: pages)
        guard path.lowercased().hasSuffix(".png") else { return try NamedFile.write(try selected.data(), to: path) }
        let names = selected.numbers.map { number in
            if path.contains("{page}") { return path.replacing("{page}", with: "\(number)") }
            return selected.count == 1 ? path : "\(path.dropLast(4))-\(number).png"
        }
        try NamedFile.check(outputs: names, inputs: inputs)
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
