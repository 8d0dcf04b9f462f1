import ArgumentParser
import FormDetection
import FormModel
import FormImport
import Foundation
import KnownForms
import Tesseract
import Threads

/// Recognises a page of a known form on one thread and prints the cost.
struct KnownPageCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "known-page", abstract: "Measure the recognition of a page of a known form, on one thread.")

    @Argument(help: "The known form, of which the first page is taken.")
    var form: String

    @Argument(help: "The copy, of which the first page is taken; a page with text.")
    var copy: String

    @Option(help: "Number of times that each step is run; the median is printed.")
    var repeats = 11

    private struct Result: Codable {
        /// The number of fields carried over.
        var fields: Int
        var rasterise: Cost
        var recognise: Cost
    }

    func run() async throws {
        // The rest blocks, which is not allowed on Swift's cooperative threads.
        let result = try await WorkerThreads.shared.run { [form, copy, repeats] in
            try Self.measure(URL(fileURLWithPath: form), URL(fileURLWithPath: copy), repeats: max(1, repeats))
        }
        try result.printAsJSON()
    }

    private static func content(of url: URL) throws -> PageContent {
        let document = try Importer().document(try Data(contentsOf: url), fileName: url.lastPathComponent)
        return try PageSource(document).content(ofPage: 0)
    }

    private static func measure(_ form: URL, _ copy: URL, repeats: Int) throws -> Result {
        let recognisers = RecogniserPool()
        defer { recognisers.end() }
        let blank = try content(of: form)
        let known = KnownPage(
            form: UUID(), page: 0, print: try PagePrint(of: blank),
            fields: try Detector(recognisers: recognisers).fields(of: blank).fields)
        let recogniser = PageRecogniser([known])
        var (drawing, work): ([Cost], [Cost]) = ([], [])
        var fields = 0
        // The first round warms up caches and font maps, so it is not counted.
        for round in 0...repeats {
            let (page, drawn) = try Cost.measuring { try content(of: copy) }
            let (found, recognised) = try Cost.measuring { try recogniser.recognise(try PagePrint(of: page)) }
            guard case .known(let known, let registration, _) = found else {
                throw ValidationError("The page is not recognised as one of the form.")
            }
            fields = registration.carried(known.fields, toPage: 0).count
            if round == 0 { continue }
            drawing.append(drawn)
            work.append(recognised)
        }
        return Result(fields: fields, rasterise: .median(of: drawing), recognise: .median(of: work))
    }
}
