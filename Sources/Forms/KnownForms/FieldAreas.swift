import FormModel

/// The areas of a page where values are written, in which print is not compared.
struct FieldAreas {
    /// The distance in points that values may exceed their field.
    private static let overflow = 3.0

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
}
