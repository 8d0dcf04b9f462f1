import Foundation
import Pipeline
import Portfolio

/// Where an analysis puts what it makes, piece by piece, so that no more than one piece is in memory.
final class AnalysisOutput {
    private let context: StageContext
    /// What has been put, in order.
    private(set) var artefacts: [Artefact] = []

    /// Creates an output into the store of a stage's artefacts.
    init(_ context: StageContext) {
        self.context = context
    }

    /// Stores an artefact.
    func put(_ bytes: Data, _ name: String, _ mediaType: String) throws {
        artefacts.append(try context.put(bytes, named: name, mediaType: mediaType))
    }

    /// Stores an artefact whose bytes come in pieces; `next` returns an empty piece at the end.
    func put(_ name: String, _ mediaType: String, next: () throws -> Data) throws {
        let upload = try context.artefacts.upload()
        while case let piece = try next(), !piece.isEmpty { try upload.append(piece) }
        let stored = try upload.commit()
        artefacts.append(
            Artefact(name: name, mediaType: mediaType, content: stored.content, byteCount: stored.byteCount))
    }

    /// Reports that a part of the work is done, and stops if the result is no longer needed.
    func progressed() throws {
        context.reportProgress()
        try context.checkCancellation()
    }

    /// Reports how many parts of the work are done, and stops if the result is no longer needed.
    func progressed(_ completed: Int, of total: Int, unit: String) throws {
        context.reportProgress(completed: completed, total: total, unit: unit)
        try context.checkCancellation()
    }
}
