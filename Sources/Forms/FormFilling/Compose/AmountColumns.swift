import FormModel

/// The columns of amounts on a form without widgets.
///
/// The detector decides for each field alone whether it is an amount; fields of equal size in one column are drawn
/// alike, so that their digits align.
struct AmountColumns: Sendable {
    private var places: [Field.ID: Place] = [:]

    /// The alignment of a field in a column.
    private struct Place {
        /// The right edge of the column in points.
        var right: Double
        /// Whether every value is right-aligned rather than amounts only.
        var isForAll: Bool
    }

    /// Maximum difference of the right edges in a column, in points.
    private static let tolerance = 3.0
    /// Maximum ratio of the widths of fields in a column.
    private static let widthRatio = 1.25

    /// Finds the columns among fields in any order.
    init(of fields: [Field]) {
        let candidates = fields.filter { field in
            field.evidence != .widget && field.combEdges == nil && field.group == nil
                && [.text, .number, .unknown].contains(field.type)
        }
        let ordered = candidates.sorted { ($0.page, $0.region.right) < ($1.page, $1.region.right) }
        for column in Self.runs(
            of: ordered,
            joining: { first, next in
                first.page == next.page && next.region.right - first.region.right <= Self.tolerance
            })
        {
            let amounts = column.filter { $0.type == .number }
            guard amounts.count > 1, let right = amounts.map(\.region.right).min() else { continue }
            let byWidth = column.sorted { $0.region.width < $1.region.width }
            for equal in Self.runs(of: byWidth, joining: { $1.region.width <= Self.widthRatio * $0.region.width }) {
                let count = equal.count { $0.type == .number }
                guard count > 0 else { continue }
                for field in equal {
                    let isForAll = field.type == .number || 2 * count >= equal.count
                    places[field.id] = Place(right: min(right, field.region.right), isForAll: isForAll)
                }
            }
        }
    }

    /// Returns the right edge to align a text at.
    ///
    /// - Returns: nil if the field is in no column of amounts, or the text is not an amount.
    func rightEdge(of field: Field, for text: String) -> Double? {
        guard let place = places[field.id], place.isForAll || Self.isAmount(text) else { return nil }
        return place.right
    }

    /// Splits fields into runs of fields that belong with the first of their run.
    private static func runs(of fields: [Field], joining belongs: (Field, Field) -> Bool) -> [ArraySlice<Field>] {
        var runs: [ArraySlice<Field>] = []
        var start = 0
        for place in fields.indices.dropFirst() where !belongs(fields[start], fields[place]) {
            runs.append(fields[start..<place])
            start = place
        }
        if start < fields.count { runs.append(fields[start...]) }
        return runs
    }

    /// Returns whether a text is an amount: `1,200.00`, `(350)`, `-75 €`, `12%`.
    private static func isAmount(_ text: String) -> Bool {
        var digits = 0
        for scalar in text.unicodeScalars {
            if scalar.properties.numericType == .decimal {
                digits += 1
            } else if "-−".unicodeScalars.contains(scalar) {
                // A sign, or an empty part as in "1.200,-", but not a separator of a telephone number.
                guard digits == 0 || scalar == text.unicodeScalars.last else { return false }
            } else if !".,' ()%+\u{A0}\u{2009}\u{202F}’".unicodeScalars.contains(scalar),
                scalar.properties.generalCategory != .currencySymbol
            {
                return false
            }
        }
        return digits > 0
    }
}
