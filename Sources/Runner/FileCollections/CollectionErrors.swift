package import FailureModel

// The error codes of collections.
extension ErrorCode {
    /// The code `collection_unknown`.
    package static let collectionUnknown = ErrorCode(
        "collection_unknown", exit: 109, http: 404, "There is no collection of files of that name.",
        "Check the name and the owner.")
    /// The code `collection_exists`.
    package static let collectionExists = ErrorCode(
        "collection_exists", exit: 119, http: 409,
        "There already is a collection of files of that name.",
        "Choose another name, or delete the other one.")
    /// The code `collection_name_refused`.
    package static let collectionNameRefused = ErrorCode(
        "collection_name_refused", exit: 9, http: 400,
        "A name is empty, longer than 200 characters, or has characters that names of files cannot have.",
        "Use letters, digits, spaces, hyphens and underscores.")
}

extension ErrorRow {
    /// The rows of the error codes of collections.
    package static let collections = rows(
        .collectionUnknown, .collectionExists, .collectionNameRefused)
}
