import FormImport

import FormModel

/// The font size of each field of a document before its value is known: one for the fields of a row and of a column, and
/// few in the document.
///
/// It depends on the fields alone, not on the values, so that all records of a form look the same.
struct FontSizes: Sendable {
    private var sizes: [Field.ID: Double] = [:]

    /// The smallest size that text has in a box that would hold larger text, for the sake of other boxes.
    private static let smallestCap = 9.0
    /// The smallest share of its size to which a field is reduced for the sake of its row and column.
    private static let leastShare = 0.75
    /// The largest size, whatever a form asks for, in points: as high as the largest page.
    private static let largestSize = 14_400.0
    /// The largest difference of edges that are aligned, in points.
    private static let tolerance = 1.5
    /// The largest ratio of the heights of fields that belong together.
    private static let heightRatio = 1.3
    /// The number of fields with which each is compared: enough to look past those of other heights between two.
    private static let reach = 8
    /// The share of its height that a field gives to text whose size it chooses itself.
    private static let share = 0.72
    /// The share of its height that a field gives to text in a size that was asked for.
    private static let shareOnDemand = 0.85

    /// Computes the sizes for fields in any order.
    ///
    /// - Parameters:
    ///   - fields: the fields.
    ///   - options: the sizes that are asked for.
    ///   - unit: the unit of a page's user space, in points: a form that is drawn three times as large has text to match.
    init(of fields: [Field], options: ComposeOptions, unit: (_ page: Int) -> Double) {
        for (unit, members) in Dictionary(grouping: fields, by: { unit($0.page) }) {
            add(members, options: options, unit: unit)
        }
    }

    private mutating func add(_ fields: [Field], options: ComposeOptions, unit: Double) {
        let largest = options.fontSize ?? min(Self.largestSize, options.preferredFontSize * unit)
        // A size that was asked for goes before those of the form.
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
            // A few boxes that are lower than the rest of a long column do not make all of it small.
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

    /// The size of a field of the document in points.
    subscript(field: Field) -> Double? { sizes[field.id] }

    /// A size that was asked for a value alone, or the largest for which its field is high enough.
    static func size(onDemand size: Double, in field: Field) -> Double {
        min(size, room(in: field, share: shareOnDemand))
    }

    /// The largest step for which a part of a field is high enough.
    static func step(in field: Field) -> Double {
        FontScale.step(notAbove: room(in: field, share: shareOnDemand))
    }

    /// The largest size for which a field is high enough.
    private static func room(in field: Field, share: Double) -> Double {
        if field.type == .multiline { return max(4, field.region.height * 0.7) }
        return max(4, field.baseline.map { ($0 - field.region.top) / 0.95 } ?? field.region.height * share)
    }

    /// The size that most fields have, which those in higher boxes take over.
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

    /// Joins neighbours, in the order of an edge, that are aligned at it and have similar heights.
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
