import FailureModel
import Foundation
package import Pipeline
package import Trading

/// Restores the journal of an account from the artefacts of its stages.
package enum AccountBooks {
    /// Returns the journal, including the prices of the user's command.
    ///
    /// It blocks.
    ///
    /// - Parameters:
    ///   - published: the artefacts of the account's document.
    ///   - artefacts: the store of their bytes.
    /// - Returns: the journal.
    /// - Throws: an error of the store; `artefact_missing` if the account has not been reconciled.
    package static func journal(
        from published: [PublishedArtefact], in artefacts: any ArtefactStore
    ) throws -> Journal {
        typealias Name = AccountKind.ArtefactName
        func artefact(_ name: String) -> Artefact? { published.last { $0.artefact.name == name }?.artefact }
        guard let ledger = artefact(Name.ledger) else {
            throw Failure(.artefactMissing, "The account has not been reconciled.")
        }
        var reader = EntryText.Reader<Journal>()
        try reader.read(ledger.content, of: ledger.byteCount, in: artefacts)
        var journal = try Journal(reader)
        if let prices = artefact(Name.prices) {
            journal.add(prices: try PriceCommand.prices(in: try artefacts.read(prices.content)))
        }
        return journal
    }
}
