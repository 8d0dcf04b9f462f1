import FailureModel
import FormModel
import FormImport
import Pipeline
import Synchronization

/// The documents that the stages of this process opened last.
///
/// One form is often filled many times, and reading it takes as long as filling it.
final class RecentDocuments: Sendable {
    private let importer: Importer
    private let recent = Mutex<[(content: ContentID, document: ImportedDocument)]>([])
    private static let capacity = 4

    init(importer: Importer) {
        self.importer = importer
    }

    /// Returns the imported original.
    ///
    /// - Throws: `Failure` with one of the codes for documents.
    func document(_ context: StageContext) throws -> ImportedDocument {
        let content = context.document.content
        if var known = recent.withLock({ $0.first { $0.content == content }?.document }) {
            known.fileName = context.document.fileName
            return known
        }
        let document = try importer.document(
            try context.original(), fileName: context.document.fileName)
        recent.withLock {
            $0.append((content, document))
            if $0.count > Self.capacity { $0.removeFirst() }
        }
        return document
    }
}
