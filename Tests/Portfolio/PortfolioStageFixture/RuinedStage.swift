import Foundation
import Pipeline

/// A stage that ruins its process if the file says so at its end, as a library does that a hostile picture finds a hole in;
/// for any other file it is the stage itself.
struct RuinedStage: Stage {
    let stage: any Stage

    var name: StageName { stage.name }
    var fingerprint: String? { stage.fingerprint }
    var needs: Set<StageName> { stage.needs }

    func run(_ context: StageContext) async throws -> StageOutcome {
        let bytes = try context.original()
        for way in Ruin.allCases where bytes.suffix(100).range(of: Data("ruin by \(way.rawValue)".utf8)) != nil {
            way.happen()
        }
        return try await stage.run(context)
    }
}

/// The ways in which a file can ruin a process.
private enum Ruin: String, CaseIterable {
    case crash, hang, memory

    func happen() {
        switch self {
        case .crash: kill(getpid(), SIGSEGV)
        case .hang: while true { sleep(1000) }
        case .memory:
            // In small pieces, as a decoder with a table that grows; not by malloc, which an optimiser may leave out.
            let flags = MAP_PRIVATE | MAP_ANONYMOUS | MAP_POPULATE
            while mmap(nil, 1 << 20, PROT_READ | PROT_WRITE, flags, -1, 0) != MAP_FAILED {}
            abort()
        }
    }
}
