import Portfolio

/// The resolution and compression of pictures.
struct BookQuality: Hashable {
    /// The maximum resolution in pixels per inch.
    var ppi: Int
    /// The JPEG quality of libjpeg.
    var jpeg: Int

    /// The steps to try in turn until a book is small enough.
    static let steps = [
        BookQuality(ppi: 300, jpeg: 88), BookQuality(ppi: 220, jpeg: 85), BookQuality(ppi: 150, jpeg: 80),
        BookQuality(ppi: 110, jpeg: 72), BookQuality(ppi: 72, jpeg: 60),
    ]

    /// Returns the quality of an edition without a maximum size.
    static func plain(_ edition: PortfolioEdition) -> BookQuality {
        BookQuality(ppi: edition.ppi ?? ((edition.bleed ?? 0) > 0 ? 300 : 220), jpeg: 88)
    }

    /// Returns the steps of an edition with a maximum size, none above its own resolution.
    static func steps(for edition: PortfolioEdition) -> [BookQuality] {
        guard let ppi = edition.ppi else { return steps }
        let coarser = steps.filter { $0.ppi < ppi }
        return [BookQuality(ppi: ppi, jpeg: plainQuality(ppi))] + coarser
    }

    /// Returns the JPEG quality of the first step at or below a resolution.
    private static func plainQuality(_ ppi: Int) -> Int { steps.first { $0.ppi <= ppi }?.jpeg ?? 60 }
}
