package import FormModel

/// The places of the numbers of a page's fields on its preview.
///
/// No number covers another one. It stands in its field if there is room, otherwise beside it, where it covers least of
/// other fields, or else as near as possible, with a line to its field.
package struct NumberTags {
    /// The place of a number.
    package struct Tag {
        package var region: Region
        /// Whether a line connects the number with its field, since it stands apart.
        package var isApart: Bool
    }

    private let page: PageSize
    private let fields: RegionGrid
    private var tags: RegionGrid

    /// Prepares a page with fields.
    package init(on page: PageSize, fields: [Region]) {
        self.page = page
        tags = RegionGrid(page)
        var grid = RegionGrid(page)
        for field in fields { grid.add(field) }
        self.fields = grid
    }

    /// Places the number of a field.
    ///
    /// - Parameters:
    ///   - field: the region of the field.
    ///   - size: the size of the number with its margins, in points.
    /// - Returns: the place.
    package mutating func place(for field: Region, size: PageSize) -> Tag {
        let near = beside(field, size).map { onPage($0) }.filter { !tags.touches($0) }
        let best = near.min { covered($0, besides: field) < covered($1, besides: field) }
        let tag = best.map { Tag(region: $0, isApart: false) } ?? apart(from: field, size)
        tags.add(tag.region)
        return tag
    }

    /// The places in and around a field, in order of preference.
    private func beside(_ field: Region, _ size: PageSize) -> [Region] {
        func at(_ x: Double, _ y: Double) -> Region { Region(x: x, y: y, width: size.width, height: size.height) }
        let inside = at(field.x, field.y)
        let isRoomy = field.width >= size.width + 1 && field.height >= size.height
        let middle = field.midY - size.height / 2
        let around = [
            at(field.left - size.width, middle), at(field.left, field.top - size.height),
            at(field.left, field.bottom), at(field.left - size.width, field.top - size.height),
            at(field.left - size.width, field.bottom), at(field.right, field.top - size.height),
            // Labels mostly stand to the right of boxes.
            at(field.right, field.bottom), at(field.right, middle),
        ]
        return isRoomy ? [inside, at(field.right - size.width, field.y)] + around : around + [inside]
    }

    /// Returns the nearest free place on rings around a field.
    ///
    /// It is the last one if none is free.
    private func apart(from field: Region, _ size: PageSize) -> Tag {
        var place = Region(
            x: field.midX - size.width / 2, y: field.midY - size.height / 2, width: size.width, height: size.height)
        let (x, y) = (place.x, place.y)
        search: for ring in 1...Self.rings {
            for column in -ring...ring {
                for row in -ring...ring where max(abs(column), abs(row)) == ring {
                    place.x = x + Double(column) * size.width / 2
                    place.y = y + Double(row) * size.height / 2
                    place = onPage(place)
                    if !tags.touches(place) { break search }
                }
            }
        }
        return Tag(region: place, isApart: place.intersection(field) == nil)
    }

    /// The number of rings that are searched.
    private static let rings = 40

    private func onPage(_ region: Region) -> Region {
        var region = region
        region.x = max(0, min(region.x, page.width - region.width))
        region.y = max(0, min(region.y, page.height - region.height))
        return region
    }

    private func covered(_ place: Region, besides field: Region) -> Double {
        fields.near(place).reduce(0) { $1 == field ? $0 : $0 + (place.intersection($1)?.area ?? 0) }
    }
}

/// Regions of a page by the squares that they touch.
struct RegionGrid {
    private let page: PageSize
    private let side: Double
    private var cells: [Cell: [Region]] = [:]

    private struct Cell: Hashable {
        var column: Int
        var row: Int
    }

    /// The side of a square in points, and the most squares along a page.
    private static let (side, most) = (48.0, 64.0)

    init(_ page: PageSize) {
        self.page = page
        side = max(Self.side, max(page.width, page.height) / Self.most)
    }

    /// Adds a region.
    mutating func add(_ region: Region) {
        for cell in squares(of: region) { cells[cell, default: []].append(region) }
    }

    /// Returns whether a region overlaps one of the grid.
    func touches(_ region: Region) -> Bool {
        near(region).contains { ($0.intersection(region)?.area ?? 0) > 0.01 }
    }

    /// Returns the regions in the squares of a region, some of them twice.
    func near(_ region: Region) -> [Region] { squares(of: region).flatMap { cells[$0] ?? [] } }

    private func squares(of region: Region) -> [Cell] {
        func range(_ start: Double, _ end: Double, within length: Double) -> ClosedRange<Int> {
            func index(_ place: Double) -> Int { Int(max(0, min(length, place)) / side) }
            return index(start)...max(index(start), index(end))
        }
        return range(region.left, region.right, within: page.width).flatMap { column in
            range(region.top, region.bottom, within: page.height).map { Cell(column: column, row: $0) }
        }
    }
}
