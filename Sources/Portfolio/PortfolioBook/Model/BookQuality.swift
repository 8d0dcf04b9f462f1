import Portfolio

/// How finely pictures are kept.
struct BookQuality: Hashable {
    /// The resolution to which pictures are made smaller, in pixels per inch.
    var ppi: Int
    /// The quality of JPEGs, as in libjpeg.
    var jpeg: Int

    /// The steps that are tried in turn until a book is small enough.
    static let steps = [
        BookQuality(ppi: 300, jpeg: 88), BookQuality(ppi: 220, jpeg: 85), BookQuality(ppi: 150, jpeg: 80),
        BookQuality(ppi: 110, jpeg: 72), BookQuality(ppi: 72, jpeg: 60),
    ]

    /// The quality of an edition that has no largest size.
    static func plain(_ edition: PortfolioEdition) -> BookQuality {
        BookQuality(ppi: edition.ppi ?? ((edition.bleed ?? 0) > 0 ? 300 : 220), jpeg: 88)
    }

    /// The steps for an edition with a largest size: none is finer than it asks for.
    static func steps(for edition: PortfolioEdition) -> [BookQuality] {
        guard let ppi = edition.ppi else { return steps }
        let coarser = steps.filter { $0.ppi < ppi }
        return [BookQuality(ppi: ppi, jpeg: plainQuality(ppi))] + coarser
    }

    /// The quality of the first step that is not finer than a resolution.
    private static func plainQuality(_ ppi: Int) -> Int { steps.first { $0.ppi <= ppi }?.jpeg ?? 60 }
}
