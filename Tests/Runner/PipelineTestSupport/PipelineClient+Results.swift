package import Foundation
package import Pipeline

extension PipelineClient {
    /// Imports and analyses a document, and fills it if there are inputs and the analysis succeeds.
    ///
    /// - Returns: the document, and its artefacts by name.
    package func results(
        of bytes: Data, kind: KindName, fileName: String, mediaType: String, parts: [DocumentID] = [],
        inputs: [Input]? = nil
    ) async throws -> (document: Document, files: [String: Data]) {
        let id = try await importDocument(
            bytes, owner: .local, kind: kind, fileName: fileName, mediaType: mediaType, parts: parts
        ).id
        _ = try await process(id, in: .all)
        var document = try await settled(id, in: .all)
        if let inputs, document.state == .ready {
            _ = try await fill(id, in: .all, inputs: inputs)
            document = try await settled(id, in: .all)
        }
        return (document, try await files(of: id))
    }

    /// Returns artefacts by name: of all fills, or of the analysis and one fill.
    package func files(of document: DocumentID, fill: Int? = nil) async throws -> [String: Data] {
        var files: [String: Data] = [:]
        for published in try await store.artefacts(of: document, in: .all, fill: fill) {
            files[published.artefact.name] = try artefacts.read(published.artefact.content)
        }
        return files
    }
}
