// Analyses files as inputs of a portfolio, one after the other, and prints the processor time in seconds.
//
// usage: portfolio-input-benchmark FILE…

import Foundation
import Logging
import Pipeline
import PipelineTestSupport
import PortfolioInputs

let kind = PortfolioInputKind()
let folder = try PipelineTestSupport.TemporaryFolder()
let settings = try PipelineSettings(yaml: "runner:\n  workers: 1\n", kinds: [kind])
let artefacts = try LocalArtefactStore(root: folder.path + "/artefacts")
let store = try StoreKind.memory.make(in: folder)
let client = PipelineClient(kinds: settings.kinds, store: store, artefacts: artefacts)
let runner = Runner(
    name: "benchmark", kinds: settings.kinds, store: store, artefacts: artefacts, settings: settings.runner,
    logger: Logger(label: "benchmark") { _ in SwiftLogNoOpLogHandler() })

/// The processor time of this process in seconds.
func processorTime() -> Double {
    var time = timespec()
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
}

try await withThrowingTaskGroup(of: Void.self) { group in
    group.addTask { try await runner.run() }
    defer { group.cancelAll() }
    var used = 0.0
    for path in CommandLine.arguments.dropFirst() {
        let upload = try Data(contentsOf: URL(fileURLWithPath: path))
        let added = try await client.importDocument(
            upload, owner: .local, kind: kind.name, fileName: "work",
            mediaType: try kind.mediaType(of: upload, fileName: "work"))
        let start = processorTime()
        _ = try await client.process(added.id, in: .all)
        let document = try await client.settled(added.id, in: .all)
        used += processorTime() - start
        guard document.state == .ready else { fatalError("\(String(describing: document.failure))") }
    }
    print(String(format: "%.2f", used))
}
withExtendedLifetime(folder) {}
