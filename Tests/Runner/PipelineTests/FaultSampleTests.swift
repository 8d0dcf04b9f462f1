import PipelineTestSupport
import Testing

@Suite("Samples of fault points") struct FaultSampleTests {
    @Test("the offsets of one step reach every point, each once", arguments: [1, 3, 20])
    func partition(step: Int) {
        let samples = (0..<step).map { FaultSample.points(1...50, every: step, offset: 1_000 + $0) }
        #expect(samples.allSatisfy { !$0.isEmpty })
        #expect(samples.flatMap { $0 }.sorted() == Array(1...50))
    }
}
