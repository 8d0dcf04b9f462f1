/// Finds candidates of one kind.
///
/// Finders are listed in `CandidateSearch.finders`; one that asks a model of its own could be added there.
protocol CandidateFinder: Sendable {
    /// Returns what is found on a page, given what the finders before it in the list have found.
    func find(on page: MarkedPage, among found: [Candidate]) -> [Candidate]
}
