import FormModel

/// Gathers the candidates of a page from all kinds of marks, with their features.
struct CandidateFinder {
    let marks: PageMarks
    let around: Surroundings

    init(_ marks: PageMarks) {
        self.marks = marks
        around = Surroundings(marks)
    }

    func find() -> [Candidate] {
        let boxes = BoxFinder(marks).find()
        let lines = WritingSpaces(marks).find()
        let combs = CombFinder.combs(in: lines)
        let stacks = StackFinder.stacks(in: lines, text: marks.text)
        let series = SeriesFinder.series(in: lines, text: marks.text)
        var all = boxes + lines + combs + stacks + series
        let extractor = FeatureExtractor(marks, around: around, candidates: all)
        for i in all.indices { all[i].features = extractor.features(of: all[i]) }
        return all
    }
}
