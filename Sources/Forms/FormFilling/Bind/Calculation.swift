import FormModel
import Foundation

/// Computes the fields of a form that depend on others, such as totals.
struct Calculation {
    private let fields: [Field]
    private let bound: [Field.ID: BoundValue]
    /// The fields by name; a field with several widgets has several entries.
    private let named: [String: [Field]]
    /// The results by name; nil for a field that has no result.
    private var results: [String: Decimal?] = [:]

    /// Maximum number of values to read, because fields that list each other are unbounded.
    private var remaining = 100_000
    /// The depth of the recursion.
    private var depth = 0
    /// Maximum depth of the recursion; forms need a few levels.
    private static let greatestDepth = 64

    /// Returns values for the calculated fields without one that depend on a given value.
    static func values(of fields: [Field], from bound: [Field.ID: BoundValue]) -> [BoundValue] {
        guard fields.contains(where: { $0.calculation != nil && bound[$0.id] == nil }) else { return [] }
        var calculation = Calculation(fields, bound)
        return calculation.values()
    }

    private init(_ fields: [Field], _ bound: [Field.ID: BoundValue]) {
        self.fields = fields
        self.bound = bound
        named = Dictionary(grouping: fields, by: \.name)
    }

    private mutating func values() -> [BoundValue] {
        fields.compactMap { field in
            guard field.calculation != nil, bound[field.id] == nil, let result = result(of: field.name) else {
                return nil
            }
            let text = field.format?.amount(result) ?? "\(result)"
            guard text.count <= field.characterLimit ?? .max else { return nil }
            return BoundValue(
                field: field, content: .text(text), source: .autofill, key: field.name, match: .calculated)
        }
    }

    /// Returns the result of a calculated field; nil if it depends on no given value.
    private mutating func result(of name: String) -> Decimal? {
        if let known = results[name] { return known }
        // Set before the operands are read, in case the field is among them.
        results[name] = .some(nil)
        guard depth < Self.greatestDepth,
            let calculation = named[name]?.first(where: { $0.calculation != nil })?.calculation
        else { return nil }
        depth += 1
        defer { depth -= 1 }
        var operands: [Decimal] = []
        var isGiven = false
        for name in calculation.fields {
            let members = named[name].map { [$0] } ?? children(of: name)
            for widgets in members {
                remaining -= 1
                guard remaining > 0 else { return nil }
                // A total that leaves out a given value would be wrong.
                guard let (value, isNew) = operand(widgets) else { return nil }
                isGiven = isGiven || isNew
                operands.append(value)
            }
        }
        guard isGiven, let first = operands.first else { return nil }
        let result: Decimal =
            switch calculation.function {
            case .sum: operands.reduce(0, +)
            case .product: operands.reduce(1, *)
            case .average: operands.reduce(0, +) / Decimal(operands.count)
            case .minimum: operands.dropFirst().reduce(first, min)
            case .maximum: operands.dropFirst().reduce(first, max)
            }
        guard !result.isNaN else { return nil }
        results[name] = .some(result)
        return result
    }

    /// Returns the fields below a name, each with all of its widgets.
    private func children(of name: String) -> [[Field]] {
        let prefix = name + "."
        return named.filter { $0.key.hasPrefix(prefix) }.sorted { $0.key < $1.key }.map(\.value)
    }

    /// Returns the number in a field, and whether it comes from a given value.
    ///
    /// An empty field counts as 0, as in Acrobat.
    ///
    /// - Returns: nil if the given value is not a number.
    private mutating func operand(_ widgets: [Field]) -> (value: Decimal, isNew: Bool)? {
        guard let field = widgets.first else { return (0, false) }
        if let given = widgets.compactMap({ bound[$0.id] }).first {
            let text: String
            switch given.content {
            case .text(let value), .choice(_, let value): text = value
            case .formatted, .checked, .picture: return (0, false)
            }
            if text.allSatisfy(\.isWhitespace) { return (0, false) }
            return AmountText.number(text, in: field.format).map { ($0, true) }
        }
        if field.calculation != nil { return result(of: field.name).map { ($0, true) } ?? (0, false) }
        return (field.defaultValue.flatMap { AmountText.number($0, in: field.format) } ?? 0, false)
    }
}
