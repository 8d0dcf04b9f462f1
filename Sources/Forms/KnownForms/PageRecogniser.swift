/// Recognises pages of known forms.
package struct PageRecogniser: Sendable {
    /// The table of the known pages.
    private let index: PrintIndex
    /// Loads a known page by its number in the table.
    private let load: @Sendable (Int) throws -> KnownPage?

    /// Maximum number of known pages that a page is compared with.
    private let mostCandidates: Int
    /// Minimum share of the known page's marks that must come to lie on marks.
    private static let leastInliers = 0.2

    /// Creates a recogniser of many pages, loaded when they are compared.
    ///
    /// `load` returns nil for a page that is no more.
    package init(
        index: PrintIndex, mostCandidates: Int = 4, load: @escaping @Sendable (Int) throws -> KnownPage?
    ) {
        self.index = index
        self.mostCandidates = mostCandidates
        self.load = load
    }

    /// Creates a recogniser of pages in memory.
    package init(_ pages: [KnownPage]) {
        let keys = pages.map { PageKeys(of: $0.print) }
        self.init(index: PrintIndex(count: pages.count) { keys[$0] }) { pages[$0] }
    }

    /// Returns what a page is.
    ///
    /// It blocks while it works, so it must not run on Swift's cooperative threads.
    package func recognise(_ print: PagePrint) throws -> Recognition {
        let candidates = index.candidates(for: print, most: mostCandidates)
        return Self.recognise(print, among: try candidates.compactMap { try load($0.page) })
    }

    /// Returns whether a page is the known one, without a look in the table.
    package static func recognise(_ print: PagePrint, as known: KnownPage) -> Recognition {
        recognise(print, among: [known])
    }

    /// Returns what a page is among the likely known pages, best first.
    ///
    /// A page whose text does not tell which way is up is compared in each direction, unless it is like one of them as it
    /// lies. It blocks while it works.
    package static func recognise(_ print: PagePrint, among candidates: [KnownPage]) -> Recognition {
        guard !candidates.isEmpty else { return .unknown }
        for turns in print.isOriented ? 0..<1 : 0..<4 {
            let seen = ArrangedMarks(turns == 0 ? print : print.turnedBack(by: turns))
            var best = Recognition.unknown
            for known in candidates {
                let found = recognise(seen, as: known)
                if case .known = found { return found }
                if found.rank > best.rank { best = found }
            }
            if case .unknown = best { continue }
            return best
        }
        return .unknown
    }

    private static func recognise(_ seen: ArrangedMarks, as known: KnownPage) -> Recognition {
        let template = ArrangedMarks(known.print)
        guard let registration = RegistrationFinder(template: template, seen: seen).registration(),
            Double(registration.inliers) >= leastInliers * Double(registration.marks)
        else { return .unknown }
        return PageComparison(known, seen.print, registration).recognition()
    }
}

extension Recognition {
    /// The order of what is more certain.
    fileprivate var rank: Double {
        switch self {
        case .known: 4
        // The edition with the fewest differences.
        case .edition(_, _, let differences): 2 + 1 / Double(1 + differences.count)
        case .unsure: 1
        case .unknown: 0
        }
    }
}
