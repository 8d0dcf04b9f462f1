import FormFilling
import FormsDomain
import ArgumentParser
import Files
import FormModel
import FormImport
import Formwright
import Foundation
import Logging
import Pipeline
import PipelineSQL
import Synchronization
import Threads

/// Measures the cost of the job queue.
///
/// It analyses and fills real forms with and without the queue.
struct QueueCostCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "queue-cost", abstract: "Measures the cost that the job queue adds to the work on real forms.")

    @Argument(help: "The forms, which are used in turn.")
    var forms: [String]

    @Option(help: "Total number of forms to process.")
    var count = 100

    @Option(help: "Number of measurements with and without the queue; the median is printed.")
    var repeats = 3

    @Option(help: "Folder for the results; they are kept, since some file systems are slow after removals.")
    var folder = FileManager.default.temporaryDirectory.path

    /// The output, for all forms together.
    private struct Result: Codable {
        var forms: Int
        var direct: Cost
        var queued: Cost
    }

    func run() async throws {
        let data = try forms.map { try Data(contentsOf: URL(fileURLWithPath: $0)) }
        let place = URL(fileURLWithPath: folder).appendingPathComponent("queue-cost-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: place, withIntermediateDirectories: true)
        let shop = try Shop(folder: place)
        var direct: [Cost] = []
        var queued: [Cost] = []
        // The first round warms up caches and font maps and creates the store's folders, so it is not counted.
        for round in 0...max(1, repeats) {
            let sources = (0..<count).map { number in
                // Each document is different, since documents with the same bytes would share their analysis.
                data[number % data.count] + Data("% \(round) \(number)\n".utf8)
            }
            let results = place.appendingPathComponent("\(round)")
            try FileManager.default.createDirectory(at: results, withIntermediateDirectories: true)
            let start = Cost.now
            try await Self.directly(sources, results)
            let middle = Cost.now
            let first = start.untilNow
            try await shop.work(on: sources)
            if round > 0 {
                direct.append(first)
                queued.append(middle.untilNow)
            }
        }
        try shop.store.close()
        try Result(forms: count, direct: Cost.median(of: direct), queued: Cost.median(of: queued)).printAsJSON()
    }

    /// Processes one form per core at a time.
    ///
    /// The results are written like those of the commands.
    private static func directly(_ sources: [Data], _ folder: URL) async throws {
        try await withThrowingTaskGroup(of: Void.self) { group in
            for (number, source) in sources.enumerated() {
                if number >= WorkerThreads.shared.count { try await group.next() }
                group.addTask {
                    let filled = try await FormWork.filled(source, try await FormWork.fields(of: source))
                    try OutputFile.write(filled, to: folder.appendingPathComponent("\(number).pdf"))
                }
            }
            try await group.waitForAll()
        }
    }
}

/// The job queue on SQLite with full durability.
private struct Shop {
    let store: SQLStore
    let artefacts: any ArtefactStore
    private let composed = Tally()
    private let kinds: KindTable

    init(folder: URL) throws {
        store = try SQLStore(path: folder.path + "/pipeline.sqlite")
        artefacts = try LocalArtefactStore(root: folder.path + "/artefacts")
        let stages: [any Stage] = [DetectStage(), ComposeStage(composed: composed)]
        // Forms are filled as soon as they are analysed, so that the caller need not wait for each.
        kinds = KindTable([
            ContentKind("form", processing: stages.map { ContentKind.PlannedStage($0) }, filling: [])
        ])
    }

    /// Processes all sources, and returns when every form is filled.
    func work(on sources: [Data]) async throws {
        let client = PipelineClient(kinds: kinds, store: store, artefacts: artefacts)
        let runner = Runner(
            name: "bench", kinds: kinds, store: store, artefacts: artefacts, settings: RunnerSettings(),
            logger: Logger(label: "bench") { _ in SwiftLogNoOpLogHandler() })
        let before = try await ready()
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { try await runner.run() }
            defer { group.cancelAll() }
            for source in sources {
                let document = try await client.importDocument(
                    source, owner: .local, kind: "form", fileName: "form.pdf", mediaType: "application/pdf")
                _ = try await client.process(document.id, in: .all)
            }
            // Queries of the store take time themselves, so they wait until the stages have finished.
            while composed.count.load(ordering: .relaxed) < before + sources.count { try await Self.pause() }
            while try await ready() < before + sources.count { try await Self.pause() }
        }
    }

    private static func pause() async throws { try await Task.sleep(for: .milliseconds(1)) }

    private func ready() async throws -> Int {
        let states = try await store.status(in: .all, at: SystemClock().now).documents
        guard states[.failed] == nil else { throw WentWrong() }
        return states[.ready] ?? 0
    }
}

private final class Tally: Sendable {
    let count = Atomic(0)
}

private struct WentWrong: Error {}

/// The work of one form.
private enum FormWork {
    static func fields(of source: Data) async throws -> Data {
        try JSONEncoder().encode(try await Form(data: source, fileName: "form.pdf").description)
    }

    static func filled(_ source: Data, _ fields: Data) async throws -> Data {
        let fields = try JSONDecoder().decode(FormDescription.self, from: fields)
        return try await WorkerThreads.shared.run {
            let document = try Importer().document(source, fileName: "form.pdf")
            let values = try Binder(fields: fields.fields).bind(SampleValues.entries(for: fields.fields))
            return try Composer(options: SampleValues.options)
                .compose(values, onto: document, description: fields).pdf
        }
    }
}

private struct DetectStage: Stage {
    let name: StageName = "detect"

    func run(_ context: StageContext) async throws -> StageOutcome {
        let fields = try await FormWork.fields(of: try context.original())
        return .done([try context.put(fields, named: "fields.json", mediaType: "application/json")])
    }
}

private struct ComposeStage: Stage {
    let name: StageName = "compose"
    let composed: Tally

    func run(_ context: StageContext) async throws -> StageOutcome {
        let filled = try await FormWork.filled(try context.original(), try context.bytes(of: "fields.json"))
        defer { composed.count.add(1, ordering: .relaxed) }
        return .done([try context.put(filled, named: "filled.pdf", mediaType: "application/pdf")])
    }
}
