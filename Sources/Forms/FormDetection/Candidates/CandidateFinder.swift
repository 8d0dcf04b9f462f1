/// Finds candidates of one kind.
///
/// Finders are listed in `CandidateSearch.finders`, which could also include one with its own model.
protocol CandidateFinder: Sendable {
    /// Returns the candidates on a page, given those of the preceding finders.
    func find(on page: MarkedPage, among found: [Candidate]) -> [Candidate]
}
