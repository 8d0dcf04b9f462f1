import FailureModel
import CoreMetrics
import Foundation
import Logging
import MetricsTestKit
import Pipeline
import PipelineTestSupport
import Synchronization
import Testing

@Suite("A runner seen from outside")
struct ObservationTests {
    @Test("counts attempts by ending, times stages, and logs ids and codes but no texts")
    func observed() async throws {
        let bench = try Workbench(.memory)
        let failure = Failure("broken", "Broken.")
        let memo = ContentKind.scripted { context in
            context.document.fileName == "bad" ? .fail(failure) : .done()
        }
        let client = bench.client([memo])
        let metrics = TestMetrics()
        let log = MemoryLog()
        let runner = Runner(
            name: "runner", kinds: KindTable([memo]), store: bench.store, artefacts: bench.artefacts,
            dependencies: bench.dependencies, logger: Logger(label: "test") { _ in log }, metricsFactory: metrics)
        var ids: [DocumentID] = []
        try await running(runner) {
            for name in ["good", "bad", "good"] {
                let document = try await client.importDocument(
                    Data(UUID().uuidString.utf8), owner: .local, kind: "memo", fileName: name, mediaType: "text/plain")
                _ = try await client.process(document.id, in: .all)
                _ = try await client.settled(document.id, in: .all)
                ids.append(document.id)
            }
        }
        let stage = [("kind", "memo"), ("stage", "count")]
        #expect(try metrics.expectCounter("pipeline_attempts", stage + [("ending", "done")]).totalValue == 2)
        #expect(try metrics.expectCounter("pipeline_attempts", stage + [("ending", "dead")]).totalValue == 1)
        #expect(try metrics.expectTimer("pipeline_stage_duration", stage).values.count == 3)

        let warning = try #require(log.lines.first { $0.level == .warning })
        #expect(warning.metadata["document_id"] == "\(ids[1])")
        #expect(warning.metadata["job_id"] == "2")
        #expect(warning.metadata["code"] == "broken")
        #expect(!log.lines.contains { "\($0)".contains("Broken.") })
    }
}

private final class MemoryLog: LogHandler {
    typealias Line = (level: Logger.Level, metadata: Logger.Metadata)
    private let recorded = Mutex<[Line]>([])

    var lines: [Line] { recorded.withLock { $0 } }
    var metadata: Logger.Metadata {
        get { [:] }
        set {}
    }
    var logLevel: Logger.Level {
        get { .trace }
        set {}
    }
    subscript(metadataKey _: String) -> Logger.Metadata.Value? {
        get { nil }
        set {}
    }

    func log(event: LogEvent) {
        recorded.withLock { $0.append((event.level, event.metadata ?? [:])) }
    }
}
