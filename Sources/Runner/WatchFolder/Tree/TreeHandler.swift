package import FailureModel
package import Foundation
package import Pipeline

/// Takes in whole folders and archives as one drop each, for a kind whose documents are made of many files.
///
/// A folder is taken by a single rename once nothing in it changes any more. Its files become documents, the *parts*, and
/// one document that names them, the *whole*. Both follow from what is in the files: the same folder dropped again finds the
/// documents that exist, and so does a watcher that repeats its work after a crash. All methods are functions of their
/// arguments alone, so that a service or a command uses the same ones.
package protocol TreeHandler: DropHandler {
    /// How long nothing in a folder may have changed before it counts as complete; for longer rules, the rule's time.
    var settle: Duration { get }

    /// Returns what a folder or file in the inbox is, judged by its name alone; `nil` for what it does not take.
    func role(of name: String, isFolder: Bool) -> TreeRole?

    /// Decides what has to be stored of a folder or archive, before anything is stored.
    ///
    /// - Parameters:
    ///   - tree: the files.
    ///   - owner: the owner of the documents.
    /// - Returns: the files to store, and how the whole is made of them.
    /// - Throws: `Failure` if nothing is to be stored, such as `too_many_inputs`.
    func plan(for tree: DroppedTree, owner: OwnerID) throws -> TreePlan

    /// Returns the inputs of a fill that a file asks for, such as another edition of a book.
    ///
    /// - Parameters:
    ///   - bytes: the file.
    ///   - fileName: its name, for messages.
    ///   - whole: the original of the whole.
    /// - Returns: the inputs.
    /// - Throws: `Failure` if the file cannot be used.
    func inputs(in bytes: Data, named fileName: String, forWhole whole: Data) throws -> [PipelineClient.Input]
}

extension TreeHandler {
    /// True.
    package var isPrivate: Bool { true }
    /// Three seconds.
    package var settle: Duration { .seconds(3) }

    package func process(_ drop: inout Drop, by work: DropWork<Self>) async throws { try await work.takeTree(&drop) }
}

/// What something in the inbox is to a ``TreeHandler``.
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

/// What is stored of a folder or archive.
package struct TreePlan: Sendable {
    /// A file that becomes a document.
    package struct File: Sendable {
        /// Its path in the tree.
        package let path: String
        /// The kind of the document.
        package let kind: any Kind
        /// The name of the document.
        package let name: String

        /// Creates a file that is stored under a name.
        package init(path: String, kind: any Kind, name: String) {
            self.path = path
            self.kind = kind
            self.name = name
        }

        /// The document of the file's bytes: the same for the same owner, kind, name and bytes.
        package func document(of content: ContentID, owner: OwnerID) -> DocumentID {
            DocumentID(digestOf: "part\n\(owner.text)\n\(kind.name.text)\n\(content.hex)\n\(name)")
        }
    }

    /// The files, in the order of the parts.
    package let files: [File]

    /// Makes the whole of the stored files, or of the reasons why they could not be stored, by their paths.
    ///
    /// Throws `Failure` if no whole can be made of them, such as `no_content`.
    package let whole: @Sendable (_ stored: [String: Result<StoredPart, Failure>]) throws -> TreeWhole

    /// Creates a plan.
    package init(
        files: [File], whole: @escaping @Sendable (_ stored: [String: Result<StoredPart, Failure>]) throws -> TreeWhole
    ) {
        self.files = files
        self.whole = whole
    }
}

/// A file that has been stored and has a document.
package struct StoredPart: Sendable, Hashable {
    /// The document.
    package let document: DocumentID
    /// Its bytes.
    package let content: ContentID
    /// Their number.
    package let byteCount: Int64
    /// Their media type.
    package let mediaType: String

    /// Creates a stored part.
    package init(document: DocumentID, content: ContentID, byteCount: Int64, mediaType: String) {
        self.document = document
        self.content = content
        self.byteCount = byteCount
        self.mediaType = mediaType
    }
}

/// The document that a folder or archive becomes.
package struct TreeWhole: Sendable {
    /// The ID, which follows from the owner and the manifest.
    ///
    /// ``TreeImport`` replaces it if the whole with this ID was analysed without files that are usable by now.
    package internal(set) var id: DocumentID
    /// The bytes of the original; the same for the same files.
    package let manifest: Data
    /// Their media type.
    package let mediaType: String
    /// The name of the document.
    package let fileName: String
    /// The parts in their order, each once.
    package let parts: [DocumentID]
    /// The inputs of the fill whose results are delivered; nil if the whole is only analysed.
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
