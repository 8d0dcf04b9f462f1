extension Store {
    /// Returns a page of documents, and the number of all that match.
    ///
    /// - Throws: the store's error.
    package func page(_ query: DocumentQuery) async throws -> (documents: [Document], total: Int) {
        let documents = try await documents(query)
        // A search need not be repeated to count what one page shows.
        let isAll = query.before == nil && documents.count < query.limit
        return (documents, isAll ? documents.count : try await count(query))
    }
}
