package import FailureModel

// Failures of storybooks.
extension ErrorCode {
    /// A book has no artwork that can be printed.
    package static let bookEmpty = ErrorCode("book_empty")
    /// A file that orders a book has a mistake.
    package static let malformedBook = ErrorCode("malformed_book")
}

extension ErrorRow {
    /// The codes of storybooks.
    package static let storybook: [ErrorRow] = [
        ErrorRow(
            .bookEmpty, exit: 210, http: 422, "The book has no artwork that can be printed.",
            "Choose other dates or another child, or include artworks without stories."),
        ErrorRow(
            .malformedBook, exit: 211, http: 422, "A file that orders a book has a mistake.",
            "Correct the lines that the message names."),
    ]
}
