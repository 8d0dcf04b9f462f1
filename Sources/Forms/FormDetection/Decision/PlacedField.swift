import FormModel

/// The region and kind of a field, for the interpretation of surrounding texts.
struct PlacedField: Hashable {
    let region: Region
    let kind: Kind

    enum Kind {
        /// A box to tick.
        case box
        /// One line to write on.
        case line
        /// Several lines to write on.
        case block
    }

    var isBox: Bool { kind == .box }
}

extension PlacedField {
    /// Maximum height in points of a blank with one writing line.
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
