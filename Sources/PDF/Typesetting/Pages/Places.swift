/// The places of headings and destinations in a document, with its warnings.
struct Places {
    var pageCount = 0
    private(set) var headings: [Heading] = []
    private(set) var destinations: [String: Place] = [:]
    private(set) var warnings: [TypesettingWarning] = []
    private var warned: Set<TypesettingWarning.Kind> = []

    struct Place {
        /// The page, from 0.
        var page: Int
        /// The distance from the top of the finished page.
        var y: Double
    }

    struct Heading {
        var placed: PlacedHeading
        var place: Place
        var isInOutline: Bool
    }

    /// Adds a place on the current page.
    mutating func add(_ anchor: Anchor, y: Double) {
        let place = Place(page: max(0, pageCount - 1), y: y)
        if let name = anchor.destination {
            if destinations[name] == nil {
                destinations[name] = place
            } else {
                warn(TypesettingWarning(kind: .repeatedDestination(name), page: place.page))
            }
        }
        if let (level, text, isInOutline) = anchor.heading {
            headings.append(
                Heading(
                    placed: PlacedHeading(
                        level: level, text: text, destination: anchor.destination, page: place.page),
                    place: place, isInOutline: isInOutline))
        }
    }

    /// Records a warning unless there is one of the same kind and cause.
    mutating func warn(_ warning: TypesettingWarning) {
        guard warnings.count < Self.mostWarnings, warned.insert(warning.kind).inserted else { return }
        warnings.append(warning)
    }

    /// The maximum number of recorded warnings.
    private static let mostWarnings = 1_000

    var report: TypesettingReport {
        TypesettingReport(pageCount: pageCount, headings: headings.map(\.placed), warnings: warnings)
    }
}
