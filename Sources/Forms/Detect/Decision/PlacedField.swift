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
    init(_ candidate: Candidate) {
        let kind: Kind =
            switch candidate.kind {
            case .box: .box
            case .stack, .wholeCell: .block
            case .line, .comb, .aboveCaption, .series, .part, .captioned, .inline: .line
            }
        self.init(region: candidate.region, kind: kind)
    }
}
