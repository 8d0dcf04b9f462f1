package import Pipeline

extension DocumentID {
    /// The ID in small letters, as answers, addresses and the JSON of portfolios have it.
    package var wireText: String { description.lowercased() }
}
