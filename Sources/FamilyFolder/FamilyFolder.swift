import Artworks
import FailureModel
package import Foundation
package import Pipeline
import PipelineSQLite
import Storytelling
package import StorytellingSQLite
package import WatchFolder

/// Takes in what is dropped for families: pictures with stories and photos of the moment become artworks in the feed.
package struct FamilyFolder: DropReceiver {
    private let families: FamilyStore
    private let dependencies: Dependencies

    package let kind = ArtworkKind.name
    package let documentName = "picture"

    /// Creates a receiver for the families of a store.
    ///
    /// - Parameters:
    ///   - families: the families' rows.
    ///   - dependencies: the clock and the source of IDs.
    package init(_ families: FamilyStore, dependencies: Dependencies = Dependencies()) {
        self.families = families
        self.dependencies = dependencies
    }

    /// Returns the owner that a rule means by `family:` and a name or an ID.
    ///
    /// - Throws: `family_unknown` if there is no such family or the owner has another form; `family_ambiguous` if several
    ///   have the name.
    package func owner(meant owner: OwnerID) async throws -> OwnerID {
        guard let text = FamilyOwner.family(of: owner), !text.isEmpty else {
            throw Failure(
                .familyUnknown, "Folders of kind \(kind) belong to a family: give family: and its name or ID as owner.")
        }
        return FamilyOwner.id(of: try await families.read { rows, db in try rows.family(named: text, db) })
    }

    package func role(of fileName: String) -> DroppedRole { FamilyFiles.role(of: fileName) }

    package func check(_ bytes: Data, named fileName: String) throws {
        _ = try StoryFile.read(bytes, named: fileName)
    }

    // MARK: Artworks

    package func add(_ content: DroppedContent, as part: DroppedRole.Part, to group: DropGroup) async throws {
        let piece: DroppedPiece
        switch content {
        case .document(let document):
            piece =
                part == .original
                ? .picture(document, taken: document.facts[ArtworkKind.FactName.taken]) : .moment(document)
        case .bytes(let bytes, let fileName): piece = .story(try StoryFile.read(bytes, named: fileName))
        }
        let family = try family(of: group)
        try await families.write { [self] rows, transaction in
            try artworks(of: family, rows, transaction).add(piece, under: group.key)
        }
    }

    /// Makes the artwork's row, or changes it; nothing is delivered.
    package func results(of group: DropGroup, for drop: UUID) async throws -> DropResults? {
        let family = try family(of: group)
        _ = try await families.write { [self] rows, transaction in
            try artworks(of: family, rows, transaction).complete(group.key)
        }
        return nil
    }

    /// Nothing: no file is an order.
    package func results(ofOrder order: Data, in group: DropGroup, for drop: UUID) async throws -> DropResults? { nil }

    /// Nothing is made for the outbox.
    package func discardResults(of group: DropGroup, for drop: UUID) async throws {}

    private func artworks(
        of family: String, _ rows: FamilyRows, _ transaction: StoreTransaction
    ) -> DroppedArtworks {
        let makeID = dependencies.makeID
        return DroppedArtworks(
            rows, of: family, at: dependencies.clock.now, newID: { makeID().uuidString.lowercased() }, in: transaction)
    }

    private func family(of group: DropGroup) throws -> String {
        guard let family = FamilyOwner.family(of: group.owner) else {
            throw Failure(.familyUnknown, "The folder does not belong to a family.")
        }
        return family
    }
}
