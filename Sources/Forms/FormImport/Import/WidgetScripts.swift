import FormModel
import Foundation
import QPDF

/// Parses the format and calculation of a widget from its scripts.
package enum WidgetScripts {
    static func format(of widget: Widget) -> FieldFormat? {
        guard let script = widget.formatScript else { return nil }
        let names = ["AFDate_FormatEx", "AFDate_Format", "AFNumber_Format", "AFPercent_Format", "AFSpecial_Format"]
        guard let call = AcrobatCall(of: names, in: script) else { return nil }
        switch call.name {
        case "AFDate_FormatEx": return call[0]?.text.map { FieldFormat(kind: .date, pattern: $0) }
        case "AFDate_Format":
            let pattern = call[0]?.number.flatMap { patterns.indices.contains($0) ? patterns[$0] : nil }
            return pattern.map { FieldFormat(kind: .date, pattern: $0) }
        case "AFNumber_Format":
            let currency = call[4]?.text ?? ""
            return FieldFormat(
                kind: .number, decimals: decimals(call[0]), separators: separators(call[1]),
                currency: currency.isEmpty ? nil : currency,
                isCurrencyFirst: currency.isEmpty ? nil : call[5]?.flag ?? true,
                hasBrackets: (call[2]?.number ?? 0) >= 2 ? true : nil)
        case "AFPercent_Format":
            return FieldFormat(kind: .percent, decimals: decimals(call[0]), separators: separators(call[1]))
        default:
            let kinds: [FieldFormat.Kind] = [.zip, .zipPlus4, .phone, .ssn]
            return call[0]?.number.flatMap { kinds.indices.contains($0) ? FieldFormat(kind: kinds[$0]) : nil }
        }
    }

    static func calculation(of widget: Widget) -> FieldCalculation? {
        guard let script = widget.calculationScript, let call = AcrobatCall(of: ["AFSimple_Calculate"], in: script),
            let name = call[0]?.text, let fields = call[1]?.list, !fields.isEmpty
        else { return nil }
        let functions: [String: FieldCalculation.Function] = [
            "SUM": .sum, "PRD": .product, "AVG": .average, "MIN": .minimum, "MAX": .maximum,
        ]
        return functions[name.trimmingCharacters(in: .whitespaces).uppercased()]
            .map { FieldCalculation(function: $0, fields: fields) }
    }

    /// Returns the names of the fields that a calculation reads.
    ///
    /// - Returns: nil if they cannot be determined without running it.
    package static func operands(ofCalculation script: String) -> [String]? {
        guard script.utf8.count <= AcrobatCall.longest else { return nil }
        var names = AcrobatCall(of: ["AFSimple_Calculate"], in: script)?[1]?.list ?? []
        var rest = script[...]
        while let call = rest.firstRange(of: "getField") {
            rest = rest[call.upperBound...].drop(while: \.isWhitespace)
            guard rest.popFirst() == "(", let name = AcrobatCall.onlyText(&rest) else { return nil }
            names.append(name)
        }
        return names.isEmpty ? nil : names
    }

    /// Returns whether a script contains more than space and comments.
    package static func doesSomething(_ script: String) -> Bool {
        var rest = script.utf8[...]
        while let first = rest.first {
            if rest.starts(with: "//".utf8) {
                rest = rest.drop { $0 != 10 && $0 != 13 }
            } else if rest.starts(with: "/*".utf8) {
                guard let end = rest.dropFirst(2).firstRange(of: "*/".utf8) else { return false }
                rest = rest[end.upperBound...]
            } else if first <= UInt8(ascii: " ") || first == UInt8(ascii: ";") {
                rest.removeFirst()
            } else {
                return true
            }
        }
        return false
    }

    private static func decimals(_ argument: AcrobatCall.Argument?) -> Int {
        min(10, max(0, argument?.number ?? 0))
    }

    private static func separators(_ argument: AcrobatCall.Argument?) -> FieldFormat.Separators {
        let styles: [FieldFormat.Separators] = [.commaPoint, .point, .pointComma, .comma, .apostrophePoint]
        let number = argument?.number ?? 0
        return styles.indices.contains(number) ? styles[number] : .commaPoint
    }

    /// The numbered patterns of `AFDate_Format`.
    private static let patterns = [
        "m/d", "m/d/yy", "mm/dd/yy", "mm/yy", "d-mmm", "d-mmm-yy", "dd-mmm-yy", "yy-mm-dd", "mmm-yy", "mmmm-yy",
        "mmm d, yyyy", "mmmm d, yyyy", "m/d/yy h:MM tt", "m/d/yy HH:MM",
    ]
}
