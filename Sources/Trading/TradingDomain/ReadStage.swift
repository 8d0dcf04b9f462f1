import BrokerFiles
import FailureModel
import Files
import Foundation
import Pipeline
import Trading

/// Reads one file of an account.
struct ReadStage: Stage {
    let name: StageName = "read"

    var fingerprint: String? { ProgramIdentity.current }
    /// The name determines the role of the file, and is part of messages about it.
    var readsFileName: Bool { true }

    func run(_ context: StageContext) async throws -> StageOutcome {
        let name = context.document.fileName
        let columns = try columns(in: context)
        let (artefacts, content) = (context.artefacts, context.document.content)
        let feed = ByteFeed(name: name) { (offset: Int64) in
            try artefacts.read(content, in: offset..<offset + StageContext.pieceLength)
        }
        let file = try AccountFileReader().read(feed, name: name, columns: columns)
        try context.checkCancellation()
        let entries = try context.put(named: AccountFileKind.ArtefactName.entries, mediaType: "application/json") {
            append in try file.write { try append(Data($0)) }
        }
        var facts = [AccountFileKind.FactName.entries: "\(file.entries.count)"]
        facts[AccountFileKind.FactName.owner] = file.settings?.owner
        return .done([entries], facts: facts)
    }

    /// Returns the newest column file among the parts.
    private func columns(in context: StageContext) throws -> ColumnFile? {
        guard let document = context.parts.last(where: { $0.document != nil })?.document else { return nil }
        return try ColumnFile(try context.artefacts.read(document.content), name: document.fileName)
    }
}
