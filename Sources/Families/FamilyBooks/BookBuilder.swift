package import FamiliesDomain
import FailureModel
import Files
import Foundation
package import Pipeline
import Storybook
import Threads

/// Typesets books and pages.
///
/// Each is a document of kind `storybook` whose parts are the pictures of its artworks.
package struct BookBuilder: Sendable {
    private let client: PipelineClient

    /// Creates access to the documents of a store.
    package init(_ client: PipelineClient) {
        self.client = client
    }

    /// Whether books are enabled; pipeline.yaml can disable their kind.
    package var isOn: Bool { client.kinds[StorybookKind.name] != nil }

    /// Stores a manifest in a document; an existing one keeps its earlier rows.
    ///
    /// - Parameters:
    ///   - manifest: The manifest.
    ///   - id: The document's ID, so that repeating the call after a crash adds nothing.
    ///   - owner: The owner for the family.
    /// - Returns: The document, before any stage has run.
    /// - Throws: `kind_unknown` if books are disabled; errors of the store.
    @discardableResult package func add(
        _ manifest: StorybookManifest, as id: DocumentID, for owner: OwnerID
    ) async throws -> Document {
        guard isOn else {
            throw Failure(.kindUnknown, "Books cannot be made, since the kind \(StorybookKind.name) is switched off.")
        }
        let bytes = try JSONText.compact(manifest)
        let content = try await offPool { [client] in try client.artefacts.put(bytes) }
        do {
            return try await client.importStored(
                content, byteCount: Int64(bytes.count), id: id, owner: owner, kind: StorybookKind.name,
                fileName: manifest.options.extent.rawValue, mediaType: StorybookKind.mediaType, parts: manifest.parts)
        } catch StoreError.documentExists {
            return try await client.store.document(id, in: .owner(owner))
        }
    }

    /// Typesets a document, and waits for success or failure.
    ///
    /// - Returns: The document, filled or failed.
    /// - Throws: `document_unknown` if it was deleted meanwhile; errors of the store.
    package func typeset(_ id: DocumentID, of owner: OwnerID) async throws -> Document {
        let scope = OwnerScope.owner(owner)
        while true {
            let document = try await client.settled(id, in: scope)
            do {
                switch document.state {
                case .imported: _ = try await client.process(id, in: scope)
                case .ready: _ = try await client.fill(id, in: scope, inputs: [])
                default: return document
                }
            } catch StoreError.moveNotAllowed {
                // Another process was faster.
            }
        }
    }

    /// Deletes a document if it still exists.
    package func remove(_ id: DocumentID, of owner: OwnerID) async throws {
        do {
            try await client.delete(id, in: .owner(owner))
        } catch StoreError.documentUnknown {
            // An earlier run has removed it.
        }
    }
}
