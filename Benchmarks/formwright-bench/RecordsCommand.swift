import ArgumentParser
import FormModel
import Forms
import Formwright
import Foundation

/// Fills one form with many records on all cores, each into a file of its own.
struct RecordsCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "records", abstract: "Fills one form with many records, on all cores.")

    @Argument(help: "The form.")
    var form: String

    @Option(help: "A JSON list with an object of values for each record.")
    var values: String

    @Option(help: "The folder that the filled forms are written to.")
    var output: String

    func run() async throws {
        let records = try JSONDecoder().decode(
            [[String: String]].self, from: Data(contentsOf: URL(fileURLWithPath: values)))
        let folder = URL(fileURLWithPath: output, isDirectory: true)
        let form = try await Form(contentsOf: URL(fileURLWithPath: form))
        try await withThrowingTaskGroup(of: Void.self) { group in
            for (number, record) in records.enumerated() {
                // As many at a time as there are threads to work on them, so that results do not pile up in memory.
                if number >= WorkerThreads.shared.count { try await group.next() }
                group.addTask {
                    let filled = try await form.fill(record.mapValues { .text($0) }, options: SampleValues.options)
                    try filled.write(to: folder.appendingPathComponent("\(number).pdf"))
                }
            }
            try await group.waitForAll()
        }
    }
}
