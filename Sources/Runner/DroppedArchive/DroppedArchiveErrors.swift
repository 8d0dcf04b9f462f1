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
    /// The failure of an archive with a password, which is never asked for.
    static var encryptedArchive: Failure {
        Failure(.encrypted, "The archive needs a password.", hint: "Make it again without one.")
    }
}

extension ErrorRow {
    /// The codes of dropped archives.
    public static let droppedArchives = rows(
        .unsafeArchive)
}
