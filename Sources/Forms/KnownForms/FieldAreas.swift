import FormModel

/// The areas of a page where values are written, in which print is not compared.
struct FieldAreas {
    /// The distance in points that values may exceed their field.
    private static let overflow = 3.0
    /// The distance in points of a border from its field's edge.
    private static let border = 1.5

    private let regions: [Region]

    /// Creates the areas from regions on a straightened page.
    init(_ regions: [Region]) {
        self.regions = regions.map { $0.insetBy(dx: -Self.overflow, dy: -Self.overflow) }
    }

    /// Returns the share of a rectangle within the areas, at most 1.
    func share(of region: Region) -> Double {
        let area = max(region.area, 0.01)
        var sum = 0.0
        for other in regions {
            if let common = other.intersection(region) { sum += common.area }
            if sum >= area { return 1 }
        }
        return sum / area
    }

    /// Returns whether a rule runs along an edge of a field, where viewers draw borders.
    func haveEdge(along rule: Region) -> Bool {
        regions.contains { area in
            let field = area.insetBy(dx: Self.overflow, dy: Self.overflow)
            let isHorizontal = rule.width > rule.height
            let edges = isHorizontal ? [field.top, field.bottom] : [field.left, field.right]
            let place = isHorizontal ? rule.midY : rule.midX
            return area.intersection(rule) != nil && edges.contains { abs($0 - place) <= Self.border }
        }
    }
}
