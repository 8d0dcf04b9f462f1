import FormImport
import Pipeline
import Threads

/// The copies of forms without values that Formwright wrote.
///
/// Only their prints are kept: a filled copy has the digest of its blank, whose prints all share who have the form.
enum BlankCopies {
    /// Returns whether a document can be read and is a blank copy.
    static func contain(_ document: Document, _ artefacts: any ArtefactStore) async -> Bool {
        let isFilled = try? await WorkerThreads.shared.run {
            try StampedOverlay.exists(
                in: try Importer().document(try artefacts.read(document.content), fileName: document.fileName))
        }
        return isFilled == false
    }
}
