import FormImport
import FailureModel
import FormModel
import Foundation

/// Divides a value among the parts of one blank.
///
/// Examples are boxes for month, day and year, or for area code and number.
enum ValueParts {
    /// Returns what to write into each part.
    ///
    /// - Throws: `ambiguous_field` if the value cannot be divided unambiguously.
    static func contents(
        _ value: FieldValue, in fields: [Field], isVerbatim: Bool = false
    ) throws(Failure) -> [(Field, BoundValue.Content)] {
        if case .none = value { return [] }
        if !isVerbatim, let text = value.text, style(of: fields) != nil || fields.contains(where: { $0.type == .date })
        {
            try ValueNormaliser.refuseImpossibleDate(text, fields[0])
        }
        guard let answer = value.answer, let parts = answer.isEmpty ? fields.map({ _ in "" }) : split(value, fields)
        else {
            throw Failure(
                .ambiguousField,
                "\(fields[0].label.quoted) has \(fields.count) parts (\(fields.map { $0.name.abridged(to: 60) }.joined(separator: ", "))), and the value does not say what goes where; give each part its own value.",
                at: .fields(fields.map(\.name)))
        }
        var contents: [(Field, BoundValue.Content)] = []
        for (field, part) in zip(fields, parts) {
            if let content = try ValueNormaliser.content(.text(part), for: field, isVerbatim: isVerbatim) {
                contents.append((field, content))
            }
        }
        return contents
    }

    /// Returns whether a value can be divided among fields.
    static func canDivide(_ value: FieldValue, among fields: [Field]) -> Bool {
        if case .none = value { return true }
        return value.answer.map { $0.isEmpty } ?? false || split(value, fields) != nil
    }

    private static func split(_ value: FieldValue, _ fields: [Field]) -> [String]? {
        let text: String
        switch value {
        case .text(let given), .number(let given): text = given
        case .shown(let given, let plain): text = isAmount(fields) || DateStyle.isDate(plain) ? plain : given
        default: return nil
        }
        if isAmount(fields) { return wholeAndCents(text) }
        let groups = text.split { !$0.isLetter && !$0.isNumber }.map(String.init)
        let capacities = fields.map(\.characterLimit)
        let fits = { (parts: [String]) in zip(parts, capacities).allSatisfy { $0.count <= $1 ?? .max } }
        // A date is reordered like the parts, which can be told only by their sizes or captions.
        if DateStyle.isDate(text) || style(of: fields)?.converts(text) == true {
            return parts(ofDate: text, for: fields)
        }
        if groups.count == fields.count, fits(groups) { return groups }
        let characters = groups.joined()
        if let lengths = all(capacities) ?? usual(characters, fields.count), lengths.reduce(0, +) == characters.count {
            var rest = characters[...]
            return lengths.map { length in
                defer { rest = rest.dropFirst(length) }
                return String(rest.prefix(length))
            }
        }
        return nil
    }

    /// Returns whether two fields are the cells of one amount: whole units and cents.
    private static func isAmount(_ fields: [Field]) -> Bool {
        fields.count == 2 && fields.contains { $0.type == .number } && fields[1].region.width <= centsWidth
            && fields[1].region.width <= fields[0].region.width / 2
    }

    /// Splits an amount into whole units and cents.
    ///
    /// The cents of a whole amount are written as zeros, since an empty cell looks forgotten.
    static func wholeAndCents(_ text: String) -> [String]? {
        guard let amount = AmountText.number(text, in: nil), amount >= 0 else { return nil }
        var (hundredths, rounded) = (amount * 100, Decimal())
        NSDecimalRound(&rounded, &hundredths, 0, .plain)
        // A number with more than two decimals is not an amount of money.
        guard rounded == hundredths else { return nil }
        let digits = "\(rounded)"
        let padded = String(repeating: "0", count: max(0, 3 - digits.count)) + digits
        return [String(padded.dropLast(2)), String(padded.suffix(2))]
    }

    /// Maximum width in points of a second amount cell with room for cents only.
    private static let centsWidth = 32.0

    private static func all(_ capacities: [Int?]) -> [Int]? {
        let known = capacities.compactMap(\.self)
        return known.count == capacities.count ? known : nil
    }

    /// Returns the usual lengths of the parts of a number.
    ///
    /// These are telephone and social security numbers of the United States.
    static func usual(_ characters: String, _ parts: Int) -> [Int]? {
        guard characters.allSatisfy(\.isNumber) else { return nil }
        switch (characters.count, parts) {
        case (10, 3): return [3, 3, 4]
        case (9, 3): return [3, 2, 4]
        default: return nil
        }
    }

    /// Returns the parts of a date in the order of the fields' hints.
    private static func parts(ofDate text: String, for fields: [Field]) -> [String]? {
        let parts = style(of: fields)?.formatted(text).split(separator: "/").map(String.init)
        return parts?.count == fields.count ? parts : nil
    }

    /// Returns the date style that the hints of the fields have together.
    private static func style(of fields: [Field]) -> DateStyle? {
        DateStyle(hint: fields.map { $0.placeholder ?? "" }.joined(separator: "/"))
    }
}
