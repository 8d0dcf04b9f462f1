import FormImport

import FormModel

/// The initial font size of each field of a document.
///
/// Fields of a row or column share one size, and a document has few of them. The sizes depend on the fields alone, not
/// on the values, so that all records of a form look the same.
struct FontSizes: Sendable {
    private var sizes: [Field.ID: Double] = [:]

    /// Minimum of the common size that limits text in boxes with room for larger text.
    private static let smallestCap = 9.0
    /// Minimum share of its size that a field is reduced to for its neighbours.
    private static let leastShare = 0.75
    /// Maximum size a form can request, in points: the height of the largest page.
    private static let largestSize = 14_400.0
    /// Maximum difference of aligned edges, in points.
    private static let tolerance = 1.5
    /// Maximum ratio of the heights of fields that share a size.
    private static let heightRatio = 1.3
    /// Number of fields to compare each one with.
    ///
    /// It is enough to skip fields of other heights in between.
    private static let reach = 8
    /// The share of a field's height for text of an automatic size.
    private static let share = 0.72
    /// The share of a field's height for text of a requested size.
    private static let shareOnDemand = 0.85

    /// Computes the sizes for fields in any order.
    ///
    /// - Parameters:
    ///   - fields: the fields.
    ///   - options: the requested sizes.
    ///   - unit: the unit of a page's user space in points; a form drawn three times as large has text to match.
    init(of fields: [Field], options: ComposeOptions, unit: (_ page: Int) -> Double) {
        for (unit, members) in Dictionary(grouping: fields, by: { unit($0.page) }) {
            add(members, options: options, unit: unit)
        }
    }

    private mutating func add(_ fields: [Field], options: ComposeOptions, unit: Double) {
        let largest = options.fontSize ?? min(Self.largestSize, options.preferredFontSize * unit)
        // A requested size takes precedence over those of the form.
        let isOnDemand = options.fontSize != nil
        func ownSize(of field: Field) -> Double {
            if let size = field.fontSize, !isOnDemand || field.type == .signature { return min(size, Self.largestSize) }
            return min(largest, Self.room(in: field, share: isOnDemand ? Self.shareOnDemand : Self.share))
        }
        let lines = fields.filter { Self.isLine($0) && ($0.fontSize == nil || isOnDemand) }
        let own = lines.map(ownSize)
        var groups = DisjointSets(count: lines.count)
        for edge in [\Region.top, \Region.left] { Self.join(lines, alignedAt: edge, in: &groups) }
        var result = own.map(FontScale.step(notAbove:))
        for members in groups.sets where members.count > 1 {
            // A few low boxes in a long column do not reduce the size of all.
            let sorted = members.map { own[$0] }.sorted()
            let shared = FontScale.step(notAbove: sorted[sorted.count / 5])
            for member in members where shared >= own[member] * Self.leastShare {
                result[member] = min(result[member], shared)
            }
        }
        let cap = Self.cap(result, largest: largest, smallest: min(Self.smallestCap * max(1, unit), largest))
        for (field, size) in zip(lines, result) { sizes[field.id] = min(size, cap) }
        for field in fields where sizes[field.id] == nil && field.type != .checkbox {
            let size = ownSize(of: field)
            if field.type == .signature {
                sizes[field.id] = field.fontSize ?? FontScale.step(notAbove: size)
            } else {
                let isFree = field.fontSize == nil || isOnDemand
                sizes[field.id] = isFree ? min(FontScale.step(notAbove: size), cap) : size
            }
        }
    }

    /// Returns the size of a field of the document in points.
    subscript(field: Field) -> Double? { sizes[field.id] }

    /// Returns the size for a single value.
    ///
    /// This is the requested size, or the largest that fits the field's height.
    static func size(onDemand size: Double, in field: Field) -> Double {
        min(size, room(in: field, share: shareOnDemand))
    }

    /// Returns the largest step that fits the height of a part of a field.
    static func step(in field: Field) -> Double {
        FontScale.step(notAbove: room(in: field, share: shareOnDemand))
    }

    /// Returns the largest size that fits the height of a field.
    private static func room(in field: Field, share: Double) -> Double {
        if let lines = field.lines {
            return max(4, (lines.map(\.height).min() ?? 0) / 0.95)
        }
        if field.type == .multiline { return max(4, field.region.height * 0.7) }
        return max(4, field.baseline.map { ($0 - field.region.top) / 0.95 } ?? field.region.height * share)
    }

    /// Returns the most frequent size, which also limits text in higher boxes.
    private static func cap(_ sizes: [Double], largest: Double, smallest: Double) -> Double {
        let counts = sizes.reduce(into: [:]) { $0[$1, default: 0] += 1 }
        let common = counts.max { ($0.value, $0.key) < ($1.value, $1.key) }?.key ?? largest
        return max(common, smallest)
    }

    private static func isLine(_ field: Field) -> Bool {
        switch field.type {
        case .checkbox, .signature, .multiline: false
        case .text, .date, .number, .unknown: field.combEdges == nil
        }
    }

    /// Joins neighbouring fields that are aligned at an edge and have similar heights.
    private static func join(_ fields: [Field], alignedAt edge: KeyPath<Region, Double>, in groups: inout DisjointSets)
    {
        let order = fields.indices.sorted {
            let (a, b) = (fields[$0], fields[$1])
            return (a.page, a.region[keyPath: edge], a.region.height) < (
                b.page, b.region[keyPath: edge], b.region.height
            )
        }
        for place in order.indices {
            let a = fields[order[place]]
            for next in order[(place + 1)...].prefix(reach) {
                let b = fields[next]
                guard a.page == b.page, b.region[keyPath: edge] - a.region[keyPath: edge] <= tolerance else { break }
                let (low, high) = (min(a.region.height, b.region.height), max(a.region.height, b.region.height))
                if high <= heightRatio * low { groups.join(order[place], next) }
            }
        }
    }
}
