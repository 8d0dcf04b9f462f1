/// Collects the candidates of a page from all finders.
enum CandidateSearch {
    /// All finders, with those that join or divide other candidates last.
    static let finders: [any CandidateFinder] = [
        BoxFinder(), BracketFinder(), OptionCellFinder(), LineFinder(), WholeCellFinder(), AboveCaptionFinder(),
        PartFinder(), CaptionedFinder(), InlineFinder(), CaptionRowFinder(), CombFinder(), TickCombFinder(),
        StackFinder(), SeriesFinder(),
    ]

    /// Returns all candidates, with their features.
    static func candidates(on page: MarkedPage) -> [Candidate] {
        var all: [Candidate] = []
        for finder in finders { all += finder.find(on: page, among: all) }
        let extractor = FeatureExtractor(page, candidates: all)
        for i in all.indices {
            all[i].grid = extractor.grid(of: all[i])
            all[i].caption = extractor.caption(of: all[i])
            all[i].features = extractor.features(of: all[i])
            all[i].words = extractor.words(of: all[i])
        }
        return all
    }
}
