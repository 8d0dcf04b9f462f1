import ArgumentParser
import FormModel
import FormDetection
import FormFilling
import FormImport
import Foundation
import QPDF
import Tesseract
import Threads

/// Runs each stage of a form on one thread and prints its cost per page.
struct StagesCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "stages", abstract: "Measure each stage on one form, on one thread.")

    @Argument(help: "The form.")
    var form: String

    @Option(help: "Number of times that each stage is run; the median is printed.")
    var repeats = 5

    /// The output; costs are per page.
    private struct Result: Codable {
        var pages: Int
        var fields: Int
        var filled: Int
        var stages: [String: Cost]
    }

    func run() async throws {
        // The rest blocks, which is not allowed on Swift's cooperative threads.
        let result = try await WorkerThreads.shared.run { [form, repeats] in
            try Self.measure(URL(fileURLWithPath: form), repeats: max(1, repeats))
        }
        try result.printAsJSON()
    }

    private static func measure(_ url: URL, repeats: Int) throws -> Result {
        let data = try Data(contentsOf: url)
        var costs: [FormStage: [Cost]] = [:]
        func measured<T>(_ stage: FormStage, _ body: () throws -> T) rethrows -> T {
            let (result, cost) = try Cost.measuring(body)
            costs[stage, default: []].append(cost)
            return result
        }

        let recognisers = RecogniserPool()
        defer { recognisers.end() }
        let detector = Detector(recognisers: recognisers)
        var pages = 0
        var fields: [Field] = []
        var filled = 0
        // The first round warms up caches, font maps and recognisers, so it is not counted.
        for round in 0...repeats {
            if round == 1 { costs = [:] }
            let document = try measured(.import) { try Importer().document(data, fileName: url.lastPathComponent) }
            pages = document.pages.count
            var skews = [Double](repeating: 0, count: pages)
            if document.widgets.isEmpty {
                let contents = try measured(.rasterise) {
                    let source = try PageSource(document)
                    return try document.pages.indices.map { try source.content(ofPage: $0) }
                }
                let found = try measured(.detect) { try contents.map { try detector.fields(of: $0) } }
                fields = found.flatMap(\.fields)
                skews = found.map(\.skew)
            } else {
                fields = WidgetFields.fields(of: document)
            }
            let entries = SampleValues.entries(for: fields)
            let values = try measured(.bind) { try Binder(fields: fields).bind(entries) }
            filled = values.count
            let sizes = zip(document.pages, skews).map { page, skew in
                FormDescription.Page(width: page.size.width, height: page.size.height, skew: skew)
            }
            let description = FormDescription(
                document: FormDescription.Document(
                    fileName: document.fileName, mimeType: document.fileType.mimeType, sha256: document.sha256,
                    pageCount: pages),
                pages: sizes, fields: fields)
            _ = try measured(.compose) {
                try Composer(options: SampleValues.options).compose(values, onto: document, description: description)
            }
        }
        return Result(
            pages: pages, fields: fields.count, filled: filled,
            stages: Dictionary(
                uniqueKeysWithValues: costs.map { ($0.rawValue, Cost.median(of: $1).divided(by: pages)) }))
    }
}
