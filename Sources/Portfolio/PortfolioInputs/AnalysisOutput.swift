import Foundation
import Pipeline
import Portfolio

/// Stores the results of an analysis chunk by chunk, with one chunk in memory.
final class AnalysisOutput {
    private let context: StageContext
    /// The stored artefacts in order.
    private(set) var artefacts: [Artefact] = []

    /// Creates an output to the artefact store of a stage.
    init(_ context: StageContext) {
        self.context = context
    }

    /// Stores an artefact.
    func put(_ bytes: Data, _ name: String, _ mediaType: String) throws {
        artefacts.append(try context.put(bytes, named: name, mediaType: mediaType))
    }

    /// Stores an artefact in chunks; `next` returns an empty chunk at the end.
    func put(_ name: String, _ mediaType: String, next: () throws -> Data) throws {
        let upload = try context.artefacts.upload()
        while case let piece = try next(), !piece.isEmpty { try upload.append(piece) }
        let stored = try upload.commit()
        artefacts.append(
            Artefact(name: name, mediaType: mediaType, content: stored.content, byteCount: stored.byteCount))
    }

    /// Reports progress, and stops if the result is no longer needed.
    func progressed() throws {
        context.reportProgress()
        try context.checkCancellation()
    }

    /// Reports the number of completed parts, and stops if the result is no longer needed.
    func progressed(_ completed: Int, of total: Int, unit: String) throws {
        context.reportProgress(completed: completed, total: total, unit: unit)
        try context.checkCancellation()
    }
}
