package import FailureModel
package import Pipeline

/// The contents of an unpacked archive: the artefact `members.json`.
package struct ArchiveMembers: Sendable, Hashable, Codable {
    /// The name of the artefact.
    package static let artefact = "members.json"

    /// A file of the archive.
    package struct Member: Sendable, Hashable, Codable {
        /// The path, without the archive's single top folder.
        ///
        /// Bytes of a name that is not UTF-8 are written like `%FF`.
        package var path: String
        /// The counted size in bytes, or the stated size of an unread member.
        package var byteCount: Int64
        /// The stored bytes; `nil` for an unusable member.
        package var content: ContentID?
        /// The reason why the member is unusable.
        package var failure: Failure?

        /// Creates a member.
        package init(path: String, byteCount: Int64, content: ContentID? = nil, failure: Failure? = nil) {
            self.path = path
            self.byteCount = byteCount
            self.content = content
            self.failure = failure
        }
    }

    /// The files in directory order, without ignored ones.
    package var members: [Member]
    /// The number of entries of the archive.
    package var entryCount: Int

    /// Creates a list of members.
    package init(members: [Member], entryCount: Int) {
        self.members = members
        self.entryCount = entryCount
    }
}
