package import FailureModel

// Failures of storybooks.
extension ErrorCode {
    /// The code `book_empty`.
    package static let bookEmpty = ErrorCode(
        "book_empty", exit: 210, http: 422, "The book has no artwork that can be printed.",
        "Choose other dates or another child, or include artworks without stories.")
    /// The code `malformed_book`.
    package static let malformedBook = ErrorCode(
        "malformed_book", exit: 211, http: 422, "A file that orders a book has an error.",
        "Correct the lines that the message names.")
}

extension ErrorRow {
    /// The codes of storybooks.
    package static let storybook = rows(
        .bookEmpty, .malformedBook)
}
