import FamiliesDomain
import Artworks
import FailureModel
import FamilyBooks
package import Foundation
package import Pipeline
import PipelineSQL
import Families
package import FamiliesSQL
package import WatchFolder

/// Receives the files dropped for families.
///
/// Pictures with stories and photos of the moment become artworks in the feed and pages in the outbox. Orders become
/// books.
package struct FamilyFolder: RowHandler {
    private let families: FamilyStore
    private let builder: BookBuilder
    private let dependencies: Dependencies

    package let kind: any Kind = ArtworkKind()
    package let documentName = "picture"

    /// Creates the handler for the families of a store.
    ///
    /// - Parameters:
    ///   - families: The families' rows.
    ///   - client: The client of the same store.
    ///   - dependencies: The clock and the source of IDs.
    package init(_ families: FamilyStore, client: PipelineClient, dependencies: Dependencies = Dependencies()) {
        self.families = families
        builder = BookBuilder(client)
        self.dependencies = dependencies
    }

    /// Returns the owner named by a rule as `family:` with a name or ID.
    ///
    /// The resolved name is stored with the folder, so that it stays with the same family when families are renamed.
    ///
    /// - Parameters:
    ///   - owner: The owner in the rule.
    ///   - inbox: The folder.
    /// - Returns: `family:` and the ID.
    /// - Throws: `family_unknown` if there is no such family or the owner has another form; `family_ambiguous` if
    ///   several families have the name, or another family than the folder's has it now.
    package func owner(meant owner: OwnerID, of inbox: URL) async throws -> OwnerID {
        guard let text = FamilyOwner.family(of: owner), !text.isEmpty else {
            throw Failure(
                .familyUnknown,
                "Folders of kind \(kind.name) belong to a family: give family: and its name or ID as owner.")
        }
        let key = ContentID(of: Data("\(inbox.standardizedFileURL.path)\n\(text)".utf8)).hex
        let family = try await families.write { rows, transaction in
            try rows.family(ofFolder: key, named: text, transaction.db)
        }
        return FamilyOwner.id(of: family)
    }

    package func role(of fileName: String) -> DroppedRole { FamilyFiles.role(of: fileName) }

    package func check(_ bytes: Data, named fileName: String) throws {
        if BookOrder.stem(of: fileName) != nil {
            _ = try order(bytes)
        } else {
            _ = try StoryFile.read(bytes, named: fileName)
        }
    }

    private func order(_ bytes: Data) throws -> BookOrder { try BookOrder.read(bytes, name: "The order") }

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

    package func results(of group: DropGroup, for drop: UUID) async throws -> DropResults? {
        let family = try family(of: group)
        let made = try await families.write { [self] rows, transaction -> (artwork: String, page: StorybookManifest)? in
            guard let artwork = try artworks(of: family, rows, transaction).complete(group.key),
                let page = try FamilyBook(of: family, transaction.db).page(of: artwork)
            else { return nil }
            return (artwork, page)
        }
        // If pages are disabled, only the row is created.
        guard let made, builder.isOn else { return nil }
        let document = try await set(made.page, as: pageID(drop), for: group)
        return DropResults(
            of: document, [Deliverable(StorybookKind.ArtefactName.page, as: "page.pdf")], key: made.artwork)
    }

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

    // MARK: Books and pages

    package func results(ofOrder order: Data, in group: DropGroup, for drop: UUID) async throws -> DropResults? {
        let family = try family(of: group)
        let order = try self.order(order)
        let manifest = try await families.read { _, db in try FamilyBook(of: family, db).book(order) }
        let document = try await set(manifest, as: DocumentID(digestOf: "\(drop.uuidString) book"), for: group)
        let deliverables = StorybookKind().filled.filter { $0.artefact != StorybookKind.ArtefactName.report }
        return DropResults(of: document, deliverables, key: "book \(group.key)")
    }

    /// Removes the page, since a deleted artwork must leave no copies in the store.
    ///
    /// Pages remain only in the outbox.
    package func discardResults(of group: DropGroup, for drop: UUID) async throws {
        try await builder.remove(pageID(drop), of: group.owner)
    }

    private func pageID(_ drop: UUID) -> DocumentID { DocumentID(digestOf: "\(drop.uuidString) page") }

    /// Sets a book or page; an existing document keeps its earlier rows.
    private func set(_ manifest: StorybookManifest, as id: DocumentID, for group: DropGroup) async throws -> Document {
        try await builder.add(manifest, as: id, for: group.owner)
        let document = try await builder.typeset(id, of: group.owner)
        if let failure = document.failure {
            // The stored manifest is no longer needed.
            try await builder.remove(id, of: group.owner)
            throw failure.failure
        }
        return document
    }
}
