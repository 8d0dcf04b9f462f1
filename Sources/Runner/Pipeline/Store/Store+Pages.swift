extension Store {
    /// Returns a page of documents, and the number of all that match.
    ///
    /// - Parameters:
    ///   - query: the query.
    ///   - limit: the number up to which documents are counted, which for tens of thousands takes longer than the page.
    /// - Returns: the documents, newest first, and their number on all pages, or the limit if there are more.
    /// - Throws: the store's error.
    package func page(
        _ query: DocumentQuery, countingUpTo limit: Int = .max
    ) async throws -> (documents: [Document], total: Int) {
        let documents = try await documents(query)
        // A search need not be repeated to count what one page shows.
        let isAll = query.before == nil && documents.count < query.limit
        return (documents, isAll ? documents.count : try await count(query, upTo: limit))
    }
}
