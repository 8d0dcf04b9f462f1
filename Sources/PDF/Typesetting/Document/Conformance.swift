/// The standards that a PDF states to meet.
struct Conformance: Hashable {
    /// Whether it states PDF/UA-1 (ISO 14289-1), for screen readers.
    let isAccessible: Bool
    /// Whether it states PDF/A-2u (ISO 19005-2), for archives.
    let isArchival: Bool

    /// Decides what a document may state.
    init(of drawn: DrawnDocument, info: DocumentInfo, options: TypesettingOptions) {
        isArchival = options.isArchival && drawn.archivalObstacles.isEmpty
        isAccessible =
            drawn.tree != nil && Self.isGiven(info.title) && Self.isGiven(info.language) && !drawn.hasMissingGlyphs
            && !drawn.hasDocumentPages && drawn.links.allSatisfy(\.isAlive)
    }

    private static func isGiven(_ text: String?) -> Bool { text?.contains { !$0.isWhitespace } ?? false }
}

extension DrawnDocument {
    /// Whether a character was replaced because no font has it.
    fileprivate var hasMissingGlyphs: Bool {
        places.warnings.contains { if case .missingGlyph = $0.kind { true } else { false } }
    }

    /// The reasons why the document cannot be PDF/A-2u, in the order of their declaration.
    var archivalObstacles: [TypesettingWarning.ArchivalObstacle] {
        TypesettingWarning.ArchivalObstacle.allCases.filter { obstacle in
            switch obstacle {
            case .missingGlyph: hasMissingGlyphs
            case .inks: hasInks
            case .documentPage: hasDocumentPages
            }
        }
    }
}
