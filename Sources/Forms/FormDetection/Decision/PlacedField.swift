import FormModel

/// A field on the page, as far as the texts around it are concerned: where it is and what goes there.
struct PlacedField: Hashable {
    let region: Region
    let kind: Kind

    enum Kind {
        /// A mark to tick.
        case box
        /// One line to write on.
        case line
        /// Several lines to write on.
        case block
    }

    var isBox: Bool { kind == .box }
}

extension PlacedField {
    /// The height in points up to which a blank is one line to write on.
    static let highestLine = 28.0

    init(_ candidate: Candidate) {
        let kind: Kind =
            switch candidate.kind {
            case .box: .box
            case .stack: .block
            case .wholeCell: candidate.region.height > Self.highestLine ? .block : .line
            case .line, .comb, .aboveCaption, .series, .part, .captioned, .inline, .open: .line
            }
        self.init(region: candidate.region, kind: kind)
    }
}
