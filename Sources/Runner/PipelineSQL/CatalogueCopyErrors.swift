package import FailureModel

extension ErrorRow {
    /// The codes of copies of stores.
    package static let storeCopies = rows(.targetNotEmpty, .storeInUse)
}

extension ErrorCode {
    /// The code `target_not_empty`.
    package static let targetNotEmpty = ErrorCode(
        "target_not_empty", exit: 229, http: 409, "A store is copied into one that has content already.",
        "Name an empty folder or database.")
    /// The code `store_in_use`.
    package static let storeInUse = ErrorCode(
        "store_in_use", exit: 208, http: 409, "A store is copied while something works in it.",
        "Stop the workers, watchers and services of the store.")
}
