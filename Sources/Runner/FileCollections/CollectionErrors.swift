package import FailureModel

// Failures of collections.
extension ErrorCode {
    /// The owner has no collection of that name.
    package static let collectionUnknown = ErrorCode("collection_unknown")
    /// The owner already has a collection of that name.
    package static let collectionExists = ErrorCode("collection_exists")
    /// A name cannot be that of a collection.
    package static let collectionNameRefused = ErrorCode("collection_name_refused")
}

extension ErrorRow {
    /// The codes of collections.
    package static let collections: [ErrorRow] = [
        ErrorRow(
            .collectionUnknown, exit: 109, http: 404,
            "There is no account, or other collection of files, of that name.",
            "Check the name and the owner; `formwright account list` shows all."),
        ErrorRow(
            .collectionExists, exit: 119, http: 409,
            "There already is an account, or other collection of files, of that name.",
            "Choose another name, or delete the other one."),
        ErrorRow(
            .collectionNameRefused, exit: 9, http: 400,
            "A name is empty, longer than 200 characters, or has characters that names of files cannot have.",
            "Use letters, digits, spaces, hyphens and underscores."),
    ]
}
