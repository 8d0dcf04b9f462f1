package import FailureModel
package import Foundation
package import Pipeline

/// Takes in whole folders and archives, each as one drop.
///
/// It is for kinds with documents made from many files. A folder is claimed by a single rename once nothing in it
/// changes any more. Its files become documents, the *parts*, and a further document, the *whole*, names them. Both
/// depend only on the content of the files: dropping the same folder again, or repeating work after a crash, finds the
/// existing documents. All methods depend on their arguments alone, so that services and commands can use the same
/// ones.
package protocol TreeHandler: DropHandler {
    /// How long a folder must remain unchanged before it counts as complete.
    ///
    /// A longer ``WatchRule/settle`` takes precedence.
    var settle: Duration { get }

    /// Returns the role of a folder or file by its name; `nil` to refuse it.
    func role(of name: String, isFolder: Bool) -> TreeRole?

    /// Plans the documents of a folder or archive before anything is stored.
    ///
    /// - Parameters:
    ///   - tree: the files.
    ///   - owner: the owner of the documents.
    /// - Returns: the files to store, and the function that makes the whole from them.
    /// - Throws: `Failure` if nothing is to be stored, such as `too_many_inputs`.
    func plan(for tree: DroppedTree, owner: OwnerID) throws -> TreePlan

    /// Returns the inputs of a fill requested by a file, such as another edition.
    ///
    /// - Parameters:
    ///   - bytes: the file.
    ///   - fileName: its name, for messages.
    ///   - whole: the original of the whole.
    /// - Returns: the inputs.
    /// - Throws: `Failure` if the file is unusable.
    func inputs(in bytes: Data, named fileName: String, forWhole whole: Data) throws -> [PipelineClient.Input]
}

extension TreeHandler {
    /// True.
    package var isPrivate: Bool { true }
    /// Three seconds.
    package var settle: Duration { .seconds(3) }

    package func process(_ drop: inout Drop, by work: DropWork<Self>) async throws { try await work.takeTree(&drop) }
}

/// The role of an entry in the inbox for a ``TreeHandler``.
package enum TreeRole: Sendable, Hashable {
    /// A folder that becomes a whole; its results are named after the stem.
    case folder(stem: String)
    /// A ZIP file that becomes a whole.
    case archive(stem: String)
    /// Inputs of a fill of the whole with this stem.
    case inputs(stem: String)

    /// The stem.
    package var stem: String {
        switch self {
        case .folder(let stem), .archive(let stem), .inputs(let stem): stem
        }
    }
}

/// The plan for storing a folder or archive.
package struct TreePlan: Sendable {
    /// A file to become a document.
    package struct File: Sendable {
        /// Its path in the tree.
        package let path: String
        /// The kind of the document.
        package let kind: any Kind
        /// The name of the document.
        package let name: String

        /// Creates a file to store under a name.
        package init(path: String, kind: any Kind, name: String) {
            self.path = path
            self.kind = kind
            self.name = name
        }

        /// Returns the document ID for the file's bytes.
        ///
        /// It is the same for the same owner, kind, name and bytes.
        package func document(of content: ContentID, owner: OwnerID) -> DocumentID {
            DocumentID(digestOf: "part\n\(owner.text)\n\(kind.name.text)\n\(content.hex)\n\(name)")
        }
    }

    /// The files in the order of the parts.
    package let files: [File]

    /// Makes the whole from the stored files, or the reasons for failures, by path.
    ///
    /// - Throws: `Failure` if they cannot make up a whole, such as `no_content`.
    package let whole: @Sendable (_ stored: [String: Result<StoredPart, Failure>]) throws -> TreeWhole

    /// Creates a plan.
    package init(
        files: [File], whole: @escaping @Sendable (_ stored: [String: Result<StoredPart, Failure>]) throws -> TreeWhole
    ) {
        self.files = files
        self.whole = whole
    }
}

/// A stored file with its document.
package struct StoredPart: Sendable, Hashable {
    /// The document.
    package let document: DocumentID
    /// Its bytes.
    package let content: ContentID
    /// The number of bytes.
    package let byteCount: Int64
    /// The media type.
    package let mediaType: String

    /// Creates a stored part.
    package init(document: DocumentID, content: ContentID, byteCount: Int64, mediaType: String) {
        self.document = document
        self.content = content
        self.byteCount = byteCount
        self.mediaType = mediaType
    }
}

/// The document made from a folder or archive.
package struct TreeWhole: Sendable {
    /// The ID, derived from the owner and the manifest.
    ///
    /// ``TreeImport`` replaces it if the whole with this ID was analysed without files that have become usable.
    package internal(set) var id: DocumentID
    /// The bytes of the original; the same for the same files.
    package let manifest: Data
    /// The media type.
    package let mediaType: String
    /// The name of the document.
    package let fileName: String
    /// The parts in order, each once.
    package let parts: [DocumentID]
    /// The inputs of the fill to deliver; `nil` if the whole is only analysed.
    package let inputs: [PipelineClient.Input]?

    /// Creates a whole.
    package init(
        id: DocumentID, manifest: Data, mediaType: String, fileName: String, parts: [DocumentID],
        inputs: [PipelineClient.Input]?
    ) {
        self.id = id
        self.manifest = manifest
        self.mediaType = mediaType
        self.fileName = fileName
        self.parts = parts
        self.inputs = inputs
    }
}
