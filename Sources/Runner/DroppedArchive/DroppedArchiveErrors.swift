public import FailureModel

// Failures of dropped archives and folders.
extension ErrorCode {
    /// The code `unsafe_archive`.
    public static let unsafeArchive = ErrorCode(
        "unsafe_archive", exit: 219, http: 422,
        "An archive has members that lead out of it, links, or several members of one name.",
        "Make the archive again with an ordinary program.")
}

extension Failure {
    /// An archive with a password, which nothing asks for.
    static var encryptedArchive: Failure {
        Failure(.encrypted, "The archive needs a password.", hint: "Make it again without one.")
    }
}

extension ErrorRow {
    /// The codes of dropped archives.
    public static let droppedArchives = rows(
        .unsafeArchive)
}
